/** How an element or a class of elements looks, as far as a text's marks tell it (text_marks.ts). */
export interface Look {
  hidden?: true;
  struck?: true;
  quoted?: true;
  bold?: true;
  /** Whether its type is large; undefined if it is as around it. */
  large?: boolean;
}

const headings = new Set(["h1", "h2", "h3", "big", "code", "kbd", "samp", "tt"]);

/** What the name of an element says about its look. */
export function lookOfElement(name: string): Look | undefined {
  if (headings.has(name)) return { large: true };
  if (name === "b" || name === "strong" || name === "th") return { bold: true };
  if (name === "s" || name === "del" || name === "strike") return { struck: true };
  if (name === "blockquote") return { quoted: true };
  return undefined;
}

/** More than the declarations of one element that a program writes. Characters. */
const longestStyle = 2000;
const telling = /display|visib|font\s*:|-size|spacing|decoration|opacity|mono|weight|height/i;
const hiding =
  /(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d]))/i;
const striking = /text-decoration(?:-line)?\s*:[^;]{0,40}line-through/i;
const size =
  /(?:font-size\s*:\s*|font\s*:\s*(?:[a-z\d-]{1,12}\s+){0,4})(?:(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})\s*(px|pt|r?em|%)|(x*-?large|larger)|(?:x*-?small|smaller|medium))/i;
const bolding = /font(?:-weight)?\s*:\s*(?:[a-z]{1,12}\s+)?(?:bold|[6-9]00)(?!\d)/i;
const spacing = /letter-spacing\s*:\s*(?:[1-9]\d{0,2}(?:\.\d{1,3})?(?:px|pt)|(?:[1-9]|0?\.[1-9])\d{0,3}r?em)/i;
const monospaced = /\b(?:monospace|courier|consolas|menlo)\b/i;
/** The least size of each unit that is more than that of a text. */
const least: Record<string, number> = { px: 18, pt: 14, em: 1.25, rem: 1.25, "%": 125 };

/** What CSS declarations say about the look of an element. */
export function lookOfStyle(given: string): Look | undefined {
  if (!telling.test(given)) return undefined;
  const style = given.length > longestStyle ? given.slice(0, longestStyle) : given;
  const look: Look = {};
  if (hiding.test(style)) look.hidden = true;
  if (striking.test(style)) look.struck = true;
  if (bolding.test(style)) look.bold = true;
  const [found, number, unit = "", word] = size.exec(style) ?? [];
  if (spacing.test(style) || monospaced.test(style)) look.large = true;
  else if (found !== undefined) {
    look.large = word !== undefined || Number(number ?? 0) >= (least[unit.toLowerCase()] ?? Number.POSITIVE_INFINITY);
  }
  return Object.keys(look).length === 0 ? undefined : look;
}

/** The most of a style sheet that is read. Characters. */
const longestSheet = 64 * 1024;

/** What a style sheet says about each class by itself (`.code { font-size: 30px }`), except for some media. */
export function looksOfClasses(given: string): Map<string, Look> {
  const looks = new Map<string, Look>();
  const sheet = given.slice(0, longestSheet).replace(/\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g, "");
  let depth = 0;
  let start = 0;
  let selectors = "";
  for (const { 0: brace, index } of sheet.matchAll(/[{}]/g)) {
    if (brace === "{") {
      if (depth === 0) selectors = sheet.slice(start, index).trim();
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      const look = depth > 0 || selectors.startsWith("@") ? undefined : lookOfStyle(sheet.slice(start, index));
      if (look !== undefined) {
        for (const selector of selectors.split(",")) {
          const name = /^[a-z\d]{0,10}\.([\w-]{1,80})$/i.exec(selector.trim())?.[1];
          if (name !== undefined) looks.set(name, { ...looks.get(name), ...look });
        }
      }
    }
    start = index + 1;
  }
  return looks;
}
