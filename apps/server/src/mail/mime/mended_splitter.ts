import type { Transform } from "node:stream";
import { withQuotedBytes } from "./charset.ts";
import { decodings } from "./decoding.ts";
import { fieldEnd, mostTypes } from "./head.ts";
import { libmime } from "./mended_libmime.ts";

// Changes how mailsplit reads a message where it follows the RFCs to the letter and other mail programs do not.

/** What mailsplit tells of a part. */
export interface Split {
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
  /** The body of a multipart before its first part; dropped once there is a part. */
  unparted?: Buffer[] | undefined;
  /** The lines of its head, as they came. */
  _headersLines: Buffer[];
  _headerlen: number;
  getDecoder(): Transform;
  parseHeaders(): void;
}

/** A line of a head, with its folds. */
export interface Header {
  key: string;
  /** Each character is a byte. */
  line: string;
}

/** mailsplit's splitter, which takes a message apart. */
export interface Splitter {
  compareBoundary(line: Buffer, start: number, boundary: Buffer): 1 | 2 | false;
  /** Whether a line is a boundary of the part that is being read: 1 and 2, or of the one around it: 3 and 4. */
  checkBoundary(line: Buffer): 1 | 2 | 3 | 4 | false;
  /** The part that is being read. */
  node: Split;
  newNode(parent?: Split): void;
}

/**
 * Makes a splitter read boundaries and heads as other mail programs do, and none in time quadratic in its length.
 * @param message the message that it will read
 */
export function mendSplitter(splitter: Splitter, message: Buffer) {
  let lines: Set<string> | undefined;
  const isUsed = (boundary: string) => {
    lines ??= boundaryLines(message);
    return lines.has(boundary);
  };
  const compare = splitter.compareBoundary.bind(splitter);
  splitter.compareBoundary = (line, start, boundary) => compare(unpadded(line), start, boundary);
  const check = splitter.checkBoundary.bind(splitter);
  splitter.checkBoundary = (line) => check(line) || (leaveUnclosed(splitter, line) && check(line));
  // The splitter's constructor has already begun the first part.
  mendHead(splitter.node, isUsed);
  readWithoutBoundary(splitter.node, isUsed, message);
  const begin = splitter.newNode.bind(splitter);
  splitter.newNode = (parent) => {
    begin(parent);
    mendHead(splitter.node, isUsed);
    if (parent && parent.contentType === "multipart/digest") readDigested(splitter.node);
  };
}

/** If a line is an outer multipart's boundary, goes to the part that ends there with all in it (RFC 2046, 5.1.2). */
function leaveUnclosed(splitter: Splitter, line: Buffer): boolean {
  if (!line.subarray(0, 4).includes("--")) return false;
  const [, boundary] =
    /^\r?\n?--(.{1,70}?)(?:--)?[ \t]*\r?\n?$/s.exec(line.toString("latin1", 0, longestBoundaryLine)) ?? [];
  const around = boundary === undefined ? undefined : enclosing(splitter.node).get(boundary);
  if (around !== undefined) splitter.node = around;
  return around !== undefined;
}

/** With its dashes and blanks: boundaries have up to 70 characters (RFC 2046, 5.1.1). */
const longestBoundaryLine = 90;

const enclosed = new WeakMap<Split, Map<string, Split>>();
/** The parts that enclose a part, by the boundary that ends them; the nearest if several have the same boundary. */
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

/** Removes the blanks behind a boundary, which have no meaning (RFC 2046, 5.1.1). */
function unpadded(line: Buffer): Buffer {
  const text = line.toString("latin1");
  return /[ \t]\r?\n?$/.test(text) ? Buffer.from(text.replace(/(?<![ \t])[ \t]+(\r?\n?)$/, "$1"), "latin1") : line;
}

/** Makes a part's head one that mailsplit reads as other mail programs do, and its type one that says what is meant. */
function mendHead(part: Split, isUsed: (boundary: string) => boolean) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    // mailsplit takes time quadratic in a run of empty lines or CRs (threat 16).
    const lines = part._headersLines.filter((line) => !/^\r?\n?$/.test(line.toString("latin1", 0, 3)));
    const head = Buffer.concat(lines)
      .toString("latin1")
      .replace(/\r{2,}/g, "\r");
    part._headersLines = [Buffer.from(withOneType(mended(head), isUsed), "latin1")];
    part._headerlen = part._headersLines.reduce((sum, { length }) => sum + length, 0);
    parse();
    part.contentType &&= meantType(part.contentType);
    part.encoding = encodingOf(part);
    // A message that is all of another's content is given whole, as a file is, and read after that (read_mail.ts).
    if (!part.parentNode && isMessage(part.contentType)) part.disposition = "attachment";
    if (part.contentType === "multipart/mixed") part.multipart ||= "mixed";
    // A boundary does not end with a blank (RFC 2046, 5.1.1).
    if (part._boundary) part._boundary = Buffer.from(usedBoundary(part._boundary.toString().trimEnd(), isUsed));
  };
}

/** @param head each character is a byte */
const mended = (head: string) =>
  withQuotedBytes(head)
    // mailsplit takes these for the first line of a mailbox file and of an HTTP request.
    .replace(/^(from|post)[ \t]+:/i, "$1:")
    // A type that is left out before its parameters.
    .replace(/^(content-type[ \t]*:)(?=[ \t]*(?:charset|format|name)[ \t]*=)/gim, "$1 text/plain;")
    // A boundary on a line of its own that is not folded.
    .replace(/\n(?=boundary[ \t]*=)/gi, "\n\t");

