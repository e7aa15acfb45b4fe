import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { moreNames } from "./mended_libmime.ts";

// The stock mailparser, mailsplit and libmime, without our overrides (docs/overrides.md), in a process of their own:
// mended_libmime.ts changes libmime for all of this one. A test that fails says that a new version does something else:
// whether the override that it names is still needed, and still right.

const changed = (override: string) => `the library has changed: is ${override} still needed (docs/overrides.md)?`;

const mixed = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;
const word = (charset: string, bytes: string) => `=?${charset}?B?${Buffer.from(bytes, "latin1").toString("base64")}?=`;
const file = (type: string, content: string, filename?: string) => ({
  attachments: [{ type, content, ...(filename && { filename }) }],
});

/** What the stock mailparser makes of a mail, whose characters are bytes. */
interface Read {
  subject?: string;
  text?: string;
  from?: { name: string; address: string }[];
  attachments: { type: string; filename?: string; content: string }[];
}

const misread: [what: string, override: string, mail: string, wrong: Read][] = [
  ["a multipart without parts", "Mime.processChunk", "Content-Type: multipart/mixed\r\n\r\nHello", { attachments: [] }],
  [
    "text of another subtype (RFC 2046, 4.1.4)",
    "typeOf",
    "Content-Type: text/markdown\r\n\r\n# Hi",
    file("text/markdown", "# Hi"),
  ],
  [
    "a type without a semicolon",
    "typeOf",
    "Content-Type: text/html x\r\n\r\n<p>Hi</p>",
    file("text/html x", "<p>Hi</p>"),
  ],
  [
    "a disposition that nobody knows",
    "Mime.createNode",
    "Content-Type: text/plain\r\nContent-Disposition: own\r\n\r\nHi",
    file("text/plain", "Hi"),
  ],
  [
    "a file name in the charset of the text",
    "Mime.#nameOf",
    mixed(
      "Content-Type: text/plain; charset=gbk\r\n\r\na",
      "Content-Type: a/b\r\nContent-Disposition: attachment; filename=\xc4\xe3\r\n\r\na",
    ),
    { text: "a", ...file("a/b", "a", "\xc4\xe3") },
  ],
  [
    "a subject in the charset of the text",
    "Mime.#shownHeaders and headerText",
    "Subject: \xc4\xe3\r\nContent-Type: text/plain; charset=gbk\r\n\r\na",
    { subject: "\ufffd\ufffd", text: "a", attachments: [] },
  ],
  [
    "a text without a charset",
    "Mime.createNode and decodedAs",
    "Content-Type: text/plain\r\n\r\nGr\xfc\xdfe",
    { text: "Gr\ufffd\ufffde", attachments: [] },
  ],
  [
    "a text in ISO-2022-KR",
    "ofIso2022",
    "Content-Type: text/plain; charset=iso-2022-kr\r\n\r\n\x1b$)C\x0e>H\x0f",
    { text: "\x1b$)C\x0e>H\x0f", attachments: [] },
  ],
  [
    "uuencode",
    "uudecoded",
    "Content-Type: a/b\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 a\r\n#86)C\r\n`\r\nend",
    file("a/b", "begin 644 a\r\n#86)C\r\n`\r\nend"),
  ],
  [
    "quote marks of flowed text (RFC 3676, 4.5)",
    "Mime.createNode and unflowed",
    "Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n> One \r\n>  two",
    { text: "> One>  two", attachments: [] },
  ],
  [
    "a text with a file name, which is a file as well",
    "Mime.#keep",
    mixed("Content-Type: text/plain; name=log.txt\r\nContent-Disposition: inline\r\n\r\none"),
    { text: "one", attachments: [] },
  ],
  [
    "several headers of a name, of which the first counts",
    "Mime.#shownHeaders",
    "From: a@b.example\r\nFrom: c@d.example\r\n\r\nHi",
    { text: "Hi", from: [{ address: "c@d.example", name: "" }], attachments: [] },
  ],
  [
    "comments in comments",
    "plainAddresses",
    "From: Zo (x (y) z) <a@b.example>\r\n\r\nHi",
    { text: "Hi", from: [{ address: "a@b.example", name: "Zo z)" }], attachments: [] },
  ],
  [
    "blanks in an address",
    "plainAddresses",
    "From: <a . b @ c.example>\r\n\r\nHi",
    { text: "Hi", from: [{ address: "a . b @ c.example", name: "" }], attachments: [] },
  ],
  [
    "a route (RFC 5322, 4.4)",
    "plainAddresses",
    "From: <@x.example:a@b.example>\r\n\r\nHi",
    { text: "Hi", from: [{ address: "@x.example:a@b.example", name: "" }], attachments: [] },
  ],
  [
    "a comma in an encoded word",
    "plainAddresses",
    "From: =?utf-8?Q?a,b?= <a@b.example>\r\n\r\nHi",
    { text: "Hi", from: [{ address: "a@b.example", name: "a, b" }], attachments: [] },
  ],
  [
    "blanks behind a boundary (RFC 2046, 5.1.1)",
    "mendSplitter: compareBoundary",
    mixed("\r\none").replaceAll("\r\n--b", "$& \t"),
    { attachments: [] },
  ],
  [
    "a multipart that is not closed (RFC 2046, 5.1.2)",
    "mendSplitter: checkBoundary",
    mixed(
      "Content-Type: multipart/related; boundary=c\r\n\r\n--c\r\nContent-Type: multipart/mixed; boundary=d\r\n\r\n--d\r\n\r\none",
      "\r\ntwo",
    ),
    { text: "one\n--b\n\ntwo\n--b--\n", attachments: [] },
  ],
  ["a blank behind the name From", "mended", "From : a@b.example\r\n\r\nHi", { text: "Hi", attachments: [] }],
  [
    "a boundary on a line of its own",
    "mended",
    "Content-Type: multipart/mixed;\r\nboundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b--",
    { attachments: [] },
  ],
  [
    "bytes in an encoded word",
    "withQuotedBytes",
    "Subject: =?gbk?Q?\xc4\xe3?=\r\n\r\na",
    { subject: "\u951f\u65a4\u62f7", text: "a", attachments: [] },
  ],
  ["a type with a slip", "meantType", "Content-Type: plain/text\r\n\r\na", file("plain/text", "a")],
  [
    "a boundary that ends with a blank",
    "mendHead",
    'Content-Type: multipart/mixed; boundary="b "\r\n\r\n--b\r\n\r\nHi\r\n--b--',
    { attachments: [] },
  ],
  [
    "the messages of a digest (RFC 2046, 5.1.5)",
    "readDigested",
    "Content-Type: multipart/digest; boundary=b\r\n\r\n--b\r\n\r\nSubject: One\r\n\r\n1\r\n--b--",
    { text: "Subject: One\n\n1", attachments: [] },
  ],
  [
    "a message that is all of another, and inline",
    "mendHead",
    "Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\nSubject: a\r\n\r\nHi",
    { text: "\nSubject: a\n\nHi", attachments: [] },
  ],
  [
    "a head without an empty line behind it",
    "withBlankLine",
    "Subject: a\r\nHello you",
    { subject: "a", attachments: [] },
  ],
  [
    "two types, of which the boundary of the second is used",
    "withOneType",
    "Content-Type: multipart/mixed; boundary=a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHi\r\n--b--",
    { attachments: [] },
  ],
  [
    "a second encoding, which is the one that counts",
    "encodingOf",
    "Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64\r\n\r\nSGk=",
    { text: "SGk=", attachments: [] },
  ],
  [
    "an encoding whose name is written wrongly",
    "encodingOf",
    "Content-Transfer-Encoding: quoted_printable\r\n\r\n=41",
    { text: "=41", attachments: [] },
  ],
  [
    "a text that calls itself base64",
    "base64Decoded",
    "Content-Transfer-Encoding: base64\r\n\r\nHi, you",
    { text: "\x1e,\ufffd", attachments: [] },
  ],
  [
    "base64 with the signs of RFC 4648, 5",
    "base64Decoded",
    "Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n-_-_",
    file("a/b", ""),
  ],
  [
    "a multipart in base64",
    "wrappedIn",
    "Content-Type: multipart/mixed; boundary=b\r\nContent-Transfer-Encoding: base64\r\n\r\nLS1iDQoNCkhpDQotLWItLQ==",
    { attachments: [] },
  ],
  [
    "a signed message",
    "wrappedIn",
    "Content-Type: application/pkcs7-mime\r\n\r\nx",
    file("application/pkcs7-mime", "x"),
  ],
  [
    "a quote that is not closed",
    "plainAddresses",
    'From: "Ann <a@b.example>\r\n\r\nHi',
    { text: "Hi", from: [{ address: '"Ann <a"@b.example>', name: "" }], attachments: [] },
  ],
  [
    "lines that end with a bare CR",
    "fromFirstHeader",
    "Subject: a\rX: b\r\rHi",
    { subject: "a X: b  Hi", attachments: [] },
  ],
  ["a byte order mark", "fromFirstHeader", "\xef\xbb\xbfSubject: a\r\n\r\nHi", { text: "Hi", attachments: [] }],
];

