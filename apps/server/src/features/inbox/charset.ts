import { isUtf8 } from "node:buffer";
import libcharset from "libmime/lib/charset.js";
import names from "libmime/lib/charsets.js";

// More names of what libmime decodes, of texts as of encoded words and names of files.
Object.assign(names, {
  cp50220: "ISO-2022-JP",
  cp50221: "ISO-2022-JP",
  cp50222: "ISO-2022-JP",
  csiso2022jp: "ISO-2022-JP",
  "x-big5": "Big5",
});

/** ASCII by its names, of which programs in the C locale write ANSI_X3.4-1968 at any text, and what says that nobody knows. */
const withoutWord =
  /^(?:(?:us[-_]?|cs)?ascii|ansi_x3\.4-19\d\d|iso-?646-us|iso_646\.irv:1991|iso-ir-6|us|(?:cp|ibm)367|646)$|^(?:x-)?unknown/i;
/** Whether a charset says nothing about bytes beyond ASCII (RFC 1428, section 3). */
export const tellsNothing = (charset: string) => withoutWord.test(charset);

/** Not UTF-8, which has been tried, and nothing with two bytes a letter, in which this could not be read. */
const charsetOfHtml = /<meta\b[^>]*\bcharset\s*=\s*["']?(?!utf|ucs)([\w:.-]+)/i;

/**
 * Whether bytes were UTF-8, by what they give as that: more of other scripts than of what cannot be read. The last
 * character may be cut.
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
 * What comes without a word of what it is written in: that is UTF-8, also when it is damaged, or else what HTML says at its
 * beginning, or else what browsers take it for (WHATWG Encoding, Windows-1252).
 */
export function decoded(bytes: Buffer, isHtml: boolean): string {
  const text = bytes.toString();
  if (isUtf8(bytes)) return text;
  const named = isHtml && charsetOfHtml.exec(bytes.toString("latin1", 0, 1024))?.[1];
  const asNamed = named ? libcharset.decode(bytes, named) : text;
  // Where nobody knows what is named, that is UTF-8.
  if (asNamed !== text) return asNamed;
  return isReadable(text) ? text : libcharset.decode(bytes, "windows-1252");
}

/** A header as its text; each of its characters is a byte. @param charset of the text below it, when that tells */
export function headerText(header: string, charset: string | false): string {
  const bytes = Buffer.from(header, "latin1");
  // Old Japanese programs write ISO-2022-JP into headers as it stands.
  if (header.includes("\x1b$")) return libcharset.decode(bytes, "iso-2022-jp");
  const asBelow = charset && !isUtf8(bytes) && libcharset.decode(bytes, charset);
  return asBelow && !asBelow.includes("\ufffd") ? asBelow : decoded(bytes, false);
}
