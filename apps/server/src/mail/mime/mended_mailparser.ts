import type { Readable } from "node:stream";
import { MailParser, type MailParserOptions } from "mailparser";
import { visibleLine } from "../../text/visible_text.ts";
import { plainAddresses } from "./address_header.ts";
import { headerText, tellsNothing } from "./charset.ts";
import { Decoder, decodings } from "./decoding.ts";
import "./mended_libmime.ts";
import { type Header, mendSplitter, type Split, type Splitter } from "./mended_splitter.ts";

export interface Attachment {
  filename: string;
  contentType: string;
  /** Its Content-ID, by which HTML refers to it. */
  cid: string | undefined;
  /** Its Content-Location, by which HTML may refer to it as well (RFC 2557). */
  location?: string | undefined;
  content: Buffer;
}

export interface MimeOptions {
  /** The limit for the headers of the message, and for those of each part. Bytes. */
  maxHeadSize?: number;
}

/** A part as mailparser keeps it. */
export interface Node {
  node: Split;
  contentType: string | false;
  /** Only the Content-ID and Content-Location: see `processHeaders`. */
  headers: Map<string, unknown>;
  /** The headers of a message that are shown. To be called once its text has told their charset. */
  shownHeaders(): Map<string, unknown>;
  /** Multiparts have neither this nor a decoder. */
  isAttachment?: boolean;
  decoder?: Readable;
  parent?: Node;
  children: Node[];
  textContent?: string;
  flowed?: { delsp: boolean };
  /** The charset that its text declares, unless it is UTF-8; each character of the text is a byte then. */
  bytesIn?: string;
  /** It is the message of a message/rfc822 part. */
  showMeta?: true;
}

/** A piece of a message: a part's headers, a piece of a part's body, or data between the parts of a multipart. */
type Chunk = { type: "node" | "body" } | { type: "data"; node: Split; value: Buffer };

/** Members of mailparser that its types leave out. Its version is fixed. */
interface Inner {
  /** False where there was nothing to read. */
  readonly tree: Node | false;
  readonly splitter: Splitter;
  /** Called for each part, before its body. */
  createNode(part: Split): Node;
  processHeaders(headers: Header[]): Map<string, unknown>;
  processChunk(chunk: Chunk, done: () => void): void;
}

/** mailparser, changed to accept what other mail programs accept as well. */
export class Mime extends (MailParser as unknown as new (options: MailParserOptions) => MailParser & Inner) {
  /** The parts by their `headers` objects, which is all that mailparser tells of an attachment's part. */
  readonly nodes = new Map<unknown, Node>();
  /** Text parts with a file name: they are shown as text and listed as attachments too. */
  readonly namedTexts: (() => Attachment)[] = [];
  charset: string | false = false;

  /** @param message the message that it will read */
  constructor(options: MimeOptions, message: Buffer) {
    // Without these options, mailparser rejects a message with deep HTML, and spends time on links (threat 16).
    super({ ...options, skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true });
    mendSplitter(this.splitter, message);
  }

  /** Keeps the body of a multipart in which no part is found; mailparser drops it. */
  override processChunk(chunk: Chunk, done: () => void) {
    if (chunk.type === "data") chunk.node.unparted?.push(chunk.value);
    super.processChunk(chunk, done);
  }

  /** Changes what mailsplit says of a part, by which mailparser decides how to read it. */
  override createNode(part: Split): Node {
    if (part.multipart) part.unparted = [];
    if (part.parentNode) part.parentNode.unparted = undefined;
    part.contentType = typeOf(part);
    // A disposition that nobody knows is an attachment's (RFC 2183, 2.8), but not that of the only text.
    if (!part.parentNode && isText(part.contentType) && isUnknown(part.disposition)) part.disposition = "inline";
    // A name in one line that hides nothing, such as that it ends in .exe (threat 20).
    if (part.filename) part.filename = visibleLine(shortened(this.#nameOf(part, part.filename)));
    const { contentType, charset, flowed, delSp } = part;
    // mailparser's own decoders know fewer charsets.
    const isBytes = isText(contentType) && !(charset && /^utf-?8$/i.test(charset));
    if (isText(contentType) && charset && !tellsNothing(charset)) this.charset ||= charset;
    if (isBytes) part.charset = "binary";
    const decode = decodings.get(part.encoding);
    if (decode) part.getDecoder = () => new Decoder((bytes) => decode(bytes, isText(contentType)));
    // mailparser's own format=flowed decoder leaves quote marks in the middle of the lines that it joins.
    part.flowed = false;
    const node = super.createNode(part);
    node.shownHeaders = () => this.#shownHeaders(part);
    if (isBytes) node.bytesIn = charset || "us-ascii";
    if (flowed && contentType === "text/plain") node.flowed = { delsp: delSp };
    this.nodes.set(node.headers, node);
    if (!isForm(part) && contentType && part.filename && node.isAttachment === false)
      this.#keep(node, contentType, part.filename);
    return node;
  }

  /** Decodes a file name that mailsplit has not decoded: its header contains the same non-ASCII bytes. */
  #nameOf({ headers }: Split, filename: string): string {
    const bytes = beyondAscii(filename);
    const isRaw = ({ key, line }: Header) =>
      /^content-(?:disposition|type)$/.test(key) && beyondAscii(line).includes(bytes);
    return headers.getList().some(isRaw) ? headerText(filename, this.charset) : filename;
  }

  #keep({ decoder }: Node, contentType: string, filename: string) {
    const chunks: Buffer[] = [];
    decoder?.on("data", (chunk) => chunks.push(chunk));
    this.namedTexts.push(() => ({
      filename,
      contentType,
      cid: undefined,
      content: Buffer.concat(chunks),
    }));
  }

