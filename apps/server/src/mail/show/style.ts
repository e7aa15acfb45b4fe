import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { ident, string, url } from "css-tree/utils";

/** Returns the URL to load an image of a style from instead; undefined when it must not be loaded. */
export type StyleImage = (url: string) => string | undefined;

/** At-rules that load nothing and hide nothing; all others are dropped with their contents. */
const rules = new Set(["media", "supports", "container", "layer", "keyframes", "-webkit-keyframes"]);
/** Functions whose string arguments are URLs. */
const imageFunctions = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade",
]);
/** Positions that stay over the rest while it scrolls. */
const fixed = new Set(["fixed", "sticky", "-webkit-sticky"]);
/** Functions whose value is written in them. All others take theirs from elsewhere. */
const written = new Set(["if", "media", "supports", "style", "type"]);
/** A style always gets the light scheme. The query for it becomes a min-width query, so that "not" still inverts it. */
const byDay: Record<string, { light: string; dark: string }> = {
  "prefers-color-scheme": { light: "0", dark: "99999px" },
  "color-scheme": { light: "light", dark: "light" },
};
const opening = new Set<number>([
  tokenTypes.Function,
  tokenTypes.LeftParenthesis,
  tokenTypes.LeftSquareBracket,
  tokenTypes.LeftCurlyBracket,
]);
const closing = new Set<number>([
  tokenTypes.RightParenthesis,
  tokenTypes.RightSquareBracket,
  tokenTypes.RightCurlyBracket,
]);
const worthReading = /[\\@<]|url|src|image|cross-fade|position|scheme|--/i;

/**
 * Makes a style sheet, the declarations of a style attribute, or a media query safe to show: images only as `image`
 * gives them, no fonts or sheets from elsewhere, nothing fixed over the rest, and no dark scheme, because the frame
 * stays light. All else stays as it was written, so that ordinary mail looks as its sender meant (threats 23, 24).
 */
export function safeStyle(css: string, image: StyleImage): string {
  if (!worthReading.test(css)) return css;
  let safe = "";
  /** The open brackets: the name of a function, or "" for any other bracket. */
  const open: string[] = [];
  /** How many brackets were open when the rule began that is being dropped. */
  let dropping: number | undefined;
  let property = "";
  let lastIdent = "";
  /** How many brackets were open when the value began that is being read. */
  let valueAt: number | undefined;
  const inValue = () => valueAt !== undefined && open.length > valueAt;
  const endValue = () => {
    property = "";
    valueAt = undefined;
  };
  /** Whether a string may be an image's URL, here or where the variable that holds it is used. */
  const isAddress = (text: string) =>
    (isVariable(property) && addressLike.test(text)) ||
    (open.at(-1) !== "type" && open.some((name) => imageFunctions.has(name)));

  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (dropping !== undefined) {
      if (opening.has(type)) open.push("");
      if (closing.has(type)) open.pop();
      const block = type === tokenTypes.RightCurlyBracket && open.length <= dropping;
      // A dropped rule that is not closed ends with the block around it.
      if (block && open.length < dropping) safe += text;
      if (block || (type === tokenTypes.Semicolon && open.length === dropping)) dropping = undefined;
      return;
    }
    switch (type) {
      case tokenTypes.AtKeyword:
        if (rules.has(ident.decode(text.slice(1)).toLowerCase())) break;
        dropping = open.length;
        return;
      case tokenTypes.Function: {
        const name = ident.decode(text.slice(0, -1)).toLowerCase();
        // What a variable, an attribute or the like holds is not known here, so the position is made invalid.
        if (property === "position" && !written.has(name)) {
          open.push("none");
          safe += "none(";
          return;
        }
        open.push(name);
        // The string in it becomes a whole url() in its place.
        if (name === "url" || name === "src") return;
        break;
      }
      case tokenTypes.Url:
        safe += imageOf(url.decode(text), image);
        return;
      case tokenTypes.BadUrl:
      case tokenTypes.BadString:
      case tokenTypes.CDO:
      case tokenTypes.CDC:
        return;
      case tokenTypes.String: {
        const said = string.decode(text);
        if (!isAddress(said)) break;
        safe += imageOf(said, image);
        return;
      }
      case tokenTypes.Ident:
        lastIdent = ident.decode(text).toLowerCase();
        if ((property === "position" || isVariable(property)) && fixed.has(lastIdent)) {
          safe += "static";
          return;
        }
        if (lastIdent === "prefers-color-scheme") {
          safe += "min-width";
          return;
        }
        if (lastIdent === "dark" || lastIdent === "light") {
          const instead = byDay[property]?.[lastIdent];
          if (instead === undefined) break;
          safe += instead;
          return;
        }
        break;
      case tokenTypes.Colon:
        if (inValue()) break;
        property = lastIdent;
        valueAt = open.length;
        break;
      case tokenTypes.Semicolon:
        if (!inValue()) endValue();
        break;
      case tokenTypes.LeftCurlyBracket:
      case tokenTypes.RightCurlyBracket:
        endValue();
        break;
      case tokenTypes.RightParenthesis: {
        const name = open.at(-1);
        if (name === "url" || name === "src") {
          open.pop();
          return;
        }
      }
    }
    if (opening.has(type) && type !== tokenTypes.Function) open.push("");
    if (closing.has(type)) open.pop();
    if (valueAt !== undefined && open.length < valueAt) endValue();
    safe += text;
  });
  // No text of a style may look like the end of its element, or like a comment.
  return safe.replace(/<(?=[/!?])/g, "\\3c ");
}

const addressLike = /\/\/|^[/\\]|^[a-z][a-z\d+.-]*:(?!\s)/i;
/** A custom property, whose value any other property may use. */
const isVariable = (property: string) => property.startsWith("--");

function imageOf(address: string, image: StyleImage): string {
  const safe = image(address.trim());
  return safe === undefined ? "none" : styleUrl(safe);
}

/** A URL as the url() of a style. */
export const styleUrl = (address: string) => `url("${address.replace(/["\\\n\r\f]/g, encodeURIComponent)}")`;