const misreadWords: [what: string, override: string, words: string, wrong: string][] = [
  ["a charset with an x before its name", "normalizeCharset", word("x-mac-cyrillic", "\x8f\xf0"), "\ufffd\ufffd"],
  ["a code page of DOS", "normalizeCharset", word("dos-866", "\x8f\xe0"), "\ufffd\ufffd"],
  ["a charset that nobody knows", "libcharset.decode", word("no-such", "Gr\xfc\xdfe"), "Gr\ufffd\ufffde"],
  ["UTF-8 that calls itself ASCII", "libcharset.decode", word("us-ascii", "\xc3\xbc"), "\xc3\xbc"],
  ["Korean in ISO-2022-JP-2 (RFC 1554)", "ofIso2022", word("iso-2022-jp-2", "\x1b$(CGQ\x1b(B"), "CGQ"],
  ["Johab", "ofJohab", word("johab", "\xd0\x65"), "\ufffde"],
  ["HZ (RFC 1843)", "gbkOfHz", word("hz", "~{Dc~}"), "~{Dc~}"],
  ["a name of a charset with a colon", "decodeWords", "=?iso_8859-1:1987?Q?=FC?=", "=?iso_8859-1:1987?Q?=FC?="],
];

const misreadValues: [what: string, value: string, wrong: object][] = [
  ["no semicolon", "a/b boundary=c", { value: "a/b boundary=c", params: {} }],
  ["a comma for a semicolon", "a/b, name=c", { value: "a/b, name=c", params: {} }],
  ["a parameter twice", "a/b; c=d; C=e", { value: "a/b", params: { c: "e" } }],
  ["comments", "a/b (x); c=d (y)", { value: "a/b (x)", params: { c: "d (y)" } }],
  [
    "a percent sign in a piece that is not encoded (RFC 2231, 4.1)",
    "a/b; c*0*=utf-8''%41; c*1=%41",
    { value: "a/b", params: { c: "AA" } },
  ],
];

