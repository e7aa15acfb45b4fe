import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { ident, string, url } from "css-tree/utils";

/** Gives what an image in a style is loaded from instead; undefined: nothing. */
export type StyleImage = (url: string) => string | undefined;

/** Rules that load nothing and hide nothing; with others go all that they hold. */
const rules = new Set(["media", "supports", "container", "layer", "keyframes", "-webkit-keyframes"]);
/** Functions whose texts are addresses. */
const imageFunctions = new Set([
  "url",
  "src",
  "image",
  "image-set",
  "-webkit-image-set",
  "cross-fade",
  "-webkit-cross-fade",
]);
/** Where a style asks for day or night it is day. The question itself becomes one after a width, which "not" can turn around. */
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
 * A style sheet, the declarations of a style attribute, or a media query, as safe to show: images only as `image` gives
 * them, no fonts or sheets from elsewhere, nothing fixed over the rest, and nothing for the night, because the paper stays
 * light. What it does not change stays as it was written, so that ordinary mail looks as its sender meant (threats 23, 24).
 */
export function safeStyle(css: string, image: StyleImage): string {
  if (!worthReading.test(css)) return css;
  let safe = "";
  /** What is open: the names of functions, and "" for other brackets. */
  const open: string[] = [];
  /** How many were open when a rule began that is dropped. */
  let dropping: number | undefined;
  let property = "";
  let lastIdent = "";
  /** How many were open when the value began that is being read. */
  let valueAt: number | undefined;
  const inValue = () => valueAt !== undefined && open.length > valueAt;
  const endValue = () => {
    property = "";
    valueAt = undefined;
  };
  /** Whether a text may be what an image is loaded from, here or where a variable is used. */
  const isAddress = (text: string) =>
    (isVariable(property) && addressLike.test(text)) ||
    (open.at(-1) !== "type" && open.some((name) => imageFunctions.has(name)));

  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    if (dropping !== undefined) {
      if (opening.has(type)) open.push("");
      if (closing.has(type)) open.pop();
      const block = type === tokenTypes.RightCurlyBracket && open.length <= dropping;
      // A rule without an end of its own ends with the one around it.
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
        open.push(name);
        // A position that nobody can tell is none.
        if (name === "attr" && property === "position") {
          safe += "none(";
          return;
        }
        // Its text becomes a whole url() in its place.
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
        if ((property === "position" || isVariable(property)) && (lastIdent === "fixed" || lastIdent === "sticky")) {
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
/** Anything may be made of what it holds. */
const isVariable = (property: string) => property.startsWith("--");

function imageOf(address: string, image: StyleImage): string {
  const safe = image(address.trim());
  return safe === undefined ? "none" : styleUrl(safe);
}

/** An address as a style writes it. */
export const styleUrl = (address: string) => `url("${address.replace(/["\\\n\r\f]/g, encodeURIComponent)}")`;
