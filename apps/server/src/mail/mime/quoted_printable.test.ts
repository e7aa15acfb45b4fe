import { execFile as execFileThen } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { Decoder } from "./decoding.ts";
import { quotedPrintableDecoded } from "./quoted_printable.ts";

const execFile = promisify(execFileThen);

async function decode(text: string): Promise<string> {
  const decoder = new Decoder(quotedPrintableDecoded);
  for (const half of [text.slice(0, text.length / 2), text.slice(text.length / 2)]) decoder.write(half, "latin1");
  decoder.end();
  return (await buffer(decoder)).toString("latin1");
}

/** The same decoding as three replacements (RFC 2045, 6.7). */
const inWords = (text: string) =>
  text
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/=(?:\r?\n|$)/g, "")
    .replace(/=([\da-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

it("removes blanks at the ends of lines, joins continued lines, and decodes bytes", async () => {
  expect(await decode("Gr=C3=BC=\r\n=c3=9fe \t\r\n=3D41 =4 =zz=")).toBe("Gr\xc3\xbc\xc3\x9fe\r\n=41 =4 =zz");
});

it("decodes texts of up to seven special characters like a simple reference decoder", async () => {
  const signs = ["=", "4", " ", "\r", "\n"];
  let texts = [""];
  const all: string[] = [];
  for (let length = 1; length <= 7; length += 1) {
    texts = texts.flatMap((text) => signs.map((sign) => text + sign));
    all.push(...texts.filter((_, at) => length < 6 || at % 7 === 0));
  }
  for (const text of all) expect([text, await decode(text)]).toEqual([text, inWords(text)]);
});

it("decodes 18 MB with a heap of 100 MB (threat 16)", async () => {
  const decodeLong = `
    import { buffer } from "node:stream/consumers";
    import { Decoder } from ${JSON.stringify(new URL("decoding.ts", import.meta.url))};
    import { quotedPrintableDecoded } from ${JSON.stringify(new URL("quoted_printable.ts", import.meta.url))};
    const decoder = new Decoder(quotedPrintableDecoded);
    decoder.end(Buffer.from("=41".repeat(6_000_000)));
    process.stdout.write(String((await buffer(decoder)).length));`;
  const { stdout } = await execFile(process.execPath, [
    ...["--max-old-space-size=100", "--input-type=module", "--disable-warning=ExperimentalWarning"],
    ...["--eval", decodeLong],
  ]);
  expect(stdout).toBe("6000000");
});
