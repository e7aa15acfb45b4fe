/**
 * Decodes quoted-printable (RFC 2045, 6.7); in place. mailparser's own decoder takes time quadratic in a run of blanks, and
 * its strings take many times the memory of the decoded bytes (threat 16).
 */
export const quotedPrintableDecoded = (bytes: Buffer) => decodeHex(joinLines(bytes));

const [tab, lineFeed, carriageReturn, blank, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x3d];

/** Removes blanks from the ends of lines, and joins lines at soft line breaks. In place. */
function joinLines(bytes: Buffer): Buffer {
  let end = 0;
  /** Where the last line of the output begins. Blanks before a soft line break are kept. */
  let start = 0;
  const trim = () => {
    while (end > start && (bytes[end - 1] === blank || bytes[end - 1] === tab)) end -= 1;
  };
  for (const byte of bytes) {
    if (byte === lineFeed || byte === carriageReturn) trim();
    bytes[end++] = byte;
    if (byte !== lineFeed) continue;
    const sign = bytes[end - 2] === carriageReturn ? end - 3 : end - 2;
    if (sign >= start && bytes[sign] === equals) end = sign;
    start = end;
  }
  trim();
  if (end > start && bytes[end - 1] === equals) end -= 1;
  return bytes.subarray(0, end);
}

/** Works in place; an equals sign without two hexadecimal digits behind it stays. */
function decodeHex(bytes: Buffer): Buffer {
  let end = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const [high, low] = byte === equals ? [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])] : [-1, -1];
    const isEncoded = high >= 0 && low >= 0;
    bytes[end++] = isEncoded ? high * 16 + low : byte;
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, end);
}

const digits = new Map([..."0123456789abcdefABCDEF"].map((sign) => [sign.charCodeAt(0), Number.parseInt(sign, 16)]));
/** The value of a hexadecimal digit; negative for any other byte. */
const digitOf = (byte: number | undefined) => (byte === undefined ? -1 : (digits.get(byte) ?? -1));
