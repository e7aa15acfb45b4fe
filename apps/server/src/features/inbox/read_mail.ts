import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import libmime from "libmime";
import type { AddressObject, AttachmentStream, MessageText } from "mailparser";
import { decoded } from "./charset.ts";
import { unflowed } from "./flowed.ts";
import { headEnd } from "./head.ts";
import { type Attachment, Mime, type MimeOptions, type Node } from "./mime.ts";
import type { Text, Texts } from "./texts.ts";

export interface Mail {
  /** The first of the senders that has an address; empty when there is none. */
  name: string;
  address: string;
  subject: string;
  /** What its first text that says so is written in. */
  charset: string | false;
  texts: Texts;
  attachments: Attachment[];
}

/**
 * Reads a message (RFC 5322).
 * @throws when it cannot be read
 */
export async function readMail(raw: Buffer, options: MimeOptions = {}): Promise<Mail> {
  const parser = new Mime(options);
  const found: Found[] = [];
  let reading: Readable | undefined;
  // A part that is being read when the rest cannot be would never end.
  parser.once("error", (error: Error) => reading?.destroy(error));
  parser.end(withBlankLine(raw));
  for await (const part of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (part.type !== "attachment") continue;
    const { cid, headers } = part;
    // Where the header is empty, or only a comment, there is none.
    const contentType = part.contentType || "application/octet-stream";
    reading = part.content as Readable;
    const content = await buffer(reading);
    const isForm = parser.forms.has(headers);
    found.push({ filename: part.filename || nameOf(contentType), contentType, cid, content, isForm });
    part.release();
  }
  const attachments = [...filesOf(found), ...parser.namedTexts.map((text) => text())];
  const { tree, charset } = parser;
  if (!tree) return { name: "", address: "", subject: "", charset, texts: plain(""), attachments };
  const headers = tree.shownHeaders();
  const from = headers.get("from") as AddressObject | undefined;
  // Not the name of a group (RFC 6854) but who is in it, and nobody without an address before one with (threat 20).
  const senders = from?.value.flatMap((one) => one.group ?? [one]) ?? [];
  const { name = "", address = "" } = senders.find((one) => one.address) ?? senders[0] ?? {};
  const subject = (headers.get("subject") ?? "") as string;
  return { name, address, subject, charset, texts: textsOf(tree), attachments };
}

/** Ends the head of a message with an empty line where there is none. */
function withBlankLine(raw: Buffer): Buffer {
  const end = headEnd(raw);
  if (end === raw.length || /^\r?\n/.test(raw.toString("latin1", end, end + 2))) return raw;
  return Buffer.concat([raw.subarray(0, end), Buffer.from("\r\n"), raw.subarray(end)]);
}

interface Found extends Attachment {
  /** It is one form of a text. */
  isForm: boolean;
}

/** Without HTML for other programs, and without the form of an invitation that is attached as well. */
function filesOf(found: Found[]): Attachment[] {
  const calendarOf = ({ contentType, content }: Attachment) =>
    /^(?:text\/calendar|application\/ics)$/.test(contentType) &&
    content.toString("latin1").replaceAll("\r\n", "\n").trim();
  const attached = new Set(found.filter(({ isForm }) => !isForm).map(calendarOf));
  return found.filter((file) => {
    if (!file.isForm) return true;
    const calendar = calendarOf(file);
    return calendar === false ? !/^text\/x-(?:amp|watch)-html$/.test(file.contentType) : !attached.has(calendar);
  });
}

const names = new Map([
  ["message/rfc822", "message.eml"],
  ["message/delivery-status", "delivery-status.txt"],
  ["message/disposition-notification", "read-receipt.txt"],
  ["text/calendar", "invite.ics"],
]);

/** Of a file that comes without: invitations, reports and returned messages do. */
const nameOf = (type: string) => names.get(type) ?? `attachment.${libmime.detectExtension(type)}`;

function textsOf(node: Node): Texts {
  const { contentType, showMeta, textContent, flowed, isBytes, children } = node;
  const { unparted, _boundary, _parentBoundary } = node.node;
  const head = showMeta ? [plain(introductionOf(node))] : [];
  const isHtml = contentType === "text/html";
  const text = textContent && flowed ? unflowed(textContent, flowed.delsp) : textContent;
  const read = (own: string) => (isBytes ? decoded(Buffer.from(own, "latin1"), isHtml) : own);
  const own: Text[] = text ? [{ type: isHtml ? "html" : "plain", read: () => read(text) }] : [];
  // A multipart whose boundary is not there, or not the one that it names.
  if (unparted) {
    const body = decoded(Buffer.concat(unparted), false).replaceAll("\r\n", "\n");
    // The end of the multipart around it comes along, with what stands behind that.
    const end = _parentBoundary ? `\n${body}`.indexOf(`\n--${_parentBoundary}--`) : -1;
    const shown = end < 0 ? body : body.slice(0, end);
    own.push(plain(_boundary ? shown.replaceAll(`--${_boundary}--`, "") : shown));
  }
  const within = { alternative: contentType === "multipart/alternative", parts: children.map(textsOf) };
  return { alternative: false, parts: [...head, ...own, within] };
}

const plain = (text: string): Text => ({ type: "plain", read: () => text });

/** What tells of a message within another. */
function introductionOf(node: Node): string {
  const headers = node.shownHeaders();
  const lines = ["From", "Subject", "Date", "To", "Cc"].map((name) => {
    const value = headers.get(name.toLowerCase());
    const text = value instanceof Date ? value.toUTCString() : ((value as AddressObject)?.text ?? value);
    return text === undefined ? "" : `${name}: ${text}\n`;
  });
  return `\n${lines.join("")}`;
}
