import { isUtf8 } from "node:buffer";
import libcharset from "libmime/lib/charset.js";
import names from "libmime/lib/charsets.js";

// More names of charsets that libmime can decode, in texts, encoded words (RFC 2047) and filenames.
Object.assign(names, {
  cp50220: "ISO-2022-JP",
  cp50221: "ISO-2022-JP",
  cp50222: "ISO-2022-JP",
  csiso2022jp: "ISO-2022-JP",
  "x-big5": "Big5",
});

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

/**
 * Decodes text whose charset the mail does not declare: as UTF-8 if it is valid, or else as HTML says at its beginning,
 * or else as UTF-8 if it is only damaged, or else as Windows-1252, like browsers (WHATWG Encoding).
 */
export function decoded(bytes: Buffer, isHtml: boolean): string {
  const text = bytes.toString();
  if (isUtf8(bytes)) return text;
  const named = isHtml && charsetOfHtml.exec(bytes.toString("latin1", 0, 1024))?.[1];
  const asNamed = named ? libcharset.decode(bytes, named) : text;
  // libmime decodes a charset that it does not know as UTF-8.
  if (asNamed !== text) return asNamed;
  return isReadable(text) ? text : libcharset.decode(bytes, "windows-1252");
}

/** Decodes a header, given as one character per byte. @param charset what the message's text declares, if anything */
export function headerText(header: string, charset: string | false): string {
  const bytes = Buffer.from(header, "latin1");
  // Old Japanese programs write ISO-2022-JP into headers without encoding it (RFC 2047).
  if (header.includes("\x1b$")) return libcharset.decode(bytes, "iso-2022-jp");
  const asBelow = charset && !isUtf8(bytes) && libcharset.decode(bytes, charset);
  return asBelow && !asBelow.includes("\ufffd") ? asBelow : decoded(bytes, false);
}
