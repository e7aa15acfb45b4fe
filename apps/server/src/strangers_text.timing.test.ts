import { expect, it } from "vitest";
import { callerByKey } from "./caller.ts";
import { namesNear } from "./features/attempt/near_names.ts";
import { readQuery } from "./features/search/search.ts";
import { fileName } from "./http/download.ts";
import { beginningOf } from "./mail/beginning.ts";
import { contentFailures, rowFailures } from "./mail/find/criteria.ts";
import { foundWords } from "./mail/find/found_words.ts";
import { askedFor, folded, placesOf, spaced, tokensOf } from "./mail/find/tokens.ts";
import { headOf } from "./mail/mime/head.ts";
import { explained, told } from "./mcp/untrusted.ts";
import { plainName } from "./outgoing_mail/plain_name.ts";
import { cpuTime } from "./testing/cpu_time.ts";
import { worstTexts } from "./testing/worst_texts.ts";
import { cut } from "./text/cut.ts";
import { escapeHtml } from "./text/escape_html.ts";
import { visibleLine, withoutControls } from "./text/visible_text.ts";

const row = (text: string) => ({ sender: text, subject: text, recipients: text, code: "", name: "" });
const message = (text: string) => ({ ...row(text), text, creation: "", has_attachment: false, links: [] });
const words = askedFor("ガガ a1 b a 字字", false);
const asked = { subject: words, from: words, to: words, filename: words, any: words };
const multipart = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\n";

/** Everything outside the parser's threads that reads what strangers write, and in how long a text. */
const readers: [string, (text: string) => unknown, most?: number][] = [
  ["folded", folded],
  ["tokensOf", tokensOf],
  ["askedFor", (text) => askedFor(text, true), 1_000],
  ["placesOf", (text) => placesOf(text, words, 500)],
  ["spaced", spaced],
  ["readQuery", (text) => readQuery(`"${text.replaceAll('"', "")}" a`, new Date()), 990],
  ["foundWords", (text) => foundWords(asked, { ...row(text), filenames: [text], forms: [text] })],
  ["rowFailures", (text) => rowFailures({ from: "zzz", subject: { equals: "zzz" } }, row(text) as never)],
  [
    "contentFailures",
    (text) =>
      contentFailures(
        { to: "z", contains: "z", header: { name: "X-Run", value: "z" } },
        { recipients: [text], hasLink: false, texts: [text], headers: [{ name: "X-Run", value: text }], limits: {} },
      ),
  ],
  ["fileName", fileName],
  ["plainName", plainName, 140],
  ["told", (text) => told({ ...message(text), attachments: [] } as never)],
  ["explained", (text) => explained({ text } as never)],
  ["namesNear", namesNear, 64],
  ["cut", (text) => cut(text, 1_000)],
  ["escapeHtml", escapeHtml],
  ["visibleLine", visibleLine],
  ["withoutControls", withoutControls],
  ["headOf", (text) => headOf(Buffer.from(text))],
  ["beginningOf", (text) => beginningOf(Buffer.from(text))],
  ["beginningOf a multipart", (text) => beginningOf(Buffer.from(multipart + text))],
  [
    "callerByKey",
    (text) =>
      callerByKey({} as never, `Bearer ${text} a`, { network: "", countGuess: async () => undefined }).catch(
        () => undefined,
      ),
    16_000,
  ],
];

/** Characters of the longer of two texts: as many as a search looks at. */
const longest = 64 * 1024;

async function timeOf(read: (text: string) => unknown, text: string): Promise<number> {
  const begin = cpuTime();
  try {
    await read(text);
  } catch {
    // Refused, which is as good.
  }
  return cpuTime() - begin;
}

it.each(readers)("%s takes time in proportion to any text (threat 59)", async (_name, read, most = longest) => {
  const slow: string[] = [];
  const [small, large] = [Math.round(most / 2), most];
  await timeOf(read, "a1 ".repeat(small / 3));
  for (const [kind, make] of Object.entries(worstTexts)) {
    // The best of a few tries, because the collector may run amid one of them; a square law shows in all.
    for (let left = 5; left > 0; left -= 1) {
      const [short, long] = [await timeOf(read, make(small)), await timeOf(read, make(large))];
      // Below these milliseconds, nothing can be told from the noise, and a square law is far above them.
      if (long <= Math.max(short * 3, 25)) break;
      if (left === 1) slow.push(`${kind}: ${short} ms, twice the length ${long} ms`);
    }
  }
  expect(slow).toEqual([]);
});
