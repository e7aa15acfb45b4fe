import { fieldEnd, headEnd, longestHead, parsedHead } from "./head.ts";

/** How much of a message's body is read before the message is stored. */
const bodyBytes = 128 * 1024;
/** The most parts of a long message that are read. */
const mostParts = 50;

/** The beginning of a message, as much of it as a summary is made from. */
export const beginningOf = (raw: Buffer): Buffer => beginningWithin(raw, bodyBytes).bytes;

export interface MessageBeginning {
  bytes: Buffer;
  /** Whether anything is missing besides the content of attached files. */
  cutOff: boolean;
}

/** @param size the most bytes of the message's body that are wanted */
export function beginningWithin(raw: Buffer, size: number): MessageBeginning {
  if (raw.length <= size) return { bytes: raw, cutOff: false };
  const end = headEnd(raw, longestHead);
  const most = Math.max(end - parsedHead, 0) + size;
  return raw.length > most ? withoutFiles(raw, end, most) : { bytes: raw, cutOff: false };
}

/**
 * The beginning of a long message. Of attached files it keeps only the headers, because scanners and ticket systems put
 * files before the text. It searches the message once, and only for the boundary of the outermost multipart.
 */
function withoutFiles(raw: Buffer, end: number, most: number): MessageBeginning {
  const boundary = boundaryOf(raw.toString("latin1", 0, end));
  if (boundary === undefined) return { bytes: raw.subarray(0, most), cutOff: true };
  const delimiter = Buffer.from(`\n--${boundary}`, "latin1");
  const kept: Buffer[] = [];
  let left = most;
  // If no empty line ends the head, the delimiter may begin with the head's last line feed.
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

/** A part with the boundary line before it, or only its headers if it is a file. */
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
