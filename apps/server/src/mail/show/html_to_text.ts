import { Parser } from "htmlparser2";
import { cut } from "../../text/cut.ts";
import { cellEnd } from "../find/text_marks.ts";
import { openHiding } from "./hidden.ts";
import type { LinkTargets } from "./link_targets.ts";
import { OpenLooks } from "./open_looks.ts";

const unseen = new Set(["style", "script", "title", "template", "noscript"]);
/** Inline elements, which do not separate words. */
export const inline = new Set(
  "a abbr b big bdo code del em font i ins kbd mark q s small span strike strong sub sup tt u wbr".split(" "),
);
/** Void elements, which separate words only once, not at their beginning and again at their end. */
const empty = new Set(["br", "hr", "img", "input", "area"]);
/** Elements that stand side by side, so a space separates them and not a line break. */
const cells = new Set(["td", "th", "img", "area"]);
/** Elements whose `alt` is the text of a picture, for readers who do not see it. */
const pictures = new Set(["img", "area", "input"]);

/** The parser's time grows with the square of a document's depth (threat 16), so deeper ones are not read further. */
const mostDepth = 1000;
/** The document is parsed in steps of this many characters, to stop when there is enough text. */
const stepLength = 16 * 1024;

/** Styles that keep the lines and blanks of the source, as `pre` does. */
const keepsBlanks = /white-space\s*:\s*(?:pre|break-spaces)/i;

/** A part of a document's text: what its styles show a reader, or what they hide. */
export type Part = "shown" | "hidden";

export interface TextOptions {
  /** If given, the URL of each link follows its text, as in `Log in <https://shop.example/login>`. */
  targets?: LinkTargets | undefined;
  /** If given, the rest is left out. */
  only?: Part | undefined;
  /** Whether marks say how the text looks (text_marks.ts). What stands in input fields is in the text then. */
  marked?: boolean;
}

/** The text of a document, or its beginning: a line for each block, a space between cells. */
export function textOf(html: string, length: number, { targets, only, marked = false }: TextOptions = {}): string {
  const hiding = only && openHiding(html);
  const isLeftOut = () => hiding !== undefined && hiding.isHidden() !== (only === "hidden");
  let text = "";
  /** Where the open link leads, and its own text: that of the document is long, and not to be looked at for each link. */
  let link: { url: string; said: string } | undefined;
  const add = (more: string) => {
    text += more;
    if (link) link.said += more;
  };
  let hidden = 0;
  let depth = 0;
  // The depth of the outermost element that keeps its blanks.
  let kept: number | undefined;
  // `ended` counts the line breaks since the last text; `spaced` says whether a space is due before the next.
  let ended = 2;
  let spaced = false;
  // Whether a cell ended since the last text, in a text with marks.
  let isNextCell = false;
  const part = (name: string) => {
    if (ended === 2 || inline.has(name)) return;
    spaced = true;
    if (marked && (name === "td" || name === "th")) isNextCell = true;
    if (cells.has(name)) return;
    isNextCell = false;
    add("\n");
    ended += 1;
  };
  let isAfterUrl = false;
  const endLink = () => {
    if (link === undefined) return;
    const { url } = link;
    const said = link.said.trim();
    link = undefined;
    if (hidden > 0 || said === url || `mailto:${said}` === url || `tel:${said}` === url) return;
    add(`${ended === 0 && text !== "" ? " " : ""}<${url}>`);
    ended = 0;
    spaced = false;
    isAfterUrl = true;
  };
  const looks = marked ? new OpenLooks() : undefined;
  const say = (data: string) => {
    if (hidden > 0 || isLeftOut()) return;
    if (kept !== undefined) {
      const lines = data.replace(/\r\n?/g, "\n");
      if (spaced && ended === 0) add(" ");
      // A line break directly after `<pre>` is not part of its text.
      const own = ended > 0 ? lines.replace(/^\n/, "") : lines;
      add(looks === undefined ? own : own.replace(/[^\n]+/g, (line) => looks.marked(line)));
      ended = lines.endsWith("\n") ? 1 : 0;
      spaced = false;
      return;
    }
    // Line breaks in the HTML source are only spaces in the document.
    const words = data.replace(/\s+/g, " ").trim();
    if (/^\s/.test(data)) spaced = true;
    if (words === "") return;
    // Punctuation follows a URL at once, and words after a blank.
    if (isAfterUrl && /^[\p{L}\p{N}]/u.test(words)) spaced = true;
    isAfterUrl = false;
    if (spaced && ended === 0) add(isNextCell ? cellEnd : " ");
    isNextCell = false;
    add(looks === undefined ? words : looks.marked(words));
    spaced = /\s$/.test(data);
    ended = 0;
  };
  /** The first `alt` of the picture that is being read. */
  let alt: string | undefined;
  const parser = new Parser({
    ...((targets || hiding) && {
      onopentag: (name: string, attributes: Record<string, string>) => {
        hiding?.open(name, attributes);
        const { href } = attributes;
        if (name === "base") targets?.base(href ?? "");
        if (name !== "a") return;
        endLink();
        const url = href === undefined || isLeftOut() ? undefined : (targets?.shown(href) ?? targets?.told(href));
        if (url !== undefined) link = { url, said: "" };
      },
    }),
    onopentagname: (name) => {
      depth += 1;
      if (unseen.has(name)) hidden += 1;
      part(name);
      alt = undefined;
      if (name === "pre") kept ??= depth;
      looks?.opened(name, depth);
    },
    onattribute: (name, value) => {
      if (name === "style" && keepsBlanks.test(value)) kept ??= depth;
      if (name === "alt") alt ??= value;
      looks?.attribute(name, value, depth);
    },
    onclosetag: (name) => {
      // Pictures are void: their end comes at once, and only then is it known whether a style hides them.
      if (alt !== undefined && pictures.has(name)) {
        say(alt);
        spaced = true;
      }
      alt = undefined;
      if (name === "a") endLink();
      hiding?.close();
      const field = looks?.closed(depth) ?? "";
      if (field !== "") say(field);
      if (kept === depth) kept = undefined;
      depth -= 1;
      if (unseen.has(name)) hidden -= 1;
      if (!empty.has(name)) part(name);
    },
    ontext: (data) => {
      if (hidden > 0) looks?.readSheet(data);
      else say(data);
    },
  });
  for (let start = 0; start < html.length && text.length < length && depth < mostDepth; start += stepLength) {
    parser.write(html.slice(start, start + stepLength));
  }
  parser.end();
  endLink();
  return cut(text.trim(), length).toWellFormed();
}
