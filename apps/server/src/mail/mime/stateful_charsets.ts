// The two charsets of mail that switch between one and two bytes a character and that libmime does not know. Both become
// the charset with the same characters in which the bytes of a pair have their high bit set.

const [lineFeed, shiftOut, shiftIn, escapeSign, tilde] = [0x0a, 0x0e, 0x0f, 0x1b, 0x7e];
const isPrintable = (byte: number) => byte > 0x20 && byte < 0x7f;

/** ISO-2022-KR (RFC 1557) as EUC-KR. */
export function eucOfKorean(bytes: Buffer): Buffer {
  const euc = Buffer.alloc(bytes.length);
  let end = 0;
  let paired = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === shiftOut || byte === shiftIn) {
      paired = byte === shiftOut;
    } else if (byte === escapeSign && bytes.toString("latin1", at + 1, at + 4) === "$)C") {
      at += 3;
    } else {
      if (byte === lineFeed) paired = false;
      euc[end++] = paired && isPrintable(byte) ? byte | 0x80 : byte;
    }
  }
  return euc.subarray(0, end);
}

/** HZ (RFC 1843) as GBK. */
export function gbkOfHz(bytes: Buffer): Buffer {
  const gbk = Buffer.alloc(bytes.length);
  let end = 0;
  let paired = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const next = String.fromCharCode(bytes[at + 1] ?? 0);
    if (byte === tilde && (paired ? next === "}" : "{~\n".includes(next))) {
      if (next === "~") gbk[end++] = tilde;
      else if (next !== "\n") paired = next === "{";
      at += 1;
    } else {
      if (byte === lineFeed) paired = false;
      gbk[end++] = paired && isPrintable(byte) ? byte | 0x80 : byte;
    }
  }
  return gbk.subarray(0, end);
}
