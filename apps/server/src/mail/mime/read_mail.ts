import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { AddressObject, AttachmentStream, MessageText } from "mailparser";
import { decoded, decodedAs } from "./charset.ts";
import { unflowed } from "./flowed.ts";
import { headEnd, withoutLongHead, withoutMark } from "./head.ts";
import type { Mailbox } from "./mailbox.ts";
import { libmime } from "./mended_libmime.ts";
import { type Attachment, Mime, type MimeOptions, type Node } from "./mended_mailparser.ts";
import { isMessage } from "./mended_splitter.ts";
import type { Text, Texts } from "./texts.ts";

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
}

/**
 * Reads a message (RFC 5322).
 * @param depth of how many messages it is all of the content
 * @throws when it cannot be read
 */
export async function readMail(raw: Buffer, options: MimeOptions = {}, depth = 0): Promise<Mail> {
  const parser = new Mime(options);
  const found: Found[] = [];
  let reading: Readable | undefined;
  // Otherwise, if the parser fails while a part is being read, that part's stream would never end.
  parser.once("error", (error: Error) => reading?.destroy(error));
  parser.end(withBlankLine(withoutMark(raw)));
  for await (const part of parser as AsyncIterable<AttachmentStream | MessageText>) {
    if (part.type !== "attachment") continue;
    const { cid, headers } = part;
    // The type is empty if the Content-Type header is empty, or only a comment.
    const contentType = part.contentType || "application/octet-stream";
    reading = part.content as Readable;
    const content = await buffer(reading);
    const isForm = parser.forms.has(headers);
    found.push({ filename: part.filename || nameOf(contentType), contentType, cid, content, isForm });
    part.release();
  }
  const { tree, charset } = parser;
  const inner = tree && isMessage(tree.contentType) && depth < deepest && found[0]?.content;
  const within = inner ? await readWithin(inner, options, depth) : undefined;
  const texts = parser.namedTexts.map((text) => text());
  const attachments = [...filesOf(found), ...texts, ...(within?.attachments ?? [])];
  const headers = tree ? tree.shownHeaders() : new Map<string, unknown>();
  const senders = mailboxesOf(headers.get("from"));
  // A sender with an address goes before those without one (threat 20).
  const sender = senders.find((one) => one.address) ?? senders[0] ?? { name: "", address: "" };
  return {
    ...sender,
    to: mailboxesOf(headers.get("to")),
    cc: mailboxesOf(headers.get("cc")),
    replyTo: mailboxesOf(headers.get("reply-to")),
    subject: ((headers.get("subject") ?? "") as string) || (within?.subject ?? ""),
    charset,
    texts: within?.texts ?? (tree ? textsOf(tree) : plain("")),
    attachments,
  };
}

/** How many messages are read of those that are each all of the content of the one before. */
const deepest = 3;

/** The message that is all of another's content: it is shown, and is a file as well. Undefined if it cannot be read. */
const readWithin = (message: Buffer, options: MimeOptions, depth: number): Promise<Mail | undefined> =>
  readMail(options.maxHeadSize ? withoutLongHead(message) : message, options, depth + 1).catch(() => undefined);

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

interface Found extends Attachment {
  /** Whether it is a part of a multipart/alternative. */
  isForm: boolean;
}

/** Leaves out AMP and watch HTML, and the calendar part of an invitation that is also attached as a file. */
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
  ["message/global", "message.eml"],
  ["message/delivery-status", "delivery-status.txt"],
  ["message/disposition-notification", "read-receipt.txt"],
  ["text/calendar", "invite.ics"],
]);

/** Names a file that comes without a name, as invitations, reports and returned messages do. */
const nameOf = (type: string) => names.get(type) ?? `attachment.${libmime.detectExtension(type)}`;

function textsOf(node: Node): Texts {
  const { contentType, showMeta, textContent, flowed, bytesIn, children } = node;
  const { unparted, _boundary, _parentBoundary } = node.node;
  const head = showMeta ? [plain(introductionOf(node))] : [];
  const isHtml = contentType === "text/html";
  const read = (text: string) => {
    const lines = withLineFeeds(bytesIn ? decodedAs(Buffer.from(text, "latin1"), bytesIn, isHtml) : text);
    return flowed ? unflowed(lines, flowed.delsp) : lines;
  };
  const own: Text[] = textContent ? [{ type: isHtml ? "html" : "plain", read: () => read(textContent) }] : [];
  // No part was found in this multipart: it declares no boundary, or one that its body does not use.
  if (unparted) {
    const body = decoded(Buffer.concat(unparted), false).replaceAll("\r\n", "\n");
    // The body also contains the closing boundary of the enclosing multipart, and what follows it.
    const end = _parentBoundary ? `\n${body}`.indexOf(`\n--${_parentBoundary}--`) : -1;
    const shown = end < 0 ? body : body.slice(0, end);
    own.push(plain(_boundary ? shown.replaceAll(`--${_boundary}--`, "") : shown));
  }
  const within = { alternative: contentType === "multipart/alternative", parts: children.map(textsOf) };
  return { alternative: false, parts: [...head, ...own, within] };
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
