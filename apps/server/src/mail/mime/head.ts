/** The longest head of a message: a header beyond it is not read. Bytes; docs/operations.md has it. */
export const longestHead = 1_000_000;
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
  "content-location",
]);

/**
 * Where the head of a message ends: before the empty line, or else before the first line that is neither a header nor a
 * continuation, as in mail servers. @param most the last offset at which the head may end
 */
export function headEnd(raw: Buffer, most = raw.length): number {
  let start = 0;
  for (let next = 0; start < raw.length; start = next) {
    next = raw.indexOf(0x0a, start) + 1 || raw.length;
    if (next > most || !isOfHead(raw, start, next)) break;
  }
  return start;
}

/** Whether a line is a header, continues one, or is among headers all the same. Most are told without a string. */
function isOfHead(raw: Buffer, start: number, next: number): boolean {
  const end = Math.min(next, start + longestLine);
  let at = start;
  while (at < end && raw[at] !== 0x20 && raw[at] !== 0x09 && raw[at] !== 0x3a) at += 1;
  if (at > start && raw[at] === 0x3a && at < end) return true;
  return (start === 0 ? firstOfHead : ofHead).test(raw.toString("latin1", start, end));
}

/** Types of a head that are looked at, where it has several. */
export const mostTypes = 4;

/** The most characters that a line of mail may have (RFC 5322, 2.1.1). */
const longestLine = 998;
const ofHead = /^(?:[ \t]|[^ \t:]+[ \t]*:|>?From |[Bb]oundary[ \t]*=)/;
/** The first line may also be an HTTP request line. */
const firstOfHead = /^(?:[ \t]*[^ \t:]+[ \t]*:|>?From |POST )/i;

/**
 * A message as it is read: from its first header on, and with the head that is read of it.
 * @param most the bytes that are read of a message whose lines are changed
 */
export const asRead = (message: Buffer, most?: number) => withinHeadLimit(fromFirstHeader(message, most));

/**
 * A message that begins with its first header: without the byte order mark, the lines that continue nothing before it, and
 * lines among its headers that are none. Where a bare CR ends its first line, as in programs of old Macs, each bare CR
 * becomes CRLF.
 * @param most the bytes that are read of a message whose lines are changed
 */
export function fromFirstHeader(message: Buffer, most = message.length): Buffer {
  const marked = message[0] === 0xef && message[1] === 0xbb && message[2] === 0xbf ? message.subarray(3) : message;
  const raw = endsWithBareCr(marked) ? withLineFeeds(marked.subarray(0, most)) : marked;
  return withoutJunk(fromFirstOf(raw), most);
}

function fromFirstOf(raw: Buffer): Buffer {
  if (raw[0] !== 0x20 && raw[0] !== 0x09) return raw;
  const start = raw.toString("latin1", 0, mostBefore).search(/^[!-9;-~]+:/m);
  const before = start > 0 ? raw.toString("latin1", 0, start) : "";
  return /^(?:[ \t](?![!-9;-~]*:)[^\n]*\n)+$/.test(before) ? raw.subarray(start) : raw;
}

/** Lines that are left out of a head, and how far behind the first of them it may end. Bytes. */
const mostJunk = 20;
const junkWithin = 64 * 1024;
/** Headers that mail has, and hardly any text begins a line with. */
const wellKnown =
  /^(?:from|to|cc|bcc|subject|date|reply-to|sender|message-id|mime-version|content-[a-z-]+|received|return-path|delivered-to|in-reply-to|references|list-[a-z-]+|dkim-signature|x-[a-z\d-]+)[ \t]*:/i;

/**
 * A message without the lines of its head that are no headers, such as what a program printed, or an empty first line. They
 * are left out where headers follow up to the empty line, one of them well known; otherwise the text begins there.
 */
function withoutJunk(raw: Buffer, most: number): Buffer {
  const end = headEnd(raw, longestHead);
  const isEmptyAt = (at: number) => raw[at] === 0x0a || (raw[at] === 0x0d && raw[at + 1] === 0x0a);
  if (end === raw.length || (end > 0 && isEmptyAt(end))) return raw;
  const kept: Buffer[] = [raw.subarray(0, end)];
  const last = Math.min(raw.length, end + junkWithin);
  let junk = 0;
  let isKnown = false;
  let isJunk = false;
  let start = end;
  for (let next = start; start < last && (start === 0 || !isEmptyAt(start)); start = next) {
    next = raw.indexOf(0x0a, start) + 1 || raw.length;
    const isFolded = raw[start] === 0x20 || raw[start] === 0x09;
    isJunk = isFolded && start > 0 ? isJunk : isEmptyAt(start) || !isOfHead(raw, start, next);
    if (isJunk) junk += 1;
    // A head of a forbidden length ends before a header; a boundary begins the first part.
    if (junk === 0 || junk > mostJunk || (isJunk && raw[start] === 0x2d && raw[start + 1] === 0x2d)) return raw;
    if (isJunk) continue;
    kept.push(raw.subarray(start, next));
    isKnown ||= wellKnown.test(raw.toString("latin1", start, Math.min(next, start + longestLine)));
  }
  const isWhole = start >= raw.length || isEmptyAt(start);
  return isKnown && isWhole ? Buffer.concat([...kept, raw.subarray(start, most)]) : raw;
}

/** Bytes that are looked at for the first header. */
const mostBefore = 2_000;

/** Whether a bare CR ends the first line, which is a header, and what follows is of a head too. */
function endsWithBareCr(raw: Buffer): boolean {
  const first = raw.subarray(0, longestLine).indexOf(0x0d);
  if (first < 0 || raw.subarray(0, first).includes(0x0a)) return false;
  let behind = first + 1;
  while (raw[behind] === 0x0d) behind += 1;
  // Programs that write CRLF where the system makes CRLF of each line feed end lines with several.
  if (raw[behind] === 0x0a) return false;
  const [line, next] = [raw.toString("latin1", 0, first), raw.toString("latin1", first + 1, first + longestLine)];
  return /^[!-9;-~]+[ \t]*:/.test(line) && /^(?:[!-9;-~]+[ \t]*:|[ \t\r])/.test(next);
}

function withLineFeeds(raw: Buffer): Buffer {
  const bytes = Buffer.alloc(2 * raw.length);
  let end = 0;
  for (let at = 0; at < raw.length; at += 1) {
    bytes[end++] = raw[at] ?? 0;
    if (raw[at] === 0x0d && raw[at + 1] !== 0x0a) bytes[end++] = 0x0a;
  }
  return bytes.subarray(0, end);
}

/** A message whose head is not longer than is read: what is beyond, up to the first empty line, is left out. */
function withinHeadLimit(message: Buffer): Buffer {
  if (message.length <= longestHead) return message;
  const end = headEnd(message, longestHead);
  const next = message.indexOf(0x0a, end) + 1 || message.length;
  if (next <= longestHead || !ofHead.test(message.toString("latin1", end, end + longestLine))) return message;
  const ends = ["\r\n\r\n", "\n\n"].map((empty) => message.indexOf(empty, end)).filter((at) => at >= 0);
  const body = ends.length > 0 ? message.indexOf(0x0a, Math.min(...ends)) + 1 : message.length;
  return Buffer.concat([message.subarray(0, end), message.subarray(body)]);
}

/** The message without its body. */
export function headOf(message: Buffer): Buffer {
  const raw = fromFirstHeader(message);
  return Buffer.concat([raw.subarray(0, headEnd(raw, longestHead)), Buffer.from("\r\n\r\n")]);
}

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
