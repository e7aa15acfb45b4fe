import { eventTextMax } from "@mayfly/contracts";
import { simpleParser } from "mailparser";
import { textOf } from "./html_text.ts";
import { parserOptions } from "./summary.ts";

/** What a program is given of a message's content (docs/webhooks.md). */
export interface Extract {
  text: string;
  /** As the sender wrote it, not made safe; null when there is none or it is too long. */
  html: string | null;
  truncated: boolean;
}

/** Text parts stand at the beginning; nothing behind this is looked at. Room for both of them, encoded. */
export const extractedBytes = 4 * eventTextMax;

export const noExtract: Extract = { text: "", html: null, truncated: true };

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
