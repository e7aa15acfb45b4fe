import { constants, inflateSync } from "node:zlib";

// CMS (RFC 5652) as S/MIME uses it (RFC 8551): a message whose content is wrapped in its signature, or compressed. Both are
// read without a key, and no signature is checked.

/** An element of BER (X.690): where its content begins and ends, and where the next one begins. */
interface Element {
  tag: number;
  start: number;
  end: number;
  next: number;
}

const [octetString, sequence, constructedOctets, explicit] = [0x04, 0x30, 0x24, 0xa0];
const signedData = "2a864886f70d010702";
const compressedData = "2a864886f70d0109100109";
/** How deep elements lie within one another at most, of those that are read or passed over. */
const deepest = 12;
/** The most bytes that compressed content becomes. */
const mostInflated = 10_000_000;

/**
 * The content that is signed or compressed: an entity of MIME. The end of the bytes may be missing.
 * @returns undefined for anything else, as for what is encrypted
 */
export function cmsContent(bytes: Buffer): { content: Buffer; isSigned: boolean } | undefined {
  const info = read(bytes, 0, bytes.length);
  const type = info?.tag === sequence ? read(bytes, info.start, info.end) : undefined;
  const said = type?.tag === 0x06 ? bytes.toString("hex", type.start, type.end) : "";
  if (type === undefined || info === undefined || (said !== signedData && said !== compressedData)) return undefined;
  const wrapped = read(bytes, type.next, info.end);
  const data = wrapped?.tag === explicit ? read(bytes, wrapped.start, wrapped.end) : undefined;
  if (data?.tag !== sequence) return undefined;
  // A version, the algorithms, and then what is encapsulated, of the type `id-data`.
  const version = read(bytes, data.start, data.end);
  const algorithms = version && read(bytes, version.next, data.end);
  const encapsulated = algorithms && read(bytes, algorithms.next, data.end);
  const inner = encapsulated?.tag === sequence ? read(bytes, encapsulated.start, encapsulated.end) : undefined;
  const content = inner && encapsulated && read(bytes, inner.next, encapsulated.end);
  if (content?.tag !== explicit) return undefined;
  const pieces: Buffer[] = [];
  collect(bytes, content.start, content.end, pieces, 0);
  const all = Buffer.concat(pieces);
  const isSigned = said === signedData;
  const opened = isSigned ? all : inflated(all);
  return opened && { content: opened, isSigned };
}

/** Takes the octets of strings that lie one after the other, or within one another. */
function collect(bytes: Buffer, from: number, to: number, pieces: Buffer[], depth: number): void {
  for (let at = from; at < to && depth < deepest; ) {
    const one = read(bytes, at, to);
    if (one === undefined) return;
    if (one.tag === octetString) pieces.push(bytes.subarray(one.start, one.end));
    else if (one.tag === constructedOctets) collect(bytes, one.start, one.end, pieces, depth + 1);
    at = one.next;
  }
}

/** Reads the element at an offset; one that goes on beyond `limit` ends there. */
function read(bytes: Buffer, at: number, limit: number, depth = 0): Element | undefined {
  const [tag, said] = [bytes[at], bytes[at + 1]];
  // No tag here has more than one byte.
  if (tag === undefined || said === undefined || at + 2 > limit || (tag & 0x1f) === 0x1f) return undefined;
  if (said === 0x80) return depth < deepest ? readOpen(bytes, tag, at + 2, limit, depth) : undefined;
  const more = said & 0x80 ? said & 0x7f : 0;
  if (more > 4 || at + 2 + more > limit) return undefined;
  const start = at + 2 + more;
  const length = more === 0 ? said : bytes.readUIntBE(at + 2, more);
  const end = Math.min(start + length, limit);
  return { tag, start, end, next: end };
}

/** An element without a length ends with two zeros. */
function readOpen(bytes: Buffer, tag: number, start: number, limit: number, depth: number): Element | undefined {
  let at = start;
  while (at < limit) {
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { tag, start, end: at, next: at + 2 };
    const one = read(bytes, at, limit, depth + 1);
    if (one === undefined) return undefined;
    at = one.next;
  }
  return { tag, start, end: limit, next: limit };
}

/** Compressed with zlib (RFC 3274). */
function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: mostInflated, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}
