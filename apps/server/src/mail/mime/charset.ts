import { isUtf8 } from "node:buffer";
import libcharset from "libmime/lib/charset.js";
import { isAscii } from "../../text/ascii.ts";
import { ofJohab } from "./johab.ts";
import { gbkOfHz, ofIso2022 } from "./stateful_charsets.ts";

/** The names of ASCII, and "unknown". Programs in the C locale declare ANSI_X3.4-1968, which is ASCII, for any text. */
const withoutWord =
  /^(?:(?:us[-_]?|cs)?ascii|ansi_x3\.4-19\d\d|iso-?646-us|iso_646\.irv:1991|iso-ir-6|us|(?:cp|ibm)367|646)$|^(?:x-)?unknown/i;
/** Whether a charset says nothing about bytes beyond ASCII (RFC 1428, section 3). */
export const tellsNothing = (charset: string) => withoutWord.test(charset);

/** Neither UTF-8, which has been tried, nor UTF-16 or UCS-2, in which this tag itself could not have been read. */
const charsetOfHtml = /<meta\b[^>]*\bcharset\s*=\s*["']?(?!utf|ucs)([\w:.-]+)/i;

/**
 * Whether bytes that were decoded as UTF-8 probably are UTF-8: the text has more characters beyond ASCII than U+FFFD.
 * The last character does not count, since it may have been cut.
 */
function isReadable(text: string): boolean {
  let readable = 0;
  for (let at = 0; at < text.length - 1; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) readable -= 1;
    else if (code > 0x7f) readable += 1;
  }
  return readable > 0;
}

/** As libmime decodes: a charset that it does not know as UTF-8. */
const decode = libcharset.decode.bind(libcharset);

/** Escape sequences of more than Japanese (RFC 1554). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for one
const hasOthers = /\x1b(?:\$A|\$\([ACDOQ]|\.[AF])/;

/**
 * UTF-16 says at its beginning in which order its bytes are, or is big-endian (RFC 2781, 4.3). Some programs write the other
 * order without saying so: then the zero bytes of ASCII, of which blanks and line feeds are, stand behind.
 */
function ofUtf16(bytes: Buffer): string {
  const mark = bytes.toString("latin1", 0, 2);
  let behind = 0;
  for (const [at, byte] of bytes.subarray(0, sampleBytes).entries()) if (byte === 0) behind += at % 2 === 0 ? -1 : 1;
  const isLittle = mark === "\xff\xfe" || (mark !== "\xfe\xff" && behind > 0);
  return decode(bytes, isLittle ? "UTF-16LE" : "UTF-16BE").replace(/^\ufeff/, "");
}

/** Undefined when nobody knows the charset, and the bytes are not UTF-8 either. */
function decodedIn(bytes: Buffer, label: string): string | undefined {
  const charset = libcharset.normalizeCharset(label);
  if (/^ISO-2022-(?:KR|CN|JP-2)$/.test(charset)) return ofIso2022(bytes, decode);
  if (charset === "ISO-2022-JP" && hasOthers.test(bytes.toString("latin1"))) return ofIso2022(bytes, decode);
  if (charset === "UTF-16") return ofUtf16(bytes);
  if (charset === "JOHAB") return ofJohab(bytes, (pair) => decode(pair, "EUC-KR"));
  if (charset === "HZ-GB-2312") return decode(gbkOfHz(bytes), "GBK");
  const text = decode(bytes, charset);
  return charset !== "UTF-8" && !isUtf8(bytes) && text === bytes.toString() ? undefined : text;
}

/**
 * Decodes text whose charset the mail does not declare: by its escape sequences, or as UTF-8 if it is valid, or else as
 * HTML says at its beginning, or else as UTF-8 if it is only damaged, or else as GBK if it looks like Chinese, or else as
 * Windows-1252, like browsers (WHATWG Encoding).
 */
