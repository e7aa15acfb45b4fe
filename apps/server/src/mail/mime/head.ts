/** The longest head of a message: nothing after it is read as a header. Bytes. */
export const longestHead = 256 * 1024;
/** The most bytes parsed of a message's or part's head: more than ordinary mail has. Some heads take quadratic time. */
export const parsedHead = 32 * 1024;
/** The end of a header field with its folded lines. Some programs do not fold the line of a boundary. */
export const fieldEnd = /\r?\n(?![ \t]|boundary[ \t]*=)/i;
/** The headers that a summary is made from, and those that are needed to read the body. */
export const summaryHeaders: ReadonlySet<string> = new Set([
  "from",
  "subject",
  "content-type",
  "content-transfer-encoding",
  "content-disposition",
  "content-id",
]);

/**
 * Where the head of a message ends: before the empty line, or else before the first line that is neither a header nor a
 * continuation, as in mail servers. @param most the last offset at which the head may end
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

/** The most characters that a line of mail may have (RFC 5322, 2.1.1). */
const longestLine = 998;
const ofHead = /^(?:[ \t]|[^ \t:]+[ \t]*:|>?From |[Bb]oundary[ \t]*=)/;
/** The first line may also be an HTTP request line. */
const firstOfHead = /^(?:[ \t]*[^ \t:]+[ \t]*:|>?From |POST )/i;

/** A message without the byte order mark before it, which is no part of its first header. */
export const withoutMark = (message: Buffer) =>
  message[0] === 0xef && message[1] === 0xbb && message[2] === 0xbf ? message.subarray(3) : message;

/** The message without its body. */
export const headOf = (raw: Buffer) =>
  Buffer.concat([raw.subarray(0, headEnd(raw, longestHead)), Buffer.from("\r\n\r\n")]);

/** Reduces a long head to the headers that a summary needs. A message with a shorter head is returned unchanged. */
export function withoutLongHead(message: Buffer): Buffer {
  const end = headEnd(message, longestHead);
  if (end <= parsedHead) return message;
  let left = parsedHead - 2;
  let head = "";
  const seen = new Set<string>();
  for (const field of message.toString("latin1", 0, end).split(fieldEnd)) {
    const name = field.slice(0, field.indexOf(":")).trimEnd().toLowerCase();
    // Only the first header of a name counts.
    if (!summaryHeaders.has(name) || seen.size === seen.add(name).size || field.length + 2 > left) continue;
    left -= field.length + 2;
    head += `${field}\r\n`;
  }
  return Buffer.concat([Buffer.from(head, "latin1"), message.subarray(end)]);
}
