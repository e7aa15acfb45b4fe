import libmime from "libmime";
import libcharset from "libmime/lib/charset.js";
import names from "libmime/lib/charsets.js";
import { decodedAs } from "./charset.ts";
import { separated } from "./parameters.ts";

// Changes how libmime, and with it mailparser and mailsplit, reads charsets, encoded words and parameters where other
// mail programs read more than it does. Its version is fixed; mended_libmime.test.ts holds each change.

/**
 * More names of charsets that libmime can decode, in texts, encoded words (RFC 2047) and file names: those of Java, PHP,
 * Python and old mail programs.
 */
export const moreNames: Record<string, string> = {
  ...Object.fromEntries(["cp50220", "cp50221", "cp50222", "csiso2022jp"].map((name) => [name, "ISO-2022-JP"])),
  ...Object.fromEntries(["big5_tw", "big5-eten", "zh_tw-big5"].map((name) => [name, "Big5"])),
  ...Object.fromEntries(["eucgb2312_cn", "hz-gb", "euc-cn"].map((name) => [name, "GBK"])),
  ...Object.fromEntries(["eucjp", "eucjp-win", "eucjp-ms", "cp51932"].map((name) => [name, "EUC-JP"])),
  ...Object.fromEntries(["sjis-win", "ms-cp932", "cswindows31j"].map((name) => [name, "Shift_JIS"])),
  ...Object.fromEntries(["utf-8-sig", "utf8mb4", "cp65001"].map((name) => [name, "UTF-8"])),
  // What calls itself ASCII is decoded by what it looks like (charset.ts), not as Windows-1252.
  ...Object.fromEntries(["ascii", "us-ascii", "ansi_x3.4-1968"].map((name) => [name, "US-ASCII"])),
  csiso2022kr: "ISO-2022-KR",
  ...Object.fromEntries(
    ["", "cs"].flatMap((before) => [
      ...["jp-1", "jp-2", "jp-3", "jp-2004", "jp2"].map((name) => [`${before}iso-2022-${name}`, "ISO-2022-JP-2"]),
      ...["jp1", "jp2", "jp3"].map((name) => [`${before}iso2022${name}`, "ISO-2022-JP-2"]),
      ...["iso-2022-cn", "iso-2022-cn-ext", "iso2022cn"].map((name) => [`${before}${name}`, "ISO-2022-CN"]),
    ]),
  ),
  ...Object.fromEntries(["johab", "cp1361", "ms1361", "windows-1361"].map((name) => [name, "JOHAB"])),
  ...Object.fromEntries(["csutf16", "iso-10646-ucs-2", "csunicode"].map((name) => [name, "UTF-16"])),
  hz: "HZ-GB-2312",
  uhc: "EUC-KR",
  "mac-ce": "MacCentEuro",
  "mac-icelandic": "MacIceland",
  "mac-romanian": "MacRomania",
  "mac-ukrainian": "MacUkraine",
  "unicode-2-0-utf-7": "UTF-7",
};
Object.assign(names, moreNames);

/** UTF-16 without a word about the order of its bytes, which libmime takes for little-endian. */
const unordered = /^(?:utf[-_]?16|ucs-?2)$/;

// The same names with `x-` before them, and the code pages of DOS.
const normalise = libcharset.normalizeCharset.bind(libcharset);
libcharset.normalizeCharset = (label) => {
  const given = label.trim().toLowerCase();
  if (unordered.test(given)) return "UTF-16";
  if (Object.hasOwn(names, given)) return normalise(given);
  return normalise(given.replace(/^x-/, "").replace(/^dos-?(?=\d)/, "cp"));
};

// Encoded words and file names in charsets that libmime does not know: it takes their bytes for UTF-8.
libcharset.decode = (bytes, label) => decodedAs(bytes, label, false);

// Words in charsets whose names have signs that libmime does not expect in one, such as iso_8859-1:1987.
const decodeWords = libmime.Libmime.prototype.decodeWords;
libmime.Libmime.prototype.decodeWords = function (text) {
  if (!text.includes("=?")) return text;
  const plain = text.replace(/=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?(?=\?[qb]\?)/gi, (word, label: string) => {
    if (/^[\w-]+$/.test(label)) return word;
    const charset = libcharset.normalizeCharset(label);
    return /^[\w-]+$/.test(charset) ? `=?${charset}` : "=?x-unknown";
  });
  return decodeWords.call(this, plain);
};

// Parameters that are separated or repeated as they should not be.
const parseHeaderValue = libmime.Libmime.prototype.parseHeaderValue;
libmime.Libmime.prototype.parseHeaderValue = function (value) {
  return parseHeaderValue.call(this, separated(value));
};

export { libmime };
