import { eventTextMax } from "@mayfly/contracts";
import { cut } from "../text/cut.ts";
import { beginningWithin } from "./beginning.ts";
import { type Extract, extractedBytes } from "./extract.ts";
import { readMail } from "./mime/read_mail.ts";
import { shownTexts } from "./mime/texts.ts";
import { linkTargets } from "./show/link_targets.ts";
import { plainText } from "./show/plain_text.ts";

/** @param raw the whole message (RFC 5322) */
export async function extract(raw: Buffer): Promise<Extract> {
  const { bytes, cutOff } = beginningWithin(raw, extractedBytes);
  const { texts } = await readMail(bytes);
  const text = plainText(texts, eventTextMax + 1, linkTargets);
  const documents = shownTexts(texts, "html").filter(({ type }) => type === "html");
  const html = documents.map(({ read }) => read()).join("<br/>\n");
  // A document that was cut may say something else than the whole, so it is not sent.
  const isSent = html.length <= eventTextMax && !cutOff;
  return {
    text: cut(text, eventTextMax).toWellFormed(),
    html: isSent && html !== "" ? html.toWellFormed() : null,
    truncated: text.length > eventTextMax || !isSent,
  };
}
