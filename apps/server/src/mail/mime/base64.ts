// mailparser's own decoder makes garbage of what calls itself base64 and is none, and drops the signs of RFC 4648, 5.

/** A sign that base64 does not have. An underscore is a letter here. */
const foreign = /[^\w+/=\s-]/;
/** A blank amid a line, which stands between words. */
const amid = /\S[ \t]+\S/;
/** Lines that are looked at for the first of base64, below what somebody has put before it. */
const mostBefore = 20;

/**
 * Decodes base64 (RFC 2045, 6.8), also with the signs of RFC 4648, 5.
 * @param isText whether a person reads it: then what cannot be base64 is given as it is, also around what is
 */
export function base64Decoded(encoded: Buffer, isText: boolean): Buffer {
  const text = encoded.toString("latin1");
  const isClean = !foreign.test(text);
  if (isClean && !amid.test(text)) return canBe(text) || !isText ? decoded(text) : encoded;
  const lines = text.split("\n");
  const [start, end] = blockIn(lines);
  const block = lines.slice(start, end).join("\n");
  const bytes = canBe(block) ? decoded(block) : Buffer.alloc(0);
  if (bytes.length === 0 || (isText && !isReadable(bytes))) return isText || !isClean ? encoded : decoded(text);
  if (!isText) return bytes;
  const [before, behind] = [lines.slice(0, start), lines.slice(end)].map((some) => some.join("\n"));
  return Buffer.concat([
    Buffer.from(before ? `${before}\n` : "", "latin1"),
    bytes,
    Buffer.from(behind?.trim() ? `\n${behind}` : "", "latin1"),
  ]);
}

/** Which lines are base64: the first long ones, or else what comes first. */
function blockIn(lines: string[]): [start: number, end: number] {
  let start = lines.slice(0, mostBefore).findIndex(isLong);
  if (start < 0) start = lines.findIndex((line) => line.trim() !== "");
  if (start < 0) return [0, 0];
  let end = start;
  while (end < lines.length && isOne(lines[end] ?? "")) {
    end += 1;
    // Behind the padding, only another text of some length is one.
    if (lines[end - 1]?.includes("=") && !isLong(lines[end] ?? "")) break;
  }
  return [start, end];
}

/**
 * Whether a line is base64: not one that parts others, as above a footer. Some mail servers break overlong lines with an
 * exclamation mark.
 */
const isOne = (line: string) => /^(?!([-_+/=])\1*$)[\w+/-]+={0,3}!?$|^$/.test(line.trim());

/** Longer than words are. */
const isLong = (line: string) => line.length >= 40 && isOne(line);

/** Signs that stand for no whole byte: neither a text nor a file ends so, unless its end is missing. */
function canBe(text: string): boolean {
  if (text.length > cutOff) return true;
  return text.replace(/[=\s!]/g, "").length % 4 !== 1;
}

/** Only the end of a long one is ever cut off. Characters. */
const cutOff = 1_000;

/** Each piece ends with its padding. Node stops at the first. */
function decoded(text: string): Buffer {
  const padding = text.indexOf("=");
  if (padding < 0 || text.slice(padding).trim().length <= 3) return Buffer.from(text, "base64");
  return Buffer.concat(text.split(/=[=\s]*/).map((piece) => Buffer.from(piece, "base64")));
}

/** Whether bytes can be a text: few of them are controls that no text has. */
function isReadable(bytes: Buffer): boolean {
  const end = Math.min(bytes.length, 1_000);
  let odd = 0;
  for (let at = 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c && byte !== 0x1b) odd += 1;
  }
  return odd * 20 <= end;
}
