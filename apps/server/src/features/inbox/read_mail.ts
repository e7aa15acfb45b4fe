import type { Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import libmime from "libmime";
import {
  type AddressObject,
  type AttachmentStream,
  MailParser,
  type MailParserOptions,
  type MessageText,
} from "mailparser";
import { decoded, headerText, tellsNothing } from "./charset.ts";
import { unflowed } from "./flowed.ts";
import { headEnd } from "./head.ts";
import { QuotedPrintable } from "./quoted_printable.ts";
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

export interface Attachment {
  filename: string;
  contentType: string;
  /** Its content id, by which HTML shows it. */
  cid: string | undefined;
  content: Buffer;
}

interface Options {
  /** Of the headers of the message and of each part. Bytes. */
  maxHeadSize?: number;
}

/**
 * Reads a message (RFC 5322).
 * @throws when it cannot be read
 */
export async function readMail(raw: Buffer, options: Options = {}): Promise<Mail> {
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

const longestName = 300;
/** As much of a name's end as tells what a file is. */
const endLength = 20;

const shortened = (name: string) =>
  name.length > longestName ? name.slice(0, longestName - endLength) + name.slice(-endLength) : name;

/** A part as mailparser keeps it. */
interface Node {
  node: Split;
  contentType: string | false;
  /** Its content id alone. */
  headers: Map<string, unknown>;
  /** Those of a message, for when its text has told what they are written in. */
  shownHeaders(): Map<string, unknown>;
  /** Of multiparts neither. */
  isAttachment?: boolean;
  decoder?: Readable;
  children: Node[];
  textContent?: string;
  flowed?: { delsp: boolean };
  /** Nobody says in what its text is written; each of its characters is a byte. */
  isBytes?: true;
  /** It is the message of a message/rfc822 part. */
  showMeta?: true;
}

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

/** What mailsplit tells of a part. */
interface Split {
  contentType: string | false;
  charset: string | false;
  disposition: string | false;
  filename: string | false;
  encoding: string | false;
  flowed: boolean;
  delSp: boolean;
  parentNode: Split | false;
  headers: { getList(): Header[] };
  multipart: string | false;
  _boundary: Buffer | false;
  _parentBoundary: Buffer | false;
  /** What stands in a multipart before its parts; not kept once there are any. */
  unparted?: Buffer[] | undefined;
  /** The lines of its head, as they came. */
  _headersLines: Buffer[];
  _headerlen: number;
  getDecoder(): Transform;
  parseHeaders(): void;
}

/** What is read of a message: a part's headers, a piece of its body, or what stands between parts. */
type Chunk = { type: "node" | "body" } | { type: "data"; node: Split; value: Buffer };

interface Header {
  key: string;
  /** Each character is a byte. */
  line: string;
}

/** What mailparser has and its types do not tell of. Its version is fixed. */
interface Inner {
  /** False where there was nothing to read. */
  readonly tree: Node | false;
  readonly splitter: {
    compareBoundary(line: Buffer, start: number, boundary: Buffer): 1 | 2 | false;
    /** Whether a line is a boundary of the part that is being read: 1 and 2, or of the one around it: 3 and 4. */
    checkBoundary(line: Buffer): 1 | 2 | 3 | 4 | false;
    /** The part that is being read. */
    node: Split;
    newNode(parent?: Split): void;
  };
  /** Called for each part, before its body. */
  createNode(part: Split): Node;
  processHeaders(headers: Header[]): Map<string, unknown>;
  processChunk(chunk: Chunk, done: () => void): void;
}

/** mailparser, which takes from here on what other mail programs take too. */
class Mime extends (MailParser as unknown as new (options: MailParserOptions) => MailParser & Inner) {
  /** The headers of parts that are forms of the same thing. */
  readonly forms = new Set<unknown>();
  /** Texts that have a file's name: they are shown, and are files nevertheless. */
  readonly namedTexts: (() => Attachment)[] = [];
  charset: string | false = false;

  constructor(options: Options) {
    // Without these, deep HTML rejects the whole message and long text stalls (threat 16).
    super({ ...options, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true });
    const compare = this.splitter.compareBoundary.bind(this.splitter);
    this.splitter.compareBoundary = (line, start, boundary) => compare(unpadded(line), start, boundary);
    const check = this.splitter.checkBoundary.bind(this.splitter);
    this.splitter.checkBoundary = (line) => check(line) || (this.#leaveUnclosed(line) && check(line));
    // The first was begun before this.
    keepShort(this.splitter.node);
    const begin = this.splitter.newNode.bind(this.splitter);
    this.splitter.newNode = (parent) => {
      begin(parent);
      keepShort(this.splitter.node);
      if (parent && parent.contentType === "multipart/digest") readDigested(this.splitter.node);
    };
  }

  /** Goes to the multipart further out whose boundary a line is, as all within it end there (RFC 2046, 5.1.2). */
  #leaveUnclosed(line: Buffer): boolean {
    if (!line.subarray(0, 4).includes("--")) return false;
    const [, boundary] =
      /^\r?\n?--(.{1,70}?)(?:--)?[ \t]*\r?\n?$/s.exec(line.toString("latin1", 0, longestBoundaryLine)) ?? [];
    const around = boundary === undefined ? undefined : enclosing(this.splitter.node).get(boundary);
    if (around !== undefined) this.splitter.node = around;
    return around !== undefined;
  }

  override processChunk(chunk: Chunk, done: () => void) {
    if (chunk.type === "data") chunk.node.unparted?.push(chunk.value);
    super.processChunk(chunk, done);
  }

  override createNode(part: Split): Node {
    if (part.multipart) part.unparted = [];
    if (part.parentNode) part.parentNode.unparted = undefined;
    part.contentType = typeOf(part);
    if (part.filename) part.filename = shortened(this.#nameOf(part, part.filename));
    const { contentType, charset, flowed, delSp } = part;
    const isText = contentType === "text/html" || contentType === "text/plain";
    const isBytes = isText && (charset === false || tellsNothing(charset));
    if (isText && !isBytes) this.charset ||= part.charset;
    if (isBytes) part.charset = "binary";
    if (part.encoding === "quoted-printable") part.getDecoder = () => new QuotedPrintable();
    // Its own decoder joins quote marks into the middle of lines.
    part.flowed = false;
    const node = super.createNode(part);
    node.shownHeaders = () => this.#shownHeaders(part);
    if (isBytes) node.isBytes = true;
    if (flowed && contentType === "text/plain") node.flowed = { delsp: delSp };
    if (isForm(part)) this.forms.add(node.headers);
    else if (contentType && part.filename && node.isAttachment === false) this.#keep(node, contentType, part.filename);
    return node;
  }

  /** A name that nobody has decoded stands in its header byte by byte. */
  #nameOf({ headers }: Split, filename: string): string {
    const bytes = beyondAscii(filename);
    const isRaw = ({ key, line }: Header) =>
      /^content-(?:disposition|type)$/.test(key) && beyondAscii(line).includes(bytes);
    return headers.getList().some(isRaw) ? headerText(filename, this.charset) : filename;
  }

  #keep({ decoder }: Node, contentType: string, filename: string) {
    const chunks: Buffer[] = [];
    decoder?.on("data", (chunk) => chunks.push(chunk));
    this.namedTexts.push(() => ({ filename, contentType, cid: undefined, content: Buffer.concat(chunks) }));
  }

  /** Of most parts no other is wanted, and some take long to read (threat 16). */
  override processHeaders(headers: Header[]): Map<string, unknown> {
    return super.processHeaders(headers.filter(({ key }) => key === "content-id"));
  }

  #shownHeaders({ headers }: Split): Map<string, unknown> {
    const inUtf8 = (line: string) => Buffer.from(headerText(line, this.charset)).toString("latin1");
    const shown = headers.getList().filter(({ key }) => shownHeaders.has(key));
    return super.processHeaders(shown.map(({ key, line }) => ({ key, line: inUtf8(line.slice(0, shownLength)) })));
  }
}

