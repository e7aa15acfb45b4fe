import { eventTextMax } from "@mayfly/contracts";
import { type Extract, extractedBytes } from "./extraction.ts";
import { readMail } from "./read_mail.ts";
import { plainText, shownTexts } from "./texts.ts";

/** @param beginning the first bytes of a message (RFC 5322) */
export async function extract(beginning: Buffer): Promise<Extract> {
  const { texts } = await readMail(beginning);
  const text = plainText(texts, eventTextMax + 1);
  const documents = shownTexts(texts, "html").filter(({ type }) => type === "html");
  const html = documents.map(({ read }) => read()).join("<br/>\n") || null;
  const cutOff = beginning.length >= extractedBytes;
  return {
    text: text.slice(0, eventTextMax).toWellFormed(),
    // Half a document says other things than the whole.
    html: html === null || html.length > eventTextMax || cutOff ? null : html.toWellFormed(),
    truncated: text.length > eventTextMax || (html !== null && (html.length > eventTextMax || cutOff)),
  };
}