export function decoded(bytes: Buffer, isHtml: boolean): string {
  const escaped = escapedCharset(bytes);
  const text = bytes.toString();
  if (escaped) return decodedIn(bytes, escaped) ?? text;
  if (isUtf8(bytes)) return text;
  const named = isHtml && charsetOfHtml.exec(bytes.toString("latin1", 0, 1024))?.[1];
  const asNamed = named ? decodedIn(bytes, named) : undefined;
  if (asNamed !== undefined) return asNamed;
  if (isReadable(text)) return text;
  return decode(bytes, looksChinese(bytes) ? "gbk" : "windows-1252");
}

/** Decodes text in the charset that the mail declares. One that says nothing, or that nobody knows, is the same as none. */
export const decodedAs = (bytes: Buffer, label: string, isHtml: boolean): string =>
  (tellsNothing(label) ? undefined : decodedIn(bytes, label)) ?? decoded(bytes, isHtml);

/** Old Japanese, Korean and Chinese programs write ISO-2022 into headers and texts without saying so. */
function escapedCharset(bytes: Buffer): string | undefined {
  const at = bytes.indexOf("\x1b$");
  if (at < 0) return undefined;
  const designation = bytes.toString("latin1", at + 2, at + 4);
  if (designation === ")C") return "iso-2022-kr";
  if (designation === ")A") return "iso-2022-cn";
  return /^(?:[@AB]|\([@ABCDOQ])/.test(designation) ? "iso-2022-jp" : undefined;
}

/** How many bytes are looked at to tell what a text is in. */
const sampleBytes = 64 * 1024;
/** How many bytes beyond ASCII follow one another in Chinese text, and hardly ever in Western text. */
const chineseRun = 4;

/**
 * Whether bytes can be GBK, and most of their pairs are frequent characters (GB 2312, level 1) or signs. A letter with an
 * accent stands between ASCII letters in Western text, so it makes no pair, or a pair alone.
 */
function looksChinese(bytes: Buffer): boolean {
  const end = Math.min(bytes.length, sampleBytes) - 1;
  let [pairs, frequent, run, longest] = [0, 0, 0, 0];
  for (let at = 0; at < end; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) {
      run = 0;
      continue;
    }
    at += 1;
    const trail = bytes[at] ?? 0;
    if (lead === 0x80 || lead === 0xff || trail < 0x40 || trail === 0x7f || trail === 0xff) return false;
    pairs += 1;
    if (trail > 0xa0 && ((lead > 0xaf && lead < 0xd8) || (lead > 0xa0 && lead < 0xa4))) frequent += 1;
    run = trail < 0x80 ? 0 : run + 2;
    longest = Math.max(longest, run);
  }
  return longest >= chineseRun && frequent >= pairs * 0.75;
}

/** Bytes that Q encodes: those beyond ASCII, and the sign that begins an escape sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the regex looks for one
const rawBytes = /[\x1b\x80-\xff]/g;
/** A word (RFC 2047) in which Q stands for bytes as they are or encoded. */
const quotedWord = /=\?[^?\s]{1,75}\?q\?[^?]*\?=/gi;

/**
 * Encodes the bytes that stand in an encoded word (RFC 2047) as they are: they are in the word's own charset, whatever
 * that of the header is. @param header each character is a byte
 */
export function withQuotedBytes(header: string): string {
  if (isAscii(header) && !header.includes("\x1b")) return header;
  return header.replace(quotedWord, (word) => word.replace(rawBytes, quoted));
}

/** A character of an encoded word as Q encodes it. */
export const quoted = (sign: string) => `=${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** Decodes a header, given as one character per byte. @param charset what the message's text declares, if anything */
export function headerText(header: string, charset: string | false): string {
  const bytes = Buffer.from(withQuotedBytes(header), "latin1");
  const asBelow = charset && !isUtf8(bytes) && decodedIn(bytes, charset);
  return asBelow && !asBelow.includes("\ufffd") ? asBelow : decoded(bytes, false);
}
