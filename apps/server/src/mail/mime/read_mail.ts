import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { AddressObject, AttachmentStream, MessageText } from "mailparser";
import { calendarText } from "./calendar.ts";
import { decoded, decodedAs } from "./charset.ts";
import { unflowed } from "./flowed.ts";
import { asRead, headEnd, withoutLongHead } from "./head.ts";
import type { Mailbox } from "./mailbox.ts";
import { libmime } from "./mended_libmime.ts";
import { type Attachment, isForm, Mime, type MimeOptions, type Node } from "./mended_mailparser.ts";
import type { Text, Texts } from "./texts.ts";
import { bodyOf, wrappedIn } from "./wrapped.ts";

/** With name and address of the first sender that has an address, or else of the first of all; empty without one. */
export interface Mail extends Mailbox {
  /** Those that its headers name, whoever received it. */
  to: Mailbox[];
  cc: Mailbox[];
  replyTo: Mailbox[];
  subject: string;
  /** The charset of the first text that declares one beyond ASCII; false when none does. */
  charset: string | false;
  texts: Texts;
  attachments: Attachment[];
  /** Whether some of it was wrapped in a signature, which nobody has checked. */
  signed: boolean;
}

/**
 * Reads a message (RFC 5322).
 * @param depth of how many messages it is all of the content
 * @throws when it cannot be read
 */
export async function readMail(raw: Buffer, options: MimeOptions = {}, depth = 0): Promise<Mail> {
  const message = withBlankLine(asRead(raw));
  const parser = new Mime(options, message);
  const found: FoundFile[] = [];
  let reading: Readable | undefined;
  // Otherwise, if the parser fails while a part is being read, that part's stream would never end.
  parser.once("error", (error: Error) => reading?.destroy(error));
  parser.end(message);
  for await (const part of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (part.type !== "attachment") continue;
    const { cid, headers } = part;
    // The type is empty if the Content-Type header is empty, or only a comment.
    const contentType = part.contentType || "application/octet-stream";
    reading = part.content as Readable;
    const content = await buffer(reading);
    const location = (headers as Map<string, unknown>).get("content-location") as string | undefined;
    const filename = part.filename || nameOf(contentType);
    found.push({ file: { filename, contentType, cid, location, content }, node: parser.nodes.get(headers) });
    part.release();
  }
  const { tree, charset } = parser;
  const within = tree && depth < deepest ? await readWithin(tree, found, options, depth) : new Map<Node, Mail>();
  const whole = tree ? within.get(tree) : undefined;
  const inner = [...within.values()];
  const texts = parser.namedTexts.map((text) => text());
  const attachments = [...filesOf(found), ...texts, ...inner.flatMap((mail) => mail.attachments)];
  const headers = tree ? tree.shownHeaders() : new Map<string, unknown>();
  const senders = mailboxesOf(headers.get("from"));
  // A sender with an address goes before those without one (threat 20).
  const sender = senders.find((one) => one.address) ?? senders[0] ?? { name: "", address: "" };
  return {
    ...sender,
    to: mailboxesOf(headers.get("to")),
    cc: mailboxesOf(headers.get("cc")),
    replyTo: mailboxesOf(headers.get("reply-to")),
    subject: ((headers.get("subject") ?? "") as string) || (whole?.subject ?? ""),
    charset: charset || (inner.find((mail) => mail.charset)?.charset ?? false),
    texts: tree ? (calendarAlone(tree, found) ?? textsOf(tree, within)) : plain(""),
    attachments,
    signed: inner.some(({ signed }) => signed),
  };
}

/** How many messages are read of those that are each within the one before. */
const deepest = 3;

/** Reads what is wrapped in parts of a message, which is shown in their place. What cannot be read is left out. */
async function readWithin(
  tree: Node,
  found: FoundFile[],
  options: MimeOptions,
  depth: number,
): Promise<Map<Node, Mail>> {
  const files = new Map(found.map(({ node, file }) => [node, file.content]));
  const read = new Map<Node, Mail>();
  for (const { node, content, isSigned } of wrappedIn(tree, files)) {
    const message = options.maxHeadSize ? withoutLongHead(asRead(content)) : content;
    const mail = await readMail(message, options, depth + 1).catch(() => undefined);
    if (mail) read.set(node, { ...mail, signed: mail.signed || isSigned });
  }
  return read;
}

/** @param header as mailparser reads it: several of the same name are a list. A group (RFC 6854) counts as its members. */
function mailboxesOf(header: unknown): Mailbox[] {
  const lists = [header ?? []].flat() as AddressObject[];
  const all = lists.flatMap(({ value }) => value).flatMap((one) => one.group ?? [one]);
  return all.map(({ name, address = "" }) => ({ name, address }));
}

/** Inserts the empty line that ends the head of a message, if it is missing. */
function withBlankLine(raw: Buffer): Buffer {
  const end = headEnd(raw);
  if (end === raw.length || /^\r?\n/.test(raw.toString("latin1", end, end + 2))) return raw;
  return Buffer.concat([raw.subarray(0, end), Buffer.from("\r\n"), raw.subarray(end)]);
}

interface FoundFile {
  file: Attachment;
  /** Its part. */
  node: Node | undefined;
}

