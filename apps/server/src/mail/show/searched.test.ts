import { expect, it } from "vitest";
import { readFound, readIndexed, readSearched } from "./searched.ts";

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
  const row = { sender: "A <a@elsewhere.example>", subject: "x", recipients: "zoe@mayfly.test", code: "1234" };
  const { tokens, texts, has_link } = await readSearched(raw, { row, texts: true });
  expect(texts).toEqual({
    subject: ["x"],
    from: ["a <a@elsewhere.example>"],
    to: ["zoe@mayfly.test", "zoe <zoe@mayfly.test>", "b@mayfly.test", "c@mayfly.test"],
    filename: ["receipt 7.pdf"],
    code: ["1234"],
    any: expect.arrayContaining([expect.stringMatching(/^hello you.*https:\/\/shop\.example\/1/)]),
  });
  expect(tokens.filename).toEqual(["receipt", "7.pdf", "7", "pdf"]);
  expect(tokens.any).toEqual(expect.arrayContaining(["hello", "you", "1234", "c@mayfly.test", "receipt"]));
  expect(has_link).toBe(true);
  expect((await readSearched(raw, { row, texts: false })).texts.any).toEqual([]);
  const words = { subject: [], from: [], to: [], filename: [], any: [{ token: "you", isPrefix: false }] };
  expect(await readFound(raw, { words, row })).toMatchObject({
    sender: [row.sender],
    text: ["Hello ", "you", expect.any(String)],
  });
});

const row = { sender: "", subject: "", recipients: "", code: "" };
/** The text in each of its forms. */
async function formsOf(raw: Buffer) {
  const { texts, has_link } = await readSearched(raw, { row, texts: true });
  return { texts: texts.any.filter((text) => text !== ""), has_link };
}

it("looks at the beginning of a long text, and at no half of a character", async () => {
  const { texts, has_link } = await formsOf(mail("Subject: x", "", `${"a".repeat(64 * 1024 - 1)}😀 end`));
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
  const { texts } = await formsOf(raw);
  expect(texts).toEqual(["only in html: siskin a footer", "please use a program that shows html."]);
});

it("reads the words of all fields for the index, with their marks and whether there is a link", async () => {
  const raw = (html: string) =>
    mail("From: Shop <a@b.example>", "To: Ada <ada@b.example>", "Content-Type: text/html", "", html, "");
  const given = { ...row, sender: "Shop <a@b.example>", subject: "Order" };
  const indexed = async (html: string) => (await readIndexed(raw(html), given)).split(" ");
  const plain = await indexed("<p>Thank you</p>");
  expect(plain).toEqual(expect.arrayContaining(["order", "s:order", "shop", "f:shop", "ada", "r:ada", "thank"]));
  expect(plain).not.toContain("#link");
  for (const html of [
    '<a href="https://b.example/1">Go</a>',
    '<a href="mailto:a@b.example">a@b.example</a>',
    "http://b.example",
  ])
    expect(await indexed(html), html).toContain("#link");
  expect(await indexed('<a name="here">Here</a> a@b.example')).not.toContain("#link");
});
