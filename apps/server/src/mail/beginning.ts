import { asRead, fieldEnd, headEnd, longestHead, mostTypes, parsedHead } from "./mime/head.ts";
import { embeddedBytes } from "./show/embedded_images.ts";

/** How much of a message's body is read before the message is stored. */
const bodyBytes = 128 * 1024;
/** The most pieces of a long message that are read, and how deep the multiparts may lie that are taken apart. */
const mostParts = 50;
const deepest = 4;

/** The beginning of a message, as much of it as a summary is made from. */
export const beginningOf = (raw: Buffer): Buffer => beginningWithin(raw, bodyBytes).bytes;

export interface MessageBeginning {
  bytes: Buffer;
  /** Whether anything is missing besides the content of attached files. */
  cutOff: boolean;
}

/** @param size the most bytes of the message's body that are wanted */
export function beginningWithin(message: Buffer, size: number): MessageBeginning {
  if (message.length <= size) return { bytes: message, cutOff: false };
  const readBytes = longestHead + size;
  const raw = asRead(message, readBytes);
  const end = headEnd(raw, longestHead);
  const most = Math.max(end - parsedHead, 0) + size;
  if (raw.length > most) return withoutFiles(raw, end, most);
  return { bytes: raw, cutOff: message.length > readBytes && raw.length >= readBytes };
}

/**
 * The beginning of a long message. Of attached files it keeps only the headers, because scanners and ticket systems put
 * files before the text, and of images that HTML may show also the first bytes.
 */
function withoutFiles(raw: Buffer, end: number, most: number): MessageBeginning {
  const kept: Buffer[] = [];
  let left = most;
  const pieces = shortened(raw, end, 0, { left: embeddedBytes });
  let next = pieces.next();
  while (!next.done && left > 0 && kept.length < mostParts) {
    kept.push(next.value.subarray(0, left));
    left -= next.value.length;
    next = pieces.next();
  }
  return { bytes: Buffer.concat(kept), cutOff: left < 0 || !next.done };
}

/**
 * Gives a part in pieces, each with the boundary line before it, without its files. It searches for the boundaries of a
 * few multiparts within one another only, so it looks at every byte a few times at most.
 * @param end where the part's head ends
 * @param room for the embedded images; bytes
 */
function* shortened(part: Buffer, end: number, depth: number, room: { left: number }): Generator<Buffer> {
  const head = part.toString("latin1", 0, end);
  const boundary = depth < deepest ? boundaryOf(head, part) : undefined;
  if (depth > 0 && isFile.test(head) && !isWrapped.test(head))
    return yield part.subarray(0, end + 2 + startOf(part, head, room));
  if (boundary === undefined) return yield part;
  const delimiter = Buffer.from(`\n--${boundary}`, "latin1");
  // If no empty line ends the head, the delimiter may begin with the head's last line feed.
  let next = part.indexOf(delimiter, end - 1);
  yield part.subarray(0, next < 0 ? part.length : next);
  while (next >= 0) {
    const start = next;
    next = part.indexOf(delimiter, start + delimiter.length);
    const inner = part.subarray(start, next < 0 ? part.length : next);
    const headStart = inner.indexOf("\n", 1) + 1;
    yield* shortened(inner, headStart + headEnd(inner.subarray(headStart), parsedHead), depth + 1, room);
  }
}

const isFile = /\ncontent-(?:disposition[ \t]*:\s*attachment|type[ \t]*:\s*(?!text\/|multipart\b|message\/)[a-z])/i;
/** A file whose content is shown. */
const isWrapped = /\ncontent-(?:type[ \t]*:\s*application\/(?:x-)?pkcs7-mime|disposition[ \t]*:[^\n]*\.p7m)/i;
const isEmbedded = /\ncontent-(?:id|location)[ \t]*:/i;

/** How many of a file's first bytes to keep, encoded: none of one that HTML cannot show, or has no room for. */
function startOf(part: Buffer, head: string, room: { left: number }): number {
  if (!isEmbedded.test(head)) return 0;
  const start = head.length + 2;
  let size = part.length - start;
  if (/\ncontent-transfer-encoding[ \t]*:\s*base64/i.test(head)) {
    const line = part.indexOf("\n", start + 1) + 1 - start;
    const ends = line > 0 ? Math.ceil(size / line) * 2 : 0;
    size = Math.floor(((size - ends) * 3) / 4);
  }
  if (size > room.left) return 0;
  room.left -= size;
  return encodedStart;
}

/** The encoded first bytes of a file, by which an image is recognised: with what uuencode writes before them. */
const encodedStart = 256;

/** The boundary of a multipart: of several types that it has, of the first whose boundary is used. */
function boundaryOf(head: string, part: Buffer): string | undefined {
  const types = head.split(fieldEnd).filter((field) => /^\s*content-type[ \t]*:/i.test(field));
  const boundaries = types.slice(0, mostTypes).flatMap((type) => {
    if (!/^[^:]*:\s*multipart\b/i.test(type)) return [];
    const [, quoted, plain] = /[;,\s]boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(type) ?? [];
    return quoted?.trimEnd() ?? plain ?? [];
  });
  if (boundaries.length <= 1) return boundaries[0];
  return boundaries.find((boundary) => part.includes(`\n--${boundary}`, 0, "latin1"));
}