/** What takes time quadratic in its length, and the same with the runs broken up. */
const slow: [what: string, override: string, mail: (run: string) => string, run: string][] = [
  [
    "blanks in quoted-printable",
    "quotedPrintableDecoded",
    (run) => `Content-Transfer-Encoding: quoted-printable\r\n\r\n${run}x`,
    " ".repeat(10_000),
  ],
  ["carriage returns in a head", "mendHead", (run) => `A: b${run}x\r\n\r\n`, "\r".repeat(12_000)],
  ["empty lines in a head", "mendHead", (run) => `A: b${run}x\r\n\r\n`, "\r\r\n".repeat(4_000)],
];
const broken = (run: string) => run.replaceAll(/.{10}/gs, "xxxxxxxxxx");

interface Answer {
  mails: Read[];
  words: string[];
  values: object[];
  milliseconds: number[][];
  /** Which of `moreNames` the stock libmime decodes alike. */
  known: string[];
  /** Whether a file's content ended or failed after the parser had failed. */
  settled: boolean;
}

const askStock = `
  import { setImmediate as turn } from "node:timers/promises";
  import { buffer, text } from "node:stream/consumers";
  import libmime from "libmime";
  import libcharset from "libmime/lib/charset.js";
  import { MailParser, simpleParser } from "mailparser";
  const given = JSON.parse(await text(process.stdin));
  const stock = new libmime.Libmime();
  const read = (mail) => simpleParser(Buffer.from(mail, "latin1"));
  const all = Array.from({ length: 256 }, (_, byte) => byte);
  const samples = [Buffer.from(all), Buffer.from(all.flatMap((lead) => [lead | 0xa0, 0xb0])), Buffer.from("\\x1b$B$3$s\\x1b(B")];
  const decoded = (charset) => samples.map((bytes) => libcharset.decode(bytes, charset)).join();

  const mails = [];
  for (const mail of given.mails) {
    const { subject, text, from, attachments } = await read(mail);
    const files = attachments.map(({ contentType: type, filename, content }) => ({ type, filename, content: content.toString("latin1") }));
    mails.push({ subject, text, from: from?.value, attachments: files });
  }
  const milliseconds = [];
  for (const pair of given.slow) {
    const took = [];
    for (const mail of pair) {
      const { user } = process.cpuUsage();
      await read(mail);
      took.push((process.cpuUsage().user - user) / 1000);
    }
    milliseconds.push(took);
  }
  const parser = new MailParser();
  const failed = new Promise((resolve) => parser.once("error", resolve));
  let content;
  const readParts = async () => {
    for await (const part of parser) {
      if (part.type !== "attachment") continue;
      content = part.content;
      await buffer(content);
      part.release();
    }
  };
  readParts().catch(() => undefined);
  parser.end(given.tooManyParts);
  await failed;
  await turn();
  process.stdout.write(JSON.stringify({
    mails,
    words: given.words.map((words) => stock.decodeWords(words)),
    values: given.values.map((value) => stock.parseHeaderValue(value)),
    milliseconds,
    known: given.names.flatMap(([name, charset]) => (decoded(name) === decoded(charset) ? [name] : [])),
    settled: content.readableEnded || content.destroyed,
  }));`;

