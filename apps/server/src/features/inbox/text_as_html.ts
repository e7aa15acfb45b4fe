import { escapeHtml } from "../../escape_html.ts";
import { type Link, leadingTo } from "./action_links.ts";
import type { Shown } from "./sanitise.ts";
import { withoutControls } from "./texts.ts";

/** A longer one is no link: a part of it would lead elsewhere. */
const urlLength = 8000;
/**
 * Up to a blank, or a sign that stands in no URL: quotes of all scripts, and the punctuation of Chinese and Japanese. An
 * apostrophe may stand in one, unless it is the quote that the URL began with.
 */
const notInUrls = String.raw`\s<>"\u00ab\u00bb\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef`;
const urls = new RegExp(String.raw`(\b(?:(?<!')https?:\/\/[^${notInUrls}]+|(?<=')https?:\/\/[^'${notInUrls}]+))`, "gi");

/** A URL in a text without the punctuation that follows it; a bracket is its own that is closed in it. */
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

/** Plain text with its lines and links; each line runs in the direction of its script. */
export function textAsHtml(text: string): Shown {
  if (text === "") return { content: "", links: [] };
  const links: Link[] = [];
  let before = "";
  const linked = withoutControls(text)
    .split(urls)
    .map((part, at) => {
      if (at % 2 === 0 || part.length > urlLength) {
        before += part;
        return escapeHtml(part);
      }
      const url = withoutEnd(part);
      const shown = escapeHtml(url);
      // A link in a text has no text of its own: what stands before it says what it is for.
      links.push({ url, ...leadingTo(before) });
      before = part.slice(url.length);
      return `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>${escapeHtml(before)}`;
    });
  const style = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext";
  return { content: `<div style="${style}">${linked.join("")}</div>`, links };
}
