import type { Readable } from "node:stream";
import { MailParser, type MailParserOptions } from "mailparser";
import { headerText, tellsNothing } from "./charset.ts";
import { QuotedPrintable } from "./quoted_printable.ts";
import { type Header, mendSplitter, type Split, type Splitter } from "./splitter.ts";

export interface Attachment {
  filename: string;
  contentType: string;
  /** Its content id, by which HTML shows it. */
  cid: string | undefined;
  content: Buffer;
}

export interface MimeOptions {
  /** Of the headers of the message and of each part. Bytes. */
  maxHeadSize?: number;
}

/** A part as mailparser keeps it. */
export interface Node {
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

/** What is read of a message: a part's headers, a piece of its body, or what stands between parts. */
type Chunk = { type: "node" | "body" } | { type: "data"; node: Split; value: Buffer };

/** What mailparser has and its types do not tell of. Its version is fixed. */
interface Inner {
  /** False where there was nothing to read. */
  readonly tree: Node | false;
  readonly splitter: Splitter;
  /** Called for each part, before its body. */
  createNode(part: Split): Node;
  processHeaders(headers: Header[]): Map<string, unknown>;
  processChunk(chunk: Chunk, done: () => void): void;
}

/** mailparser, which takes from here on what other mail programs take too. */
export class Mime extends (MailParser as unknown as new (options: MailParserOptions) => MailParser & Inner) {
  /** The headers of parts that are forms of the same thing. */
  readonly forms = new Set<unknown>();
  /** Texts that have a file's name: they are shown, and are files nevertheless. */
  readonly namedTexts: (() => Attachment)[] = [];
  charset: string | false = false;

  constructor(options: MimeOptions) {
    // Without these, deep HTML rejects the whole message and long text stalls (threat 16).
    super({ ...options, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true });
    mendSplitter(this.splitter);
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

const longestName = 300;
/** As much of a name's end as tells what a file is. */
const endLength = 20;

const shortened = (name: string) =>
  name.length > longestName ? name.slice(0, longestName - endLength) + name.slice(-endLength) : name;

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
