import { escapeHtml } from "../../text/escape_html.ts";
import { withoutControls } from "../../text/visible_text.ts";
import { followingOn, type Link, leadingTo } from "../find/action_links.ts";

/** What becomes of a text: safe HTML, and the links in it. */
export interface SafeHtml {
  content: string;
  links: Link[];
}

/** A longer URL does not become a link: a part of it would lead elsewhere. */
const urlLength = 8000;
const invisible = String.raw`\0-\x1f\x7f-\x9f\u00ad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\ufff0-\ufffb`;
/**
 * A URL ends at a blank, or at a character that no URL contains: quotes of all scripts, Chinese and Japanese punctuation,
 * and what nobody sees, but for the joiners that some scripts write words with. It may contain an apostrophe, unless one stands right before it as its opening quote.
 */
const notInUrls = String.raw`\s<>"\u00ab\u00bb\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef${invisible}`;
const urls = new RegExp(
  // An underscore may mark a URL. In Markdown, a text that is a URL ends where its address begins.
  String.raw`((?<![^\W_])(?:(?<!')https?:\/\/(?:(?!\]\()[^${notInUrls}])+|(?<=')https?:\/\/[^'${notInUrls}]+))`,
  "gi",
);

/** Signs that mark words on both their sides, as in `*bold*`. */
const marks = "*_~`|";
/** How far before a URL such a sign is looked for. Characters. */
const lookedAt = 200;

/** Whether words that such a sign marks have begun in a line, and not ended. */
function isOpen(line: string, mark: string): boolean {
  const at = line.lastIndexOf(mark);
  return at >= 0 && !/\s/.test(line[at + 1] ?? "") && !/[\p{L}\p{N}]/u.test(line[at - 1] ?? "");
}

/**
 * Removes the punctuation that follows a URL in a text, and signs that mark it. A closing bracket that was opened in the URL
 * is part of it.
 * @param before the text before the URL
 */
function withoutEnd(url: string, before: string): string {
  const line = before.slice(-lookedAt).split("\n").at(-1) ?? "";
  const opened = url.lastIndexOf("(");
  let end = url.length;
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? "";
    const isOwn = last === ")" && opened > url.lastIndexOf(")", end - 2);
    const isPunctuation = ".,;:!?)]'\u200c\u200d".includes(last) || (marks.includes(last) && isOpen(line, last));
    if (!isPunctuation || isOwn) break;
  }
  return url.slice(0, end);
}

/** Raw HTML, of which the last tag may have been cut by the URL in it. */
const tags = /<(?:\/?[a-z]|!)[^<>]*(?:>|$)/gi;
/** The words that are a link in Markdown, up to its address. */
const named = /\[([^[\]]+)\]\($/;
/** What closes something before a text, and opens something behind it. */
const closing = /^[\s)\]}>"'»”’.,;:!?*_~`|]+/;
const opening = new Set("<([{\"'«‹„“‘*_~`|=");

/** The text before a URL without the signs that are left of what stood around the URL before, or begins with this one. */
function withoutRests(before: string): string {
  const text = before.replace(tags, " ").replace(closing, "");
  const words = named.exec(text.slice(-lookedAt))?.[1];
  if (words !== undefined) return words;
  let end = text.length;
  while (end > 0 && (opening.has(text[end - 1] ?? "") || /[ \t]/.test(text[end - 1] ?? ""))) end -= 1;
  return text.slice(0, end);
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
      const url = withoutEnd(part, before);
      const shown = escapeHtml(url);
      // A URL in plain text has no link text: the text around it tells what it is for.
      const said = leadingTo(withoutRests(before));
      before = part.slice(url.length);
      links.push({ url, ...said, after: before === "" ? followingOn(parts[at + 1] ?? "") : "" });
      return `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>${escapeHtml(before)}`;
    });
  const style = "white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext";
  return { content: `<div style="${style}">${linked.join("")}</div>`, links };
}