/**
 * If a message's own multipart declares no boundary, or one that its body does not use, the first line that can be one counts:
 * it has a part's header behind it. Other programs read such messages so too (JavaMail's `ignoremissingboundaryparameter`).
 */
function readWithoutBoundary(part: Split, isUsed: (boundary: string) => boolean, message: Buffer) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    parse();
    // What is encoded with all its parts has no boundary yet (wrapped.ts).
    if (!part.multipart || decodings.has(part.encoding)) return;
    if (part._boundary && isUsed(part._boundary.toString())) return;
    const first = firstBoundary(message);
    if (first !== undefined) part._boundary = Buffer.from(first);
  };
}

/** The name of a header such as Content-Transfer-Encoding, with its colon. */
const longestPartHeader = 40;
const boundaryOfPart = /^(\S{1,70})[ \t]*\r?\ncontent-[a-z-]+[ \t]*:/i;

/** The first boundary in a message that has the header of a part behind it. */
function firstBoundary(message: Buffer): string | undefined {
  for (let at = message.indexOf("\n--"); at >= 0; at = message.indexOf("\n--", at + 3)) {
    const lines = message.toString("latin1", at + 3, at + longestBoundaryLine + longestPartHeader);
    const [, boundary] = boundaryOfPart.exec(lines) ?? [];
    if (boundary !== undefined) return boundary;
  }
  return undefined;
}

/** A head with several types keeps the first multipart whose boundary is used, or else the first of all. */
function withOneType(head: string, isUsed: (boundary: string) => boolean): string {
  if (head.split(/^content-type[ \t]*:/im, 3).length < 3) return head;
  const fields = head.split(fieldEnd);
  const types = fields.filter((field) => /^content-type[ \t]*:/i.test(field));
  const used = types.slice(0, mostTypes).find((field) => {
    const { value, params } = libmime.parseHeaderValue(field.slice(field.indexOf(":") + 1).replace(/[\r\n]+/g, " "));
    return /^multipart\b/i.test(value.trim()) && isUsed((params["boundary"] ?? "").trimEnd());
  });
  const kept = used ?? types[0];
  return fields.filter((field) => field === kept || !types.includes(field)).join("\r\n");
}

/** A boundary as its body has it, where it is written in apostrophes, or with the dashes that stand before it there. */
function usedBoundary(said: string, isUsed: (boundary: string) => boolean): string {
  const [, meant] = /^'(.+)'$|^--(.+)$/.exec(said)?.filter((one) => one !== undefined) ?? [];
  return meant !== undefined && !isUsed(said) && isUsed(meant) ? meant : said;
}

/** The boundaries that a message may have: what stands on its lines behind two dashes, without those that end them. */
function boundaryLines(message: Buffer): Set<string> {
  const found = new Set<string>();
  for (let at = message.indexOf("\n--"); at >= 0; at = message.indexOf("\n--", at + 3)) {
    const end = message.indexOf(0x0a, at + 1);
    const line = message.toString("latin1", at + 3, Math.min(end < 0 ? message.length : end, at + longestBoundaryLine));
    found.add(line.trimEnd().replace(/--$/, ""));
  }
  return found;
}

const encodings = new Map<string, string>([
  ...["base64", "b64"].map((name) => [name, "base64"] as const),
  ...["quotedprintable", "qp"].map((name) => [name, "quoted-printable"] as const),
  ...["uuencode", "uue"].map((name) => [name, "uuencode"] as const),
]);

/** With a comment. */
const longestEncoding = 100;

/** The encoding that a part has: of several, the first that changes something, also where its name is written wrongly. */
function encodingOf({ encoding, headers }: Split): string | false {
  const known = (said: string) =>
    encodings.get(
      said
        .slice(0, longestEncoding)
        .toLowerCase()
        .replace(/\(.*?\)|;.*$|^\s*x-|[^a-z\d]/gs, ""),
    );
  const first = known(encoding || "");
  if (first) return first;
  const all = headers.getList().filter(({ key }) => key === "content-transfer-encoding");
  for (const { line } of all.slice(1, mostTypes)) {
    const other = known(line.slice(line.indexOf(":") + 1));
    if (other) return other;
  }
  return encoding;
}

/** Whether a type is that of a message (RFC 2046, 5.2.1; RFC 6532). */
export const isMessage = (type: string | false) => type === "message/rfc822" || type === "message/global";

/** Types that programs write for others. */
const meant = new Map([
  ["plain/text", "text/plain"],
  ["plain", "text/plain"],
  ["html/text", "text/html"],
  ["html", "text/html"],
  ["text/htm", "text/html"],
  ["multipart", "multipart/mixed"],
]);
/** The type that a program means with what it says, in lower case. */
export const meantType = (said: string) => meant.get(said) ?? said;

/** Parts of a multipart/digest are messages by default (RFC 2046, 5.1.5), and are shown inline. */
function readDigested(part: Split) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    parse();
    if (!part.headers.getList().some(({ key }) => key === "content-type")) part.contentType = "message/rfc822";
    if (part.contentType === "message/rfc822") part.disposition ||= "inline";
  };
}
