import { expect, it } from "vitest";
import { readSearched } from "./searched.ts";

const mail = (...lines: string[]) => Buffer.from(lines.join("\r\n"));

it("reads all that a search looks at: text, addresses, names of files, and whether there is a link", async () => {
  const raw = mail(
    "From: a@elsewhere.example",
    "To: Zoe <zoe@mayfly.test>, b@mayfly.test",
    "Cc: c@mayfly.test",
    "Subject: x",
    "Content-Type: multipart/mixed; boundary=b",
    "",
    "--b",
    "Content-Type: text/html",
    "",
    '<p>Hello\0 <b>you</b></p><a href="https://shop.example/1">Have a look</a>',
    "--b",
    'Content-Type: application/pdf; name="receipt 7.pdf"',
    "Content-Disposition: attachment",
    "",
    "x",
    "--b--",
    "",
  );
  const { texts, ...rest } = await readSearched(raw);
  const [text] = texts;
  expect(texts).toHaveLength(1);
  expect(text).toMatch(/Hello.*you/);
  expect(text).toContain("https://shop.example/1");
  expect(text).not.toContain("\0");
  expect(rest).toEqual({
    to: ["Zoe <zoe@mayfly.test>", "b@mayfly.test"],
    cc: ["c@mayfly.test"],
    filenames: ["receipt 7.pdf"],
    has_link: true,
  });
});

it("looks at the beginning of a long text, and at no half of a character", async () => {
  const { texts, has_link } = await readSearched(mail("Subject: x", "", `${"a".repeat(64 * 1024 - 1)}😀 end`));
  expect(texts).toEqual([`${"a".repeat(64 * 1024 - 1)}\ufffd`]);
  expect(has_link).toBe(false);
});

it("looks at both forms of a message, the one that is shown first, and once at what belongs to both", async () => {
  const raw = mail(
    "Subject: x",
    "Content-Type: multipart/mixed; boundary=a",
    "",
    "--a",
    "Content-Type: multipart/alternative; boundary=b",
    "",
    "--b",
    "",
    "Please use a program that shows HTML.",
    "--b",
    "Content-Type: text/html",
    "",
    "<p>Only in HTML: siskin</p>",
    "--b--",
    "--a",
    "",
    "A footer",
    "--a--",
    "",
  );
  const { texts } = await readSearched(raw);
  expect(texts).toEqual(["Only in HTML: siskin\nA footer", "Please use a program that shows HTML."]);
});
