import { expect, it } from "vitest";
import { cpuTime } from "../../testing/cpu_time.ts";
import { readMail } from "./read_mail.ts";

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
  ["messages in messages", "Content-Type: message/rfc822\r\n\r\n".repeat(20_000)],
])("handles many %s quickly (threat 16)", async (_what, raw) => {
  const begin = cpuTime();
  await readMail(Buffer.from(raw));
  expect(cpuTime() - begin).toBeLessThan(1000);
});

it("fails if a message turns out to have too many parts while a file is being read (threat 16)", async () => {
  const part = `--b\r\nContent-Type: a/b\r\n\r\n${"x".repeat(60)}\r\n`;
  const raw = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(1000)}--b--\r\n`;
  await expect(readMail(Buffer.from(raw))).rejects.toThrow("child nodes");
});
