import { expect, it } from "vitest";
import { cpuTime, usualTimeSince } from "../../testing/cpu_time.ts";
import { readMail } from "./read_mail.ts";
import { shownTexts } from "./texts.ts";

const base64 = "Content-Transfer-Encoding: base64\r\n\r\n";
const encoded = (bytes: string) => Buffer.from(bytes, "latin1").toString("base64");
const charset = (name: string) => `Content-Type: text/plain; charset=${name}\r\n${name === "johab" ? base64 : "\r\n"}`;
const smime = `Content-Type: application/pkcs7-mime\r\n${base64}`;
/** The beginning of a signed message, up to its content. */
const signed =
  "\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01\x31\x00\x30\x80\x06\x01\x00\xa0\x80";
const typed = (type: string) => `--b\r\nContent-Type: text/plain${type}\r\n\r\nx\r\n`;

it.each([
  ["blanks in quoted-printable", `Content-Transfer-Encoding: quoted-printable\r\n\r\n${" \t".repeat(500_000)}x`],
  [
    "blanks in what may be boundaries",
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n${`--${" ".repeat(60_000)}x \r\n`.repeat(8)}`,
  ],
  ["headers", "a:\r\n".repeat(200_000)],
  ["mailboxes", ["To", "Cc", "Reply-To"].map((name) => `${name}: ${"a,".repeat(490)}\r\n`.repeat(330)).join("")],
  [
    "carriage returns in a head",
    `From: "${"\r".repeat(200_000)}" <a@b.test>\r\nA: b${"\r\r\n".repeat(50_000)}x\r\n\r\ny`,
  ],
  [
    "lines like boundaries in many multiparts",
    `${Array.from({ length: 900 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`).join("")}\r\n${"--\r\n--c\r\n".repeat(100_000)}`,
  ],
  ["pieces of a multipart without parts", `Content-Type: multipart/mixed\r\n\r\n${"--\r\n".repeat(200_000)}`],
  [
    "blanks in types",
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${typed(`${" ".repeat(31_000)}x`).repeat(20)}--b--`,
  ],
  ["comments", `From: ${"(".repeat(15_000)}${"()".repeat(8_000)}\r\nTo: ${"<@a:(".repeat(6_000)}\r\n\r\n`],
  [
    "blanks in addresses",
    `From: <${" ".repeat(16_000)}a . ${" ".repeat(15_000)}>\r\nTo: ${" . a".repeat(8_000)}@x\r\n\r\n`,
  ],
  ["quotes in addresses", `From: <${'"\\'.repeat(16_000)}\r\nTo: ${'<"a'.repeat(10_000)}\r\n\r\n`],
  ["quotes in parameters", `Content-Type: text/plain; ${'a="\\" '.repeat(100_000)}\r\n\r\n`],
  ["parameters without semicolons", `Content-Type: text/plain${" charset=".repeat(80_000)}\r\n\r\n`],
  ["words that are not closed", `Subject: ${"=?a?q?\u00e9".repeat(100_000)}\r\n\r\n`],
  ["carriage returns in a text", `\r\n${"\r".repeat(2_000_000)}x`],
  ["lines of uuencode", `Content-Transfer-Encoding: x-uue\r\n\r\n${"!!!\r\n".repeat(300_000)}`],
  ["empty lines of uuencode", `Content-Transfer-Encoding: x-uue\r\n\r\n${"begin\n".repeat(300_000)}`],
  ["Chinese characters", `\r\n${Buffer.from("\xc4\xe3".repeat(500_000), "latin1").toString("latin1")}`],
  ["blanks in base64", `${base64}${" \t".repeat(500_000)},`],
  ["blanks in lines of base64", `${base64}${`${" ".repeat(200_000)}a,\r\n`.repeat(5)}`],
  ["lines of base64 and of none", `${base64}${"QUJD\r\n,\r\n".repeat(100_000)}`],
  ["paddings", `${base64}${"QQ==".repeat(250_000)}`],
  ["empty paddings", `${base64}${"=".repeat(1_000_000)}`],
  ["encodings", `${"Content-Transfer-Encoding: ((((x\r\n".repeat(30_000)}\r\nx`],
  ["types", `${"Content-Type: multipart/mixed; boundary=b\r\n".repeat(22_000)}\r\n${"--c\r\n".repeat(10_000)}`],
  [
    "types of many parts",
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\n${"Content-Type: multipart/mixed; boundary=c\r\n".repeat(25)}\r\nx\r\n`.repeat(900)}`,
  ],
  [
    "multiparts in base64",
    `Content-Type: multipart/mixed; boundary=b\r\n\r\n${`--b\r\nContent-Type: multipart/mixed; boundary=c\r\n${base64}QUJD\r\n`.repeat(900)}`,
  ],
  ["bare carriage returns", `A: b\rC: d\r\r${"x\r".repeat(500_000)}`],
  ["lines that continue nothing", `${" x\r\n".repeat(250_000)}A: b\r\n\r\n`],
  ["headers beyond the limit", `${"a: b\r\n".repeat(1_000_000)}\r\nx`],
  ["escape sequences", `${charset("iso-2022-jp-2")}${"\x1b$(CGQ\x1b$BF|".repeat(90_000)}`],
  ["unknown escape sequences", `${charset("iso-2022-kr")}${"\x1b".repeat(1_000_000)}`],
  ["shifts", `${charset("iso-2022-kr")}${"\x0eGQ\x0fa".repeat(200_000)}`],
  ["single characters of another charset", `${charset("iso-2022-jp-2")}${"\x1bNa".repeat(300_000)}`],
  ["characters of Johab", `${charset("johab")}${encoded("\xd0\x65\xe0\x31".repeat(190_000))}`],
  ["elements without a length", `${smime}${encoded("\x30\x80".repeat(380_000))}`],
  ["elements of strings", `${smime}${encoded(`${signed}${"\x24\x80\x04\x00\x00\x00".repeat(120_000)}`)}`],
  ["quotes that are not closed", `From: ${'"\\'.repeat(16_000)}\r\nTo: ${'["\\'.repeat(10_000)}\r\n\r\n`],
  ["messages in messages", "Content-Type: message/rfc822\r\n\r\n".repeat(20_000)],
])("handles many %s quickly (threat 16)", async (_what, raw) => {
  const message = Buffer.from(raw);
  const begin = cpuTime();
  const { texts } = await readMail(message);
  for (const { read } of shownTexts(texts, "plain")) read();
  expect(usualTimeSince(begin)).toBeLessThan(1000);
});

it("fails if a message turns out to have too many parts while a file is being read (threat 16)", async () => {
  const part = `--b\r\nContent-Type: a/b\r\n\r\n${"x".repeat(60)}\r\n`;
  const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(1000)}--b--\r\n`;
  await expect(readMail(Buffer.from(raw))).rejects.toThrow("child nodes");
});