describe("the stock mailparser, mailsplit and libmime", () => {
  let answer: Answer;
  beforeAll(() => {
    const part = `--b\r\nContent-Type: a/b\r\n\r\n${"x".repeat(60)}\r\n`;
    const given = {
      mails: misread.map(([, , mail]) => mail),
      words: misreadWords.map(([, , words]) => words),
      values: misreadValues.map(([, value]) => value),
      slow: slow.map(([, , mail, run]) => [mail(broken(run)), mail(run)]),
      // The other charsets are ours, or what the stock takes all for that it does not know.
      names: Object.entries(moreNames).filter(
        ([, charset]) => !/^(?:utf-8|us-ascii|iso-2022-(?:kr|cn|jp-2)|johab|hz-)/i.test(charset),
      ),
      tooManyParts: `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(1000)}--b--\r\n`,
    };
    const options = { cwd: import.meta.dirname, input: JSON.stringify(given), encoding: "utf8" } as const;
    answer = JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", askStock], options));
  });

  it.each(misread.map(([what, override, , wrong], at) => ({ what, override, wrong, at })))(
    "reads wrongly: $what",
    ({ override, wrong, at }) => expect(answer.mails[at], changed(override)).toEqual(wrong),
  );

  it.each(misreadWords.map(([what, override, , wrong], at) => ({ what, override, wrong, at })))(
    "decodes wrongly: $what",
    ({ override, wrong, at }) => expect(answer.words[at], changed(override)).toBe(wrong),
  );

  it.each(misreadValues.map(([what, , wrong], at) => ({ what, wrong, at })))(
    "reads parameters wrongly: $what",
    ({ wrong, at }) => expect(answer.values[at], changed("separated")).toEqual(wrong),
  );

  it.each(slow.map(([what, override], at) => ({ what, override, at })))(
    "takes time quadratic in the length of $what",
    ({ override, at }) => {
      const [usual = 0, long = 0] = answer.milliseconds[at] ?? [];
      expect(long, changed(override)).toBeGreaterThan(10 * usual);
    },
  );

  it("does not know the charsets that mended_libmime.ts names", () => {
    expect(answer.known, changed("each of these names in moreNames")).toEqual([]);
  });

  it("never ends the content of a file after it has failed", () => {
    expect(answer.settled, changed("the destruction of a part in readMail")).toBe(false);
  });
});
