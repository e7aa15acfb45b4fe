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

/** An element, class or id that a selector names, or an element with such. */
interface Named {
  tag: string | undefined;
  names: string[];
}

interface Rule extends Named {
  /** What the element is in, the nearest first: that of "div .a" is a div. */
  within: Named[];
  styles: Styles;
}

interface Element {
  tag: string;
  names: Set<string>;
  /** It is not drawn, and nothing in it can be. */
  gone: boolean;
  /** What an element in it has too, unless it says otherwise. */
  invisible: boolean;
  tiny: boolean;
  color: string | undefined;
  /** Undefined: not known, or a picture. */
  background: string | undefined;
}

/** Rules of a document's style sheets that are looked at, those of them for what is in other elements, and how far up. */
const mostRules = 500;
const mostWithin = 50;
const mostAbove = 20;
/** Kinds of elements whose styles are remembered, and the most characters of what one is named. */
const mostAlike = 1_000;
const longestKey = 200;
/** What nobody can read: letters of so many pixels. */
const tinySize = 2;
/** How far to the side nobody sees a text. Pixels. */
const faraway = 500;
const faint = 0.05;
/** How much nearer to each other letters lie on top of each other. Pixels. */
const tight = 20;
/** A box of a pixel or none, as for screen readers, and the same as a path. */
const noClip = /^rect\((?:\s*,?\s*(?:[01](?:px)?|auto)){4}\s*\)$/;
const noClipPath = /^(?:inset\(\s*(?:[5-9]\d|\d{3,})(?:\.\d+)?%|(?:circle|ellipse)\(\s*0)/;

/**
 * Finds what an HTML document does not show its reader: text that is not displayed, of no size, of its background's color, or
 * far outside. Looks at style attributes, and in style sheets at rules for one element, class or id, or for such in others,
 * for every screen.
 */
export function openHiding(html: string): Hiding {
  const rules = sheetsOf(html).flatMap(rulesOf);
  const counted = rules
    .flatMap(({ selector, styles }) =>
      selector
        .split(",")
        .map(readSelector)
        .flatMap((one): Rule[] => (one === undefined ? [] : [{ ...one, styles }])),
    )
    .slice(0, mostRules);
  const inOthers = counted.filter((rule) => rule.within.length > 0).slice(0, mostWithin);
  const ofElements = counted.filter((rule) => rule.within.length === 0);
  // Most elements of a mail are like others.
  const known = new Map<string, Styles>();
  function ruled(named: Pick<Element, "tag" | "names">): Styles {
    const key = `${named.tag} ${[...named.names].join(" ")}`;
    const found = known.get(key);
    if (found !== undefined) return { ...found };
    const styles: Styles = {};
    for (const rule of ofElements) if (isNamed(rule, named)) apply(styles, rule.styles);
    if (known.size < mostAlike && key.length <= longestKey) known.set(key, { ...styles });
    return styles;
  }
  // A background that is set in a way that is not looked at may be any.
  const isPlain = (selector: string) => readSelector(selector)?.within.length === 0;
  const isSure = !rules.some(({ selector, styles }) => hasBackground(styles) && !selector.split(",").every(isPlain));
  const page = { tag: "", names: new Set<string>(), gone: false, invisible: false, tiny: false, color: undefined };
  const elements: Element[] = [{ ...page, background: isSure ? "#ffffff" : undefined }];
  const last = () => elements.at(-1) as Element;
  return {
    open(name, attributes) {
      const id = attributes["id"] ? [`#${attributes["id"]}`] : [];
      const names = new Set([...id, ...(attributes["class"] ?? "").split(/\s+/).map(dotted)]);
      const styles = ruled({ tag: name, names });
      // After the others, because a longer selector counts for more.
      for (const rule of inOthers) {
        if (isNamed(rule, { tag: name, names }) && isIn(rule.within, elements)) apply(styles, rule.styles);
      }
      apply(styles, stylesOf(attributes["style"] ?? ""));
      elements.push({ tag: name, names, ...drawn(name, styles, attributes, last()) });
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

const isNamed = ({ tag, names }: Named, element: Pick<Element, "tag" | "names">) =>
  (tag === undefined || tag === element.tag) && names.every((name) => element.names.has(name));

/** Whether what is named is around the next element, in this order. */
function isIn(named: Named[], elements: Element[]): boolean {
  let next = 0;
  const first = Math.max(0, elements.length - mostAbove);
  for (let at = elements.length - 1; at >= first && next < named.length; at -= 1) {
    const [one, element] = [named[next], elements[at]];
    if (one && element && isNamed(one, element)) next += 1;
  }
  return next === named.length;
}

const dotted = (name: string) => `.${name}`;

function drawn(
  tag: string,
  styles: Styles,
  attributes: Record<string, string>,
  parent: Element,
): Omit<Element, "tag" | "names"> {
  const value = (property: string) => styles[property]?.value ?? "";
  const size = (property: string) => pixels(value(property));
  const isUnopened = "hidden" in attributes || (tag === "dialog" && !("open" in attributes));
  const isNone =
    value("display") === "none" ||
    (isUnopened && value("display") === "") ||
    value("content-visibility") === "hidden" ||
    /^0*\.?0*%?$/.test(value("zoom") || "1");
  const isClosed = ["overflow", "overflow-x", "overflow-y"].some((one) => /^(?:hidden|clip)\b/.test(value(one)));
  const isFlat = ["height", "max-height", "width", "max-width"].some((one) => (size(one) ?? 2) <= 1);
  const isAside = ["text-indent", "left", "top", "right", "margin-left", "margin-top"].some(
    (one) => (size(one) ?? 0) <= -faraway,
  );
  const opacity = value("opacity") || /\bopacity\(\s*([\d.]+%?)\s*\)/.exec(value("filter"))?.[1] || "1";
  const isFaint = Number.parseFloat(opacity) / (opacity.endsWith("%") ? 100 : 1) <= faint;
  const isShrunk = /\bscale[xy]?\(\s*0?\.?0*\s*[,)]/.test(value("transform"));
  const isMoved = /\btranslate(?:x|y|3d)?\([^)]*-\s?(?:[5-9]\d\d|\d{4,})(?:\.\d+)?px/.test(value("transform"));
  const isCut = noClip.test(value("clip")) || noClipPath.test(value("clip-path"));
  const isPressed = (size("letter-spacing") ?? 0) <= -tight;
  const visibility = value("visibility");
  return {
    gone:
      parent.gone || isNone || (isClosed && isFlat) || isAside || isFaint || isShrunk || isMoved || isCut || isPressed,
    invisible: visibility === "" || visibility === "inherit" ? parent.invisible : visibility !== "visible",
    tiny:
      isTiny(value("font-size") || /(?:^|\s)([\d.]+[a-z%]*)(?:\s?\/|\s[a-z"'])/.exec(value("font"))?.[1]) ??
      parent.tiny,
    color: colorOf(value("-webkit-text-fill-color") || value("color") || attributes["color"]) ?? parent.color,
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

/** What a selector is about, and what that is in; undefined for selectors with anything else than names. */
function readSelector(selector: string): Omit<Rule, "styles"> | undefined {
  const parts = selector
    .trim()
    .split(/\s*>\s*|\s+/, 4)
    .map(readName);
  const [own, ...within] = parts.reverse();
  if (own === undefined || parts.length > 3 || within.includes(undefined)) return undefined;
  return { ...own, within: within.filter((one) => one !== undefined) };
}

function readName(text: string): Named | undefined {
  const [, tag, names = ""] = /^(?:([a-z][\w-]*)|\*)?((?:[.#][\w-]+)*)$/i.exec(text) ?? [];
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
