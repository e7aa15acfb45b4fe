import { tokenize, tokenTypes } from "css-tree/tokenizer";
import { ident } from "css-tree/utils";
import { colorOf, isAlike } from "./colors.ts";

/** Where a reader is in a document: which text its styles hide there. */
export interface Hiding {
  open(name: string, attributes: Record<string, string>): void;
  close(): void;
  isHidden(): boolean;
}

type Styles = Record<string, { value: string; important: boolean }>;

interface Rule {
  tag: string | undefined;
  names: string[];
  styles: Styles;
}

interface Element {
  /** It is not drawn, and nothing in it can be. */
  gone: boolean;
  /** What an element in it has too, unless it says otherwise. */
  invisible: boolean;
  tiny: boolean;
  color: string | undefined;
  /** Undefined: not known, or a picture. */
  background: string | undefined;
}

/** Rules of a document's style sheets that are looked at, and the time that an element takes with them. */
const mostRules = 500;
/** What nobody can read: letters of so many pixels. */
const tinySize = 2;
/** How far to the side nobody sees a text. Pixels. */
const faraway = 500;
const faint = 0.05;

/**
 * Finds what an HTML document does not show its reader: text that is not displayed, of no size, of its background's color, or
 * far outside. Looks at style attributes, and in style sheets at rules for one element, class or id, for every screen.
 */
export function openHiding(html: string): Hiding {
  const rules = sheetsOf(html).flatMap(rulesOf);
  const isPlain = (selector: string) => readSelector(selector) !== undefined;
  const known = rules.flatMap(({ selector, styles }) =>
    selector
      .split(",")
      .filter(isPlain)
      .map((one): Rule => ({ ...(readSelector(one) as Omit<Rule, "styles">), styles })),
  );
  const counted = known.slice(0, mostRules);
  // A background that is set in a way that is not looked at may be any.
  const isSure = !rules.some(({ selector, styles }) => hasBackground(styles) && !selector.split(",").every(isPlain));
  const page = { gone: false, invisible: false, tiny: false, color: undefined };
  const elements: Element[] = [{ ...page, background: isSure ? "#ffffff" : undefined }];
  const last = () => elements.at(-1) as Element;
  return {
    open(name, attributes) {
      const own = [attributes["id"] && `#${attributes["id"]}`, ...(attributes["class"] ?? "").split(/\s+/).map(dotted)];
      const names = new Set(own);
      const styles: Styles = {};
      for (const rule of counted) {
        if (rule.tag !== undefined && rule.tag !== name) continue;
        if (rule.names.every((one) => names.has(one))) apply(styles, rule.styles);
      }
      apply(styles, stylesOf(attributes["style"] ?? ""));
      elements.push(elementOf(styles, attributes, last()));
    },
    close() {
      if (elements.length > 1) elements.pop();
    },
    isHidden() {
      const { gone, invisible, tiny, color, background } = last();
      return gone || invisible || tiny || color === "transparent" || isAlike(color, background);
    },
  };
}

const dotted = (name: string) => `.${name}`;

