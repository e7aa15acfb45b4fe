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
