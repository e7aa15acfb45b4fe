import { isUtf8 } from "node:buffer";
import { cut } from "../text/cut.ts";
import { withoutControls } from "../text/visible_text.ts";
import { beginningOf } from "./beginning.ts";
import { headerText } from "./mime/charset.ts";
import { fieldEnd, fromFirstHeader, headEnd, longestHead } from "./mime/head.ts";
import { libmime } from "./mime/mended_libmime.ts";
import { type Mail, readMail } from "./mime/read_mail.ts";
import { shownTexts } from "./mime/texts.ts";
import type { Part } from "./show/html_to_text.ts";
import { linkTargets } from "./show/link_targets.ts";
import { partText, plainText, textForms } from "./show/plain_text.ts";
import { linksOf, type Rendered } from "./show/render.ts";

/** More than anybody reads. */
export const textLength = 500_000;
export const headerCount = 1_000;

export interface MessageText {
  text: string;
  cut: boolean;
}

/** A message as plain text: its own, or what its HTML says. */
export const readText = async (raw: Buffer): Promise<MessageText> => textOf(await readMail(raw));

const textOf = ({ texts }: Mail): MessageText => cutText(plainText(texts, textLength + 1, linkTargets));

/** The same with the links, for programs that want no more of a message. */
export async function readTextAndLinks(raw: Buffer): Promise<MessageText & Pick<Rendered, "links">> {
  const mail = await readMail(raw);
  return { ...textOf(mail), links: linksOf(mail) };
}

/** The same in each of the message's forms, the one that is shown first. */
export async function readTextForms(raw: Buffer): Promise<MessageText[]> {
  const { texts } = await readMail(raw);
  return textForms(texts, textLength + 1).map(cutText);
}

export interface ShownText {
  /** Without what its HTML hides from its reader. */
  shown: string;
  hidden: string;
}

/** As `readText`, in two parts. */
export async function readShownText(raw: Buffer): Promise<ShownText> {
  const { texts } = await readMail(raw);
  const part = (name: Part) => cutText(partText(texts, textLength + 1, name)).text;
  return { shown: part("shown"), hidden: part("hidden") };
}

const cutText = (text: string): MessageText => ({
  text: withoutControls(cut(text, textLength)).toWellFormed(),
  cut: text.length > textLength,
});

/** Characters of a message's HTML; a longer one is read as the whole message. */
const htmlLength = 1_000_000;

/** A message's HTML as its sender wrote it; undefined when there is none, or it is too long. */
export async function readHtml(raw: Buffer): Promise<string | undefined> {
  const { texts } = await readMail(raw);
  const documents = shownTexts(texts, "html").filter(({ type }) => type === "html");
  const html = documents.map(({ read }) => read()).join("<br/>\n");
  return html === "" || html.length > htmlLength ? undefined : html.toWellFormed();
}

export interface MessageHeaders {
  headers: { name: string; value: string }[];
  cut: boolean;
}

/** All headers in their order, unfolded (RFC 5322, section 2.2.3) and decoded (RFC 2047). */
export async function readHeaders(message: Buffer): Promise<MessageHeaders> {
  const raw = fromFirstHeader(message);
  const end = headEnd(raw);
  const head = raw.toString("latin1", 0, Math.min(end, longestHead));
  const lines = head.split(fieldEnd).filter((line) => /^[ \t]*[^ \t:]+[ \t]*:/.test(line));
  const charset = isUtf8(Buffer.from(head, "latin1")) ? false : await charsetOf(raw);
  const headers = lines.slice(0, headerCount).map((bytes) => {
    const line = headerText(bytes, charset);
    const colon = line.indexOf(":");
    const value = line.slice(colon + 1).replace(/\r?\n[ \t]*/g, " ");
    return { name: line.slice(0, colon).trim(), value: libmime.decodeWords(value.trim()) };
  });
  return { headers, cut: lines.length > headerCount || end > longestHead };
}

/** The charset of a message's text; false if the message cannot be read: its headers are shown all the same. */
async function charsetOf(raw: Buffer): Promise<string | false> {
  const mail = await readMail(beginningOf(raw)).catch(() => undefined);
  return mail?.charset ?? false;
}

export interface FoundAttachment {
  filename: string;
  content_type: string;
  bytes: Uint8Array;
}

/** Undefined when there is no such attachment. @param part its number in the list that `render` gives */
export async function readAttachment(raw: Buffer, part: number): Promise<FoundAttachment | undefined> {
  const { attachments } = await readMail(raw);
  const found = attachments[part];
  if (found === undefined) return undefined;
  // Copied, because posting a view to another thread would send the whole buffer under it.
  const bytes = new Uint8Array(found.content);
  return { filename: found.filename, content_type: found.contentType, bytes };
}