function elementOf(styles: Styles, attributes: Record<string, string>, parent: Element): Element {
  const value = (property: string) => styles[property]?.value ?? "";
  const size = (property: string) => pixels(value(property));
  const isNone = value("display") === "none" || ("hidden" in attributes && value("display") === "");
  const isClosed = ["overflow", "overflow-x", "overflow-y"].some((one) => /^(?:hidden|clip)\b/.test(value(one)));
  const isFlat = ["height", "max-height", "width", "max-width"].some((one) => (size(one) ?? 2) <= 1);
  const isAside = ["text-indent", "left", "top", "right", "margin-left", "margin-top"].some(
    (one) => (size(one) ?? 0) <= -faraway,
  );
  const isFaint = value("opacity") !== "" && Number.parseFloat(value("opacity")) <= faint;
  const isShrunk = /\bscale[xy]?\(\s*0?\.?0*\s*[,)]/.test(value("transform"));
  const visibility = value("visibility");
  return {
    gone: parent.gone || isNone || (isClosed && isFlat) || isAside || isFaint || isShrunk,
    invisible: visibility === "" || visibility === "inherit" ? parent.invisible : visibility !== "visible",
    tiny:
      isTiny(value("font-size") || /(?:^|\s)([\d.]+[a-z%]*)(?:\s?\/|\s[a-z"'])/.exec(value("font"))?.[1]) ??
      parent.tiny,
    color: colorOf(value("color") || attributes["color"]) ?? parent.color,
    background: backgroundOf(styles, attributes, parent),
  };
}

const hasBackground = (styles: Styles) => Object.keys(styles).some((property) => property.startsWith("background"));

/** Words of a background that name no color. */
const placing = /^(?:none|auto|top|bottom|left|right|center|cover|contain|scroll|fixed|local|round|space)$|-|repeat/;

function backgroundOf(styles: Styles, { bgcolor, background }: Record<string, string>, parent: Element) {
  const given = ["background", "background-color", "background-image"].map((one) => styles[one]?.value ?? "").join(" ");
  if (background !== undefined || /url|gradient|image|var\(/.test(given)) return undefined;
  const words = (given.match(/#[\da-f]+|[a-z]+\([^)]*\)|[a-z-]+/g) ?? []).filter((word) => !placing.test(word));
  const color = [bgcolor, ...words].map(colorOf).findLast((one) => one !== undefined && one !== "transparent");
  return color ?? parent.background;
}

/** Undefined for what is no length in pixels or points, or zero. */
function pixels(text: string): number | undefined {
  const [, number = "", unit] = /^(-?[\d.]+)(px|pt|em|rem|%)?$/.exec(text) ?? [];
  const size = Number.parseFloat(number);
  if (Number.isNaN(size)) return undefined;
  return unit === "em" || unit === "rem" ? size * 16 : unit === "%" && size !== 0 ? undefined : size;
}

/** Undefined where it says nothing of a size. */
function isTiny(text = ""): boolean | undefined {
  if (text === "" || text === "inherit") return undefined;
  const percent = /^([\d.]+)%$/.exec(text)?.[1];
  const size = percent === undefined ? pixels(text) : (Number.parseFloat(percent) / 100) * 16;
  return size !== undefined && size <= tinySize;
}

function apply(styles: Styles, more: Styles) {
  for (const [property, style] of Object.entries(more)) {
    if (style.important || !styles[property]?.important) styles[property] = style;
  }
}

/** The declarations of a style attribute or a rule, in lower case and without escapes. */
function stylesOf(css: string): Styles {
  const styles: Styles = {};
  let [property, words]: [string, string | undefined] = ["", undefined];
  const end = () => {
    const value = (words ?? "").trim().replace(/\s+/g, " ");
    const [plain = ""] = value.split("!");
    if (words !== undefined && property !== "") {
      styles[property] = { value: plain.trim(), important: value.endsWith("important") };
    }
    [property, words] = ["", undefined];
  };
  tokenize(css, (type, start, stop) => {
    const text = css.slice(start, stop);
    if (type === tokenTypes.Comment) return;
    if (type === tokenTypes.Semicolon) return end();
    if (words !== undefined) {
      words += (type === tokenTypes.Ident ? ident.decode(text) : text).toLowerCase();
    } else if (type === tokenTypes.Ident) property = ident.decode(text).toLowerCase();
    else if (type === tokenTypes.Colon) words = "";
  });
  end();
  return styles;
}

/** An element, class or id, or an element with such; undefined for all other selectors. */
function readSelector(selector: string): Omit<Rule, "styles"> | undefined {
  const [, tag, names = ""] = /^(?:([a-z][\w-]*)|\*)?((?:[.#][\w-]+)*)$/i.exec(selector.trim()) ?? [];
  if (tag === undefined && names === "") return undefined;
  return { tag: tag?.toLowerCase(), names: names.match(/[.#][\w-]+/g) ?? [] };
}

/** Conditions that every screen meets. */
const everywhere = /^\s*(?:(?:only\s+)?(?:all|screen))?\s*$/i;

/** The rules of a style sheet that count on every screen. */
function rulesOf(css: string): { selector: string; styles: Styles }[] {
  const rules: { selector: string; styles: Styles }[] = [];
  let depth = 0;
  /** Where the selector of the rule begins that comes next, and the body of the one that is open. */
  let [begin, body] = [0, 0];
  let selector = "";
  let at: string | undefined;
  tokenize(css, (type, start, stop) => {
    if (depth === 0 && (type === tokenTypes.Comment || type === tokenTypes.CDO || type === tokenTypes.CDC)) {
      if (css.slice(begin, start).trim() === "") begin = stop;
    } else if (depth === 0 && type === tokenTypes.AtKeyword) {
      at = ident.decode(css.slice(start + 1, stop)).toLowerCase();
      begin = stop;
    } else if (depth === 0 && type === tokenTypes.Semicolon) {
      at = undefined;
      begin = stop;
    } else if (type === tokenTypes.LeftCurlyBracket) {
      // What is within such a condition stands as if it were outside.
      const isOpen = depth === 0 && at === "media" && everywhere.test(css.slice(begin, start));
      if (!isOpen) depth += 1;
      if (depth === 1 && !isOpen) [selector, body] = [at === undefined ? css.slice(begin, start) : "", stop];
      if (isOpen) begin = stop;
      if (depth <= 1) at = undefined;
    } else if (type === tokenTypes.RightCurlyBracket) {
      if (depth === 1 && selector !== "") rules.push({ selector, styles: stylesOf(css.slice(body, start)) });
      depth = Math.max(0, depth - 1);
      if (depth === 0) begin = stop;
    }
  });
  return rules;
}

/** The style sheets in a document. */
function sheetsOf(html: string): string[] {
  const sheets: string[] = [];
  const [opening, closing] = [/<style\b[^>]*>/gi, /<\/style/gi];
  while (opening.test(html)) {
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html)?.index;
    sheets.push(html.slice(opening.lastIndex, end));
    if (end === undefined) break;
    opening.lastIndex = end;
  }
  return sheets;
}
