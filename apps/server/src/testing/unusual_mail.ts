import { describe, expect, it } from "vitest";
import { beginningOf } from "../mail/beginning.ts";
import { extract } from "../mail/make_extract.ts";
import { summarise } from "../mail/make_summary.ts";
import { mailboxText } from "../mail/mime/mailbox.ts";
import { readMail } from "../mail/mime/read_mail.ts";
import { readText } from "../mail/read_parts.ts";
import { imageLinks } from "../mail/show/image_link.ts";
import { readOrdinary } from "../mail/show/ordinary_mail.ts";
import { render } from "../mail/show/render.ts";
import { visibleLine, withoutControls } from "../text/visible_text.ts";

/** What is right for a message. What is left out is not looked at. */
interface Right {
  sender?: string;
  subject?: string;
  /** In one line. */
  text?: string;
  code?: string;
  to?: string[];
  cc?: string[];
  /** Their names and bytes, each byte a character. */
  files?: [name: string, content: string][];
  has_attachment?: boolean;
}

/** A message, each byte a character. Its lines end with CRLF. */
export type Kind = [what: string, lines: string[], right: Right];

export const from = "From: Shop <shop@shop.example>";
export const multipart = (kind: string, ...parts: string[][]) => [
  `Content-Type: multipart/${kind}; boundary=${kind}`,
  "",
  ...parts.flatMap((part) => [`--${kind}`, ...part]),
  `--${kind}--`,
];
export const mixed = (...parts: string[][]) => multipart("mixed", ...parts);
export const related = (...parts: string[][]) => multipart("related", ...parts);
export const text = (said: string) => ["Content-Type: text/plain", "", said];
export const html = (said: string) => ["Content-Type: text/html", "", said];
export const base64 = (bytes: string) => Buffer.from(bytes, "latin1").toString("base64");
export const png = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
export const image = (content: string, ...headers: string[]) => [
  ...headers,
  "Content-Transfer-Encoding: base64",
  "",
  base64(content),
];
export const inline = (content: string, type = "image/png") =>
  image(content, `Content-Type: ${type}; name=p`, "Content-Disposition: inline; filename=p", "Content-ID: <1@x>");
export const shows = html("<p>photo</p><img src=cid:1@x>");
export const encoded = (charset: string, bytes: string) => `Subject: =?${charset}?B?${base64(bytes)}?=`;
export const inCharset = (charset: string, bytes: string) => [
  `Content-Type: text/plain; charset=${charset}`,
  "",
  bytes,
];
export const octets = (encoding: string) => [
  "Content-Type: application/octet-stream; name=a.txt",
  "Content-Disposition: attachment; filename=a.txt",
  `Content-Transfer-Encoding: ${encoding}`,
  "",
];
export const csv = ["Content-Type: text/csv; name=a.csv", "Content-Disposition: attachment; filename=a.csv", "", "1,2"];

const line = (said: string) => said.replace(/\s+/g, " ").trim();

/** Tests that each message says the same in the list, opened, as text, to webhooks and in the headers, and what is right. */
export function readsAlike(what: string, list: Kind[]): void {
  describe(`mail with unusual ${what}`, () => {
    it.each(list)("is read alike when it comes in and when it is opened: %s", async (_what, lines, right) => {
      const raw = Buffer.from(lines.join("\r\n"), "latin1");
      const summary = await summarise(beginningOf(raw));
      const mail = await readMail(raw);
      const opened = await render(raw, imageLinks("key", "source"));
      const { text: whole } = await readText(raw);
      const files = mail.attachments.map(({ filename, content }) => [filename, content.toString("latin1")]);
      const all = { ...summary, text: line(whole), to: opened.to, cc: opened.cc, files };
      expect(all).toMatchObject(right);

      expect(summary.sender).toBe(mailboxText(mail));
      expect(summary.subject).toBe(visibleLine(mail.subject));
      expect(line(whole).slice(0, 200)).toBe(summary.preview);
      expect(line(withoutControls((await extract(raw)).text))).toBe(line(whole));
      expect(opened.attachments.some(({ embedded }) => embedded === 0)).toBe(summary.has_attachment);
      const ordinary = readOrdinary(raw);
      if (ordinary !== undefined) expect(ordinary.has_attachment).toBe(summary.has_attachment);
    });
  });
}