const shownHeaders = new Set(["from", "subject", "date", "to", "cc"]);
/** Of each. A megabyte of addresses takes seconds to read (threat 16). */
const shownLength = 32 * 1024;

const beyondAscii = (text: string) => text.replace(/\p{ASCII}+/gu, "");

/** What is shown in a form of its own, or is data for other programs. */
const special =
  /^text\/(?:html|x-amp-html|x-watch-html|calendar|csv|tab-separated-values|xml|directory|x?-?vcard|rtf)$/;

/** The type that a part is read as: texts of unknown kinds are plain (RFC 2046, 4.1.4), and so is one of no kind. */
function typeOf(part: Split): string | false {
  if (part.contentType === false) return false;
  const said = (part.contentType.split("(", 1)[0] ?? "").trimEnd();
  // Some leave out the semicolon behind it.
  const type = /^text\/[\w.+-]+(?=\s)/.exec(said)?.[0] ?? said;
  const isText = /^text(?:\/|$)/.test(type) && !special.test(type);
  // A read receipt is as readable as the report of a delivery, which mailparser shows.
  if (!isText && type !== "message/disposition-notification") return type;
  const isFile = part.disposition === "attachment" || part.filename;
  return isFile || isForm(part) ? type : "text/plain";
}

const isForm = ({ parentNode }: Split) => parentNode && parentNode.contentType === "multipart/alternative";

/** What a digest holds is messages to be read (RFC 2046, 5.1.5). */
function readDigested(part: Split) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    parse();
    if (!part.headers.getList().some(({ key }) => key === "content-type")) part.contentType = "message/rfc822";
    if (part.contentType === "message/rfc822") part.disposition ||= "inline";
  };
}

/** With its dashes and blanks: boundaries have up to 70 characters (RFC 2046, 5.1.1). */
const longestBoundaryLine = 90;

const enclosed = new WeakMap<Split, Map<string, Split>>();
/** By the boundaries that lead on behind a part: the parts around it that end there, the nearest first. */
function enclosing(part: Split): Map<string, Split> {
  const known = enclosed.get(part);
  if (known) return known;
  const found = new Map<string, Split>();
  for (let one = part.parentNode; one; one = one.parentNode) {
    const boundary = one._parentBoundary ? one._parentBoundary.toString("latin1") : "";
    if (boundary && !found.has(boundary)) found.set(boundary, one);
  }
  enclosed.set(part, found);
  return found;
}

/** Leaves out line ends that end no line: to read a head takes the square of a run of them (threat 16). */
function keepShort(part: Split) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    const short = (line: Buffer) =>
      line.includes("\r\r") ? Buffer.from(line.toString("latin1").replace(/\r+/g, "\r"), "latin1") : line;
    part._headersLines = part._headersLines
      .map(short)
      .filter((line) => !/^\r?\n?$/.test(line.toString("latin1", 0, 3)));
    part._headerlen = part._headersLines.reduce((sum, { length }) => sum + length, 0);
    parse();
  };
}

/** Blanks behind a boundary say nothing (RFC 2046, 5.1.1). */
function unpadded(line: Buffer): Buffer {
  const text = line.toString("latin1");
  return /[ \t]\r?\n?$/.test(text) ? Buffer.from(text.replace(/(?<![ \t])[ \t]+(\r?\n?)$/, "$1"), "latin1") : line;
}