/** Leaves out forms of a text that nobody is shown, and the calendar part of an invitation that is also attached as a file. */
function filesOf(found: FoundFile[]): Attachment[] {
  const calendarOf = ({ contentType, content }: Attachment) =>
    isCalendar.test(contentType) && content.toString("latin1").replaceAll("\r\n", "\n").trim();
  const isOne = ({ node }: FoundFile) => node !== undefined && isForm(node.node);
  const attached = new Set(found.filter((one) => !isOne(one)).map(({ file }) => calendarOf(file)));
  const kept = found.filter((one) => {
    if (!isOne(one)) return true;
    const calendar = calendarOf(one.file);
    return calendar === false ? !isOtherForm(one) : !attached.has(calendar);
  });
  return kept.map(({ file }) => file);
}

export const isCalendar = /^(?:text\/calendar|application\/ics)$/;

/** Data, which are no form of a text. */
const data = /^text\/(?:calendar|csv|tab-separated-values|xml|directory|x?-?vcard)$/;

/** Whether a file is a text in a form such as AMP or watch HTML, beside one that is shown. */
function isOtherForm({ node, file: { contentType } }: FoundFile): boolean {
  if (node?.parent === undefined || !contentType.startsWith("text/") || data.test(contentType)) return false;
  const { disposition, filename } = node.node;
  const isNamed = filename && !/(?:amp|watch)-html$/.test(contentType);
  return disposition !== "attachment" && !isNamed && node.parent.children.some(hasText);
}

const hasText = ({ isAttachment, children }: Node): boolean => isAttachment === false || children.some(hasText);

/** The calendar of a message without a text, which is all that it says. */
function calendarAlone(tree: Node, found: FoundFile[]): Text | undefined {
  const calendar = found.find(({ file }) => isCalendar.test(file.contentType));
  // An encoded multipart may hold a text.
  if (calendar === undefined || hasText(tree) || tree.node.unparted) return undefined;
  return { type: "plain", read: () => calendarText(calendar.file.content, calendar.node?.node.charset || undefined) };
}

const names = new Map<string, string>([
  ["message/rfc822", "message.eml"],
  ["message/global", "message.eml"],
  ["message/delivery-status", "delivery-status.txt"],
  ["message/global-delivery-status", "delivery-status.txt"],
  ["message/disposition-notification", "read-receipt.txt"],
  ["message/global-disposition-notification", "read-receipt.txt"],
  ["message/feedback-report", "feedback-report.txt"],
  ["message/tracking-status", "tracking-status.txt"],
  ["message/global-headers", "headers.txt"],
  ["message/partial", "partial-message.eml"],
  ["message/external-body", "external-body.txt"],
  ["text/rfc822-headers", "headers.txt"],
  ["text/calendar", "invite.ics"],
  ["application/ics", "invite.ics"],
  ["text/vcard", "contact.vcf"],
  ["text/x-vcard", "contact.vcf"],
  ["text/directory", "contact.vcf"],
  ...["application/pkcs7-mime", "application/x-pkcs7-mime"].map((type) => [type, "smime.p7m"] as const),
  ...["application/pkcs7-signature", "application/x-pkcs7-signature"].map((type) => [type, "smime.p7s"] as const),
  ["application/pgp-signature", "signature.asc"],
  ["application/pgp-keys", "public-key.asc"],
  ["application/ms-tnef", "winmail.dat"],
]);

/** Names a file that comes without a name, as invitations, reports and returned messages do. */
function nameOf(type: string): string {
  const extension = libmime.detectExtension(type);
  const isText = extension === "bin" && /^(?:text|message)\//.test(type);
  return names.get(type) ?? `attachment.${isText ? "txt" : extension}`;
}

/** @param within what is shown in the place of a part */
function textsOf(node: Node, within: Map<Node, Mail>): Texts {
  const wrapped = within.get(node);
  if (wrapped) return wrapped.texts;
  const { contentType, showMeta, textContent, flowed, bytesIn, children } = node;
  const { unparted, _boundary } = node.node;
  const head = showMeta ? [plain(introductionOf(node))] : [];
  const isHtml = contentType === "text/html";
  const read = (text: string) => {
    const lines = withLineFeeds(bytesIn ? decodedAs(Buffer.from(text, "latin1"), bytesIn, isHtml) : text);
    return flowed ? unflowed(lines, flowed.delsp) : lines;
  };
  const own: Text[] = textContent ? [{ type: isHtml ? "html" : "plain", read: () => read(textContent) }] : [];
  // No part was found in this multipart: it declares no boundary, or one that its body does not use.
  if (unparted) {
    const shown = decoded(bodyOf(node), false).replaceAll("\r\n", "\n");
    own.push(plain(_boundary ? shown.replaceAll(`--${_boundary}--`, "") : shown));
  }
  const alternative = contentType === "multipart/alternative";
  const forms = { alternative, parts: children.map((child) => textsOf(child, within)) };
  return { alternative: false, parts: [...head, ...own, forms] };
}

/** Makes line feeds of the other ends of lines: CRLF, the CR of old programs, and CRs before a line feed. */
const withLineFeeds = (text: string) =>
  text.replace(/\r+\n?/g, (ends) => (ends.endsWith("\n") ? "\n" : "\n".repeat(ends.length)));

const plain = (text: string): Text => ({ type: "plain", read: () => text });

/** The header lines that are shown above a message within another. */
function introductionOf(node: Node): string {
  const headers = node.shownHeaders();
  const lines = ["From", "Subject", "Date", "To", "Cc"].map((name) => {
    const value = headers.get(name.toLowerCase());
    const text = value instanceof Date ? value.toUTCString() : ((value as AddressObject)?.text ?? value);
    return text === undefined ? "" : `${name}: ${text}\n`;
  });
  return `\n${lines.join("")}`;
}