  /** Reads the names of a part alone: most need no other header, and some headers take long to read (threat 16). */
  override processHeaders(headers: Header[]): Map<string, unknown> {
    const ids = headers.filter(({ key }) => key === "content-id").slice(0, 1);
    const locations = headers.filter(({ key }) => key === "content-location").slice(0, 1);
    return super.processHeaders([...ids, ...locations.filter(({ line }) => line.length <= longestLocation)]);
  }

  #shownHeaders({ headers }: Split): Map<string, unknown> {
    const inUtf8 = (line: string) => Buffer.from(headerText(line, this.charset)).toString("latin1");
    const room = new Map(shownHeaders.map((name) => [name, shownLength]));
    const shown = headers.getList().flatMap(({ key, line }) => {
      const left = room.get(key) ?? 0;
      // Of several headers with the same name, the first counts; To and Cc are lists, which go on.
      room.set(key, lists.has(key) ? left - line.length : 0);
      if (left <= 0) return [];
      const text = inUtf8(line.slice(0, left));
      return [{ key, line: addressHeaders.has(key) ? plainAddresses(text, text.indexOf(":") + 1) : text }];
    });
    return super.processHeaders(shown);
  }
}

/** Longer than a URL that anything refers by. */
const longestLocation = 8_000;

const shownHeaders = ["from", "subject", "date", "to", "cc", "reply-to"];
const lists = new Set(["to", "cc"]);
const addressHeaders = new Set(["from", "reply-to", ...lists]);
/** How much of all headers of one of these names is read. A megabyte of addresses takes half a second (threat 16). */
const shownLength = 32 * 1024;

const beyondAscii = (text: string) => text.replace(/\p{ASCII}+/gu, "");

const longestName = 300;
/** Enough of a file name's end to keep its extension. */
const endLength = 20;

const shortened = (name: string) =>
  name.length > longestName ? name.slice(0, longestName - endLength) + name.slice(-endLength) : name;

const isText = (type: string | false) => type === "text/html" || type === "text/plain";
const isUnknown = (disposition: string | false) => disposition && !/^(?:inline|attachment)$/.test(disposition);

/** Text types that are not shown as plain text, or are data for other programs. */
const special =
  /^text\/(?:html|(?:x-)?(?:amp|watch)-html|calendar|csv|tab-separated-values|xml|directory|x?-?vcard|rtf)$/;

/** The type that a part is read as: text/plain for text of an unknown subtype (RFC 2046, 4.1.4), or of none. */
function typeOf(part: Split): string | false {
  if (part.contentType === false) return false;
  const said = (part.contentType.split("(", 1)[0] ?? "").trimEnd();
  // Some programs leave out the semicolon after the type.
  const type = /^text\/[\w.+-]+(?=\s)/.exec(said)?.[0] ?? said;
  const isText = /^text(?:\/|$)/.test(type) && !special.test(type);
  // A read receipt is shown as text, as mailparser shows a delivery report, because people can read both.
  if (!isText && type !== "message/disposition-notification") return type;
  const isFile = part.disposition === "attachment" || part.filename;
  return isFile || isForm(part) ? type : "text/plain";
}

/** Whether a part is one of several forms of the same thing (RFC 2046, 5.1.4). */
export const isForm = ({ parentNode }: Split) => parentNode && parentNode.contentType === "multipart/alternative";
