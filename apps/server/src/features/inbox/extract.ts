import { eventTextMax } from "@mayfly/contracts";
import { simpleParser } from "mailparser";
import { type Extract, extractedBytes } from "./extraction.ts";
import { textOf } from "./html_text.ts";
import { parserOptions } from "./parser_options.ts";

/** @param beginning the first bytes of a message (RFC 5322) */
export async function extract(beginning: Buffer): Promise<Extract> {
  const mail = await simpleParser(beginning, parserOptions);
  const html = mail.html || null;
  const text = mail.text?.trim() ? mail.text : html === null ? "" : textOf(html, eventTextMax + 1).trim();
  const cutOff = beginning.length >= extractedBytes;
  return {
    text: text.slice(0, eventTextMax).toWellFormed(),
    // Half a document says other things than the whole.
    html: html === null || html.length > eventTextMax || cutOff ? null : html.toWellFormed(),
    truncated: text.length > eventTextMax || (html !== null && (html.length > eventTextMax || cutOff)),
  };
}
