import { fieldEnd, headEnd, longestHead, parsedHead } from "./head.ts";

/** The most of a message's body that is read before it is stored. */
const bodyBytes = 128 * 1024;
/** Of a long message's parts, no more are looked at. */
const mostParts = 50;

/** As much of a message as a summary is made of. */
export const beginningOf = (raw: Buffer): Buffer => beginningWithin(raw, bodyBytes).bytes;

export interface MessageBeginning {
  bytes: Buffer;
  /** Whether more is missing than the content of files. */
  cutOff: boolean;
}

/** @param size the most of the message's body that is wanted */
export function beginningWithin(raw: Buffer, size: number): MessageBeginning {
  if (raw.length <= size) return { bytes: raw, cutOff: false };
  const end = headEnd(raw, longestHead);
  const most = Math.max(end - parsedHead, 0) + size;
  return raw.length > most ? withoutFiles(raw, end, most) : { bytes: raw, cutOff: false };
}

/**
 * The beginning of a long message, with no more than the headers of its files: scanners and ticket systems put them before
 * the text. It looks for the boundary of the outermost multipart alone, once through the message.
 */
function withoutFiles(raw: Buffer, end: number, most: number): MessageBeginning {
  const boundary = boundaryOf(raw.toString("latin1", 0, end));
  if (boundary === undefined) return { bytes: raw.subarray(0, most), cutOff: true };
  const delimiter = Buffer.from(`\n--${boundary}`, "latin1");
  const kept: Buffer[] = [];
  let left = most;
  // Behind a head without an empty line it may be the first line.
  let next = raw.indexOf(delimiter, end - 1);
  let start = 0;
  while (start >= 0 && left > 0 && kept.length < mostParts) {
    const part = raw.subarray(start, next < 0 ? raw.length : next);
    const piece = start === 0 ? part : shortened(part);
    kept.push(piece.subarray(0, left));
    left -= piece.length;
    start = next;
    if (start >= 0) next = raw.indexOf(delimiter, start + delimiter.length);
  }
  return { bytes: Buffer.concat(kept), cutOff: left < 0 || start >= 0 };
}

/** A part behind its boundary, or the headers of one that is a file. */
function shortened(part: Buffer): Buffer {
  const start = part.indexOf("\n", 1);
  const end = start + 1 + headEnd(part.subarray(start + 1), parsedHead);
  return isFile.test(part.toString("latin1", start, end)) ? part.subarray(0, end + 2) : part;
}

const isFile = /\ncontent-(?:disposition:\s*attachment|type:\s*(?!text\/|multipart\/|message\/)[a-z])/i;

function boundaryOf(head: string): string | undefined {
  const type = head.split(fieldEnd).find((field) => /^content-type:\s*multipart\//i.test(field));
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type ?? "") ?? [];
  return quoted ?? plain;
}
