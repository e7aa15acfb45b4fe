import { eventTextMax } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { extract } from "./make_extract.ts";

const lines = (content: Buffer) => content.toString("base64").replace(/.{76}/g, "$&\r\n");
const encoded = (type: string, content: string | Buffer, ...headers: string[]) =>
  [`Content-Type: ${type}`, "Content-Transfer-Encoding: base64", ...headers, "", lines(Buffer.from(content))].join(
    "\r\n",
  );
const multipart = (...parts: string[]) =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join("")}--b--\r\n`;
const plain = (text: string) => encoded("text/plain; charset=utf-8", text);
const pdf = encoded("application/pdf", Buffer.alloc(300_000, "pdf"));
const log = encoded("text/plain", Buffer.alloc(300_000, "log"), "Content-Disposition: attachment; filename=a.log");
const extracted = (message: string) => extract(Buffer.from(message));

describe("extract", () => {
  it.each([
    ["behind a file", multipart(pdf, plain("Hello"), encoded("text/html", "<p>Hi")), "Hello\nHi", "<p>Hi"],
    ["around a file", multipart(plain("Hello"), pdf, plain("Bye")), "Hello\nBye", null],
    [
      "of HTML alone with its links' URLs",
      encoded("text/html", '<base href="https://a.example/"><a href="b">Confirm</a>'),
      "Confirm <https://a.example/b>",
      '<base href="https://a.example/"><a href="b">Confirm</a>',
    ],
    ["before a file that is text", multipart(plain("Hello"), log), "Hello", null],
  ])("reads the text %s", async (_where, message, text, html) => {
    expect(await extracted(message)).toEqual({ text, html, truncated: false });
  });

  it.each([
    ["has more than is read of it", plain("中".repeat(eventTextMax))],
    ["has more than is sent of it", plain("x".repeat(eventTextMax + 1))],
    ["has much beside it that is no file", multipart(plain("Hello"), encoded("multipart/x", Buffer.alloc(300_000)))],
    ["has too many files before it", multipart(...Array.from({ length: 60 }, () => pdf.slice(0, 6_000)), plain("x"))],
    ["comes with long HTML", multipart(plain("Hello"), encoded("text/html", "x".repeat(eventTextMax + 1)))],
  ])("marks a text as truncated that %s", async (_what, message) => {
    const { html, truncated } = await extracted(message);
    expect({ html, truncated }).toEqual({ html: null, truncated: true });
  });

  it("ends a long text with a whole character", async () => {
    const { text } = await extracted(plain(`x${"😀".repeat(eventTextMax / 2)}`));
    expect([text.length, text.isWellFormed(), text.at(-1)]).toEqual([eventTextMax - 1, true, "😀".at(-1)]);
  });

  it("answers a text of the maximum length whole", async () => {
    const text = "x".repeat(eventTextMax);
    expect(await extracted(plain(text))).toEqual({ text, html: null, truncated: false });
  });
});
