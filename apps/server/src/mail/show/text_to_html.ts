import { escapeHtml } from "../../text/escape_html.ts";
import { withoutControls } from "../../text/visible_text.ts";
import { followingOn, type Link, leadingTo } from "../find/action_links.ts";
import type { SafeHtml } from "./sanitise.ts";

/** A longer URL does not become a link: a part of it would lead elsewhere. */
const urlLength = 8000;
/**
 * A URL ends at a blank, or at a character that no URL contains: quotes of all scripts, and Chinese and Japanese
 * punctuation. It may contain an apostrophe, unless one stands right before it as its opening quote.
 */
const notInUrls = String.raw`\s<>"\u00ab\u00bb\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef`;
const urls = new RegExp(String.raw`(\b(?:(?<!')https?:\/\/[^${notInUrls}]+|(?<=')https?:\/\/[^'${notInUrls}]+))`, "gi");

/** Removes the punctuation that follows a URL in a text. A closing bracket that was opened in the URL is part of it. */
function withoutEnd(url: string): string {
  const opened = url.lastIndexOf("(");
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? "";
    const isOwn = last === ")" && opened > url.lastIndexOf(")", end - 2);
    if (!".,;:!?)]'".includes(last) || isOwn) break;
  }
  return url.slice(0, end);
}

/** Makes HTML of plain text, with its lines and links; each line runs in the direction of its script. */
export function textAsHtml(text: string): SafeHtml {
  if (text === "") return { content: "", links: [] };
  const links: Link[] = [];
  let before = "";
  const linked = withoutControls(text)
    .split(urls)
    .map((part, at, parts) => {
      if (at % 2 === 0 || part.length > urlLength) {
        before += part;
        return escapeHtml(part);
      }
      const url = withoutEnd(part);
      const shown = escapeHtml(url);
      // A URL in plain text has no link text: the text around it tells what it is for.
      const said = leadingTo(before);
      before = part.slice(url.length);
      links.push({ url, ...said, after: before === "" ? followingOn(parts[at + 1] ?? "") : "" });
      return `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>${escapeHtml(before)}`;
    });
  const style = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext";
  return { content: `<div style="${style}">${linked.join("")}</div>`, links };
}
