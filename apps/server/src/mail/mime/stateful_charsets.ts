// The charsets of mail that switch between one and two bytes a character and that libmime does not know, or not whole.
// Their pieces become others with the same characters, in which the bytes of a pair have their high bit set.

const [lineFeed, shiftOut, shiftIn, escapeSign, tilde] = [0x0a, 0x0e, 0x0f, 0x1b, 0x7e];
const isPrintable = (byte: number) => byte > 0x20 && byte < 0x7f;

/** The charset of what follows an escape sequence; empty: ASCII. */
const designations: [sequence: string, charset: string][] = [
  ["(B", ""],
  ["(J", ""],
  ["(H", ""],
  ["(I", "kana"],
  ["$@", "euc-jp"],
  ["$B", "euc-jp"],
  ["$(@", "euc-jp"],
  ["$(B", "euc-jp"],
  // JIS X 0213, whose first plane has all of JIS X 0208.
  ["$(O", "euc-jp"],
  ["$(Q", "euc-jp"],
  ["$(D", "jis-x-0212"],
  ["$A", "gbk"],
  ["$(A", "gbk"],
  ["$(C", "euc-kr"],
];
/** What SO switches to, and the charsets of single characters behind ESC N. */
const shifted: [sequence: string, charset: string][] = [
  ["$)C", "euc-kr"],
  ["$)A", "gbk"],
];
/** The charsets that are parts of EUC-JP, with a byte before each character. */
const prefixed = new Map([
  ["kana", { charset: "euc-jp", byte: 0x8e }],
  ["jis-x-0212", { charset: "euc-jp", byte: 0x8f }],
]);
const single: [sequence: string, charset: string][] = [
  [".A", "iso-8859-1"],
  [".F", "iso-8859-7"],
];

/**
 * ISO-2022 (ECMA-35) as mail has it: ISO-2022-JP with JIS X 0212, Chinese, Korean, Greek and Western characters (RFC 1554),
 * ISO-2022-KR (RFC 1557), and the simplified Chinese of ISO-2022-CN (RFC 1922).
 * @param decode decodes bytes of another charset
 */
export function ofIso2022(bytes: Buffer, decode: (bytes: Buffer, charset: string) => string): string {
  const pieces: string[] = [];
  /** What has been decoded of single characters: a text may be full of them. */
  const singles = new Map<string, string>();
  const euc = Buffer.alloc(2 * bytes.length);
  let end = 0;
  let inCharset = "euc-kr";
  const flush = () => {
    if (end > 0) pieces.push(decode(euc.subarray(0, end), inCharset));
    end = 0;
  };
  /** ASCII is the same in each of these charsets. */
  const begin = (charset: string) => {
    if (charset !== inCharset) flush();
    inCharset = charset;
  };
  let [designated, behindShift, ofSingle, isShifted] = ["", "euc-kr", "iso-8859-1", false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    const charset = isShifted ? behindShift : designated;
    if (byte === shiftOut || byte === shiftIn) {
      isShifted = byte === shiftOut;
    } else if (byte === escapeSign) {
      const behind = bytes.toString("latin1", at + 1, at + 4);
      const isOf = ([sequence]: [string, string]) => behind.startsWith(sequence);
      const [own, to, one] = [designations.find(isOf), shifted.find(isOf), single.find(isOf)];
      if (own) [designated, isShifted] = [own[1], false];
      else if (to) behindShift = to[1];
      else if (one) ofSingle = one[1];
      else if (behind.startsWith("N")) {
        flush();
        const key = `${ofSingle} ${bytes[at + 2]}`;
        const sign = singles.get(key) ?? decode(Buffer.from([(bytes[at + 2] ?? 0) | 0x80]), ofSingle);
        singles.set(key, sign);
        pieces.push(sign);
        at += 2;
      } else euc[end++] = byte;
      at += (own ?? to ?? one)?.[0].length ?? 0;
    } else if (charset === "" || !isPrintable(byte)) {
      // Each line begins anew.
      if (byte === lineFeed) [isShifted, designated] = [false, ""];
      euc[end++] = byte;
    } else {
      begin(prefixed.get(charset)?.charset ?? charset);
      const prefix = prefixed.get(charset);
      if (prefix) euc[end++] = prefix.byte;
      euc[end++] = byte | 0x80;
      if (charset === "jis-x-0212") euc[end++] = (bytes[++at] ?? 0) | 0x80;
    }
  }
  flush();
  return pieces.join("");
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
