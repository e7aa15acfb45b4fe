import { isUtf8 } from "node:buffer";

/** Whether a charset says nothing about bytes beyond ASCII (RFC 1428, section 3). */
export const tellsNothing = (charset: string) => /^(?:us-?)?ascii$|^(?:x-)?unknown/i.test(charset);

const charsetOfHtml = /<meta\b[^>]*\bcharset\s*=\s*["']?(?!utf)([\w:.-]+)/i;
const beyondAscii = /[^\p{ASCII}\ufffd]/u;

/**
 * What comes without a word of what it is written in: that is UTF-8, however damaged, or else what HTML says at its
 * beginning, or else what browsers take it for (WHATWG Encoding, Windows-1252).
 */
export function decoded(bytes: Buffer, isHtml: boolean): string {
  const text = bytes.toString();
  if (!text.includes("\ufffd")) return text;
  const named = isHtml && charsetOfHtml.exec(bytes.toString("latin1", 0, 1024))?.[1];
  if (!named && beyondAscii.test(text)) return text;
  return decoderOf(named || "windows-1252").decode(bytes);
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch {
    // Nobody knows it.
    return new TextDecoder("windows-1252");
  }
}

/** A header as its text; each of its characters is a byte. @param charset of the text below it, when that is told */
export function headerText(header: string, charset?: string | false): string {
  const bytes = Buffer.from(header, "latin1");
  // Old Japanese programs write ISO-2022-JP into headers as it stands.
  if (header.includes("\x1b$")) return decoderOf("iso-2022-jp").decode(bytes);
  const asBelow = charset && !tellsNothing(charset) && !isUtf8(bytes) && decoderOf(charset).decode(bytes);
  return asBelow && !asBelow.includes("\ufffd") ? asBelow : decoded(bytes, false);
}
