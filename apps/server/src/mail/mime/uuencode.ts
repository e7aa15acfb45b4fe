const [lineFeed, blank] = [0x0a, 0x20];

/**
 * Decodes uuencode (IEEE Std 1003.1, uuencode), in place: what stands between the first line that begins with `begin` and
 * one that says `end`. Without such lines, all of it.
 * @param isText whether a person reads it: then what cannot be uuencode is given as it is
 */
export function uudecoded(bytes: Buffer, isText = false): Buffer {
  const { start, isBase64 } = beginning(bytes);
  if (isText && start === 0 && !fitsLines(bytes)) return bytes;
  if (isBase64) return Buffer.from(bytes.toString("latin1", start).split("====", 1)[0] ?? "", "base64");
  let end = 0;
  for (let at = start; at < bytes.length; ) {
    const next = bytes.indexOf(lineFeed, at) + 1 || bytes.length;
    const size = sextetOf(bytes[at]);
    const isEnd = /^end\s*$/.test(bytes.toString("latin1", at, Math.min(next, at + 10)));
    if (isEnd) break;
    // A line of no bytes comes before the last; an empty line is none.
    if (size > 0 && bytes[at] !== 0x0d && bytes[at] !== lineFeed) end = decodeLine(bytes, at + 1, next, end, size);
    at = next;
  }
  return bytes.subarray(0, end);
}

/** Decodes a line to the bytes from `end` on, and returns where these end. A line that lost its last blanks has them. */
function decodeLine(bytes: Buffer, from: number, to: number, end: number, size: number): number {
  for (let left = size, at = from; left > 0 && at < to; left -= 3, at += 4) {
    const signs = [0, 1, 2, 3].map((offset) => (at + offset < to ? sextetOf(bytes[at + offset]) : 0));
    const [a = 0, b = 0, c = 0, d = 0] = signs;
    const three = [(a << 2) | (b >> 4), (b << 4) | (c >> 2), (c << 6) | d];
    for (const byte of three.slice(0, left)) bytes[end++] = byte & 0xff;
  }
  return end;
}

/** Whether the first lines have as many signs as they say, but for blanks at their ends. */
function fitsLines(bytes: Buffer): boolean {
  const lines = bytes.toString("latin1", 0, 10_000).split(/\r?\n/).slice(0, 10);
  return lines.every((line) => {
    const size = sextetOf(line.charCodeAt(0) || 0);
    const signs = Math.ceil(size / 3) * 4;
    return line === "" || line === "end" || (line.length - 1 <= signs + 1 && line.trimEnd().length - 1 >= signs - 4);
  });
}

/** The six bits of a sign, from a blank on; a grave accent is zero as well. Zero for the end of a line. */
const sextetOf = (sign: number | undefined) => (sign === undefined || sign < blank ? 0 : (sign - blank) & 0x3f);

/** Where the encoded lines begin, and whether they are base64, as `uuencode -m` writes. */
function beginning(bytes: Buffer): { start: number; isBase64: boolean } {
  const head = bytes.toString("latin1", 0, longestPreamble);
  const begin = /^begin(-base64)? [0-7]{3,4}[^\n]*\n/m.exec(head);
  return { start: begin ? begin.index + begin[0].length : 0, isBase64: begin?.[1] !== undefined };
}

/** How much text may stand before the first line. Bytes. */
const longestPreamble = 64 * 1024;
