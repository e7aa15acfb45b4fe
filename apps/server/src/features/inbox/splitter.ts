import type { Transform } from "node:stream";

// What mailsplit finds in a message, where it goes by the letter and other mail programs do not.

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
  /** What stands in a multipart before its parts; not kept once there are any. */
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

/** What takes a message apart (mailsplit). */
export interface Splitter {
  compareBoundary(line: Buffer, start: number, boundary: Buffer): 1 | 2 | false;
  /** Whether a line is a boundary of the part that is being read: 1 and 2, or of the one around it: 3 and 4. */
  checkBoundary(line: Buffer): 1 | 2 | 3 | 4 | false;
  /** The part that is being read. */
  node: Split;
  newNode(parent?: Split): void;
}

/** Has boundaries and heads read as other mail programs read them, and none take the square of its length. */
export function mendSplitter(splitter: Splitter) {
  const compare = splitter.compareBoundary.bind(splitter);
  splitter.compareBoundary = (line, start, boundary) => compare(unpadded(line), start, boundary);
  const check = splitter.checkBoundary.bind(splitter);
  splitter.checkBoundary = (line) => check(line) || (leaveUnclosed(splitter, line) && check(line));
  // The first was begun before this.
  keepShort(splitter.node);
  const begin = splitter.newNode.bind(splitter);
  splitter.newNode = (parent) => {
    begin(parent);
    keepShort(splitter.node);
    if (parent && parent.contentType === "multipart/digest") readDigested(splitter.node);
  };
}

/** Goes to the multipart further out whose boundary a line is, as all within it end there (RFC 2046, 5.1.2). */
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

/** Blanks behind a boundary say nothing (RFC 2046, 5.1.1). */
function unpadded(line: Buffer): Buffer {
  const text = line.toString("latin1");
  return /[ \t]\r?\n?$/.test(text) ? Buffer.from(text.replace(/(?<![ \t])[ \t]+(\r?\n?)$/, "$1"), "latin1") : line;
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

/** What a digest holds is messages to be read (RFC 2046, 5.1.5). */
function readDigested(part: Split) {
  const parse = part.parseHeaders.bind(part);
  part.parseHeaders = () => {
    parse();
    if (!part.headers.getList().some(({ key }) => key === "content-type")) part.contentType = "message/rfc822";
    if (part.contentType === "message/rfc822") part.disposition ||= "inline";
  };
}
