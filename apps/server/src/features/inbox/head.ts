/** Nothing behind this is a header. Bytes. */
export const longestHead = 256 * 1024;
/** The most of a head that is parsed, of a message and of each part. More than ordinary mail has; some take the square of it to read. */
export const parsedHead = 32 * 1024;
/** Of a header with its folds. */
export const fieldEnd = /\r?\n(?![ \t])/;
/** The headers that a summary is made of, and what it takes to read the rest. */
export const summaryHeaders: ReadonlySet<string> = new Set([
  "from",
  "subject",
  "content-type",
  "content-transfer-encoding",
  "content-disposition",
]);

/**
 * Where the head of a message ends: before the empty line, or else before the first line that is neither a header nor its
 * continuation, as mail servers have it. @param most no line of it ends behind this
 */
export function headEnd(raw: Buffer, most = raw.length): number {
  let start = 0;
  for (let next = 0; start < raw.length; start = next) {
    next = raw.indexOf(0x0a, start) + 1 || raw.length;
    const line = raw.toString("latin1", start, Math.min(next, start + longestLine));
    if (next > most || !(start === 0 ? firstOfHead : ofHead).test(line)) break;
  }
  return start;
}

/** Of a mail's lines (RFC 5322, 2.1.1). */
const longestLine = 998;
const ofHead = /^(?:[ \t]|[^ \t:]+[ \t]*:|>?From )/;
/** Also what HTTP puts before it. */
const firstOfHead = /^(?:[ \t]*[^ \t:]+[ \t]*:|>?From |POST )/i;

/** The message without its body. */
export const headOf = (raw: Buffer) =>
  Buffer.concat([raw.subarray(0, headEnd(raw, longestHead)), Buffer.from("\r\n\r\n")]);

/** A message whose headers are long, with those alone that are wanted here; others as they are. */
export function withoutLongHead(message: Buffer): Buffer {
  const end = headEnd(message, longestHead);
  if (end <= parsedHead) return message;
  let left = parsedHead - 2;
  let head = "";
  for (const field of message.toString("latin1", 0, end).split(fieldEnd)) {
    const name = field.slice(0, field.indexOf(":")).toLowerCase();
    if (!summaryHeaders.has(name) || field.length + 2 > left) continue;
    left -= field.length + 2;
    head += `${field}\r\n`;
  }
  return Buffer.concat([Buffer.from(head, "latin1"), message.subarray(end)]);
}
