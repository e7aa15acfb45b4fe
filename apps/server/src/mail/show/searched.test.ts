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
  const { text, ...rest } = await readSearched(raw);
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
  const { text, has_link } = await readSearched(mail("Subject: x", "", `${"a".repeat(64 * 1024 - 1)}😀 end`));
  expect(text).toHaveLength(64 * 1024);
  expect(text.isWellFormed()).toBe(true);
  expect(has_link).toBe(false);
});
