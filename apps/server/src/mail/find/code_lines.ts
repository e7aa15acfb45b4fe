import { isAscii } from "../../text/ascii.ts";
import { mayHaveLetters } from "./code_shapes.ts";
import { bold, cellEnd, hidden, large, markEnd, quoted, struck } from "./text_marks.ts";

/** How much of the text is read for the preview and the code, neither of which looks at all of it. Characters. */
export const searchedLength = 6000;
/** The most characters of a text that are searched, and the most that count as one line. */
const textLength = 2000;
const lineLength = 300;
const mostLines = 300;

/** What a text looks like to who searches it for a code. */
export interface CodeText {
  /** The lines that are not empty, without what is quoted, crossed out or hidden. */
  lines: string[];
  /** What stands by itself in large type, and in bold type. */
  large: Set<string>;
  bold: Set<string>;
}

/**
 * The lines of a text in which a code is searched.
 * @param marked the beginning of the text, with marks if it was HTML (text_marks.ts)
 */
export function codeLines(marked: string): CodeText {
  const found = { large: new Set<string>(), bold: new Set<string>() };
  const rows: string[] = [];
  let length = 0;
  for (const line of plain(withoutQuotes(marked)).split(/\r\n?|\n/, mostLines)) {
    if (length >= textLength) break;
    const row = withoutLook(line, found);
    if (row.trim() === "" || rule.test(row)) continue;
    rows.push(row);
    length += row.length + 1;
  }
  const text = rowsAsLines(rows).join("\n").slice(0, textLength);
  const all = withoutBoxes(text).split("\n").flatMap(pieces);
  return { lines: all.map(trimmed).filter((line) => line !== ""), ...found };
}

/** Between the head of a table and its rows. */
const rule = /^[\s|:+-]*-{3}[\s|:+-]*$/;

/** A subject, in which a code is searched too. */
export const codeTitle = (subject: string) => trimmed(plain(subject));

/** An email address never contains a code for the reader, and signs of emphasis are none of it. */
function trimmed(line: string): string {
  const text = line.includes("@") ? line.replace(mailAddress, " ") : line;
  return (/[*_`[=]/.test(text) ? text.replace(emphasised, " $2 ") : text).trim();
}
// What is written around it without blanks, as in Chinese, is none of it.
const mailAddress = /[\w.!#$%&'*+/=?^{|}~-]{1,64}@[A-Za-z\d][A-Za-z\d.-]*/g;
const emphasised =
  /(?<![\p{L}\d*_`[=])(\*{1,2}|_{1,2}|[`=]|\[) ?([\p{L}\d]{1,9}(?:[ -][\p{L}\d]{1,9}){0,3}) ?(?:\1|\])(?![\p{L}\d*_`\]=])/gu;

/** Splits a long line, between sentences where possible: words far from a number say nothing about it. */
const pieces = (line: string) => (line.length <= lineLength ? [line] : (line.match(piece) ?? []));
const piece = /\S.{0,298}(?:[.!?](?!\S)|[。！？])|\S.{0,299}(?!\S)|\S{300}/g;

/** A code with each digit, or each group of two or three, on a line of its own, as in mail that draws them in boxes. */
const boxes = new RegExp(
  [/\d(?:\s{1,4}\d){3,7}/, /\d\d(?:\s{1,4}\d\d){2,3}/, /\d{3}\s{1,4}\d{3}/]
    .map(({ source }, at) => `^(?<!^\\d{${at + 1}}\\s{1,4})${source}$(?!\\s{1,4}\\d{${at + 1}}$)`)
    .join("|"),
  "gm",
);
const withoutBoxes = (text: string) => text.replace(boxes, (digits) => digits.replace(/\s+/g, " "));

/** The header of the message that is replied to, or the line above it, as programs write it in each language. */
const quoteStart =
  /^(?:-{3,} ?[^-\n]{3,60} ?-{3,}|(?=.{0,200}\d).{0,200}<[^<>\s@]{1,64}@[^<>\s]{1,255}>.{0,60}[:：]|on .{6,200} wrote:)$/i;

/** Contained in all that is quoted; quicker to look for. */
const mayQuote = ["\n>", "\n >", "---", ">:", ":\n", ":\r\n", "：", quoted];

/**
 * The text without the message that it replies to: lines with `>`, and what follows the header of that message. It
 * counts if nothing stands above it, as in a message that is forwarded.
 */
function withoutQuotes(text: string): string {
  if (!mayQuote.some((sign) => text.includes(sign)) && !text.startsWith(">")) return text;
  const own: string[] = [];
  for (const line of text.split(/\r\n?|\n/, 2 * mostLines)) {
    const said = line.trim();
    const isStart = said.length < 600 && quoteStart.test(said);
    if (isStart && /forward|weiter|transf|reenv|inoltr|doorge/i.test(said)) continue;
    const isOwn = !(said.startsWith(">") || said.startsWith(quoted) || isStart);
    if (isOwn) {
      own.push(line);
      continue;
    }
    const isAnswer = own.some((above) => /[\p{L}\d]/u.test(above));
    if (!isAnswer) own.push(isStart ? "" : said.replace(/^(?:> ?){1,20}/, ""));
    else if (isStart) break;
  }
  return own.join("\n");
}

/** Reads the marks of a line: takes out what is crossed out or not shown, and keeps what stands by itself. */
function withoutLook(line: string, found: { large: Set<string>; bold: Set<string> }): string {
  if (!line.includes(markEnd)) return line;
  let text = "";
  let last = "";
  let run = "";
  let lastInside = "";
  const keep = () => {
    const said = run.trim();
    if (said !== "" && said.length <= 20) {
      if (last === large) found.large.add(said);
      else if (last === bold) found.bold.add(said);
    }
    run = "";
  };
  for (const part of line.split(markEnd)) {
    const at = part.search(anyMark);
    const mark = at < 0 ? "" : (part[at] ?? "");
    const [before, inside] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    if (mark !== last || before.trim() !== "") keep();
    text += before;
    last = mark;
    // What is hidden says what the mail is about, but its numbers are for nobody.
    if (mark === hidden) text += `${inside.replace(/\d/g, " ")} `;
    else if (mark === struck) text += " ";
    else {
      // Digits in elements of their own, as in boxes, are read as if blanks were between them.
      const isNextDigit = before === "" && isDigit.test(inside) && isDigit.test(lastInside);
      const shown = isNextDigit ? ` ${inside}` : inside;
      run += shown;
      text += shown;
    }
    lastInside = inside;
  }
  keep();
  return text;
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters
const anyMark = /[\x0e\x10-\x13]/;

const isDigit = /^\d$/;

const hasNumber = (text: string) => /\d{4}|\d{3}[ -]\d{3}/.test(text);
const isLabel = (text: string) => /\p{L}/u.test(text) && text.length <= 40 && !/\d{3}/.test(text);

/** Puts the label of each cell before it: that to its left, or that at the head of its column. */
function rowsAsLines(rows: string[]): string[] {
  if (!isCells(rows.join("\n"))) return rows;
  const lines: string[] = [];
  let head: string[] = [];
  const table = rows.map(cellsOf);
  for (const [at, row] of rows.entries()) {
    const cells = table[at] ?? [];
    if (cells.length < 2) {
      head = [];
      lines.push(row);
    } else if (
      cells.length === 2 &&
      isLabel(cells[0] ?? "") &&
      hasNumber(cells[1] ?? "") &&
      (cells[1] ?? "").length <= 40
    ) {
      lines.push(labelled(cells[0] ?? "", cells[1] ?? ""));
      head = [];
    } else if (head.length === cells.length && cells.some(hasNumber)) {
      if (lines.at(-1) === head.join(" ")) lines.pop();
      // A column of several numbers is a list, whose head says nothing about each.
      if (table[at + 1]?.length === cells.length) lines.push(cells.join(" "));
      else lines.push(...cells.map((cell, column) => labelled(head[column] ?? "", cell)));
      head = [];
    } else {
      head = cells.every((cell) => cell === "" || isLabel(cell)) ? cells : [];
      // A first cell of two lines: its label is a row of its own here.
      const [first = "", ...others] = cells;
      const isBelowLabel = table[at - 1]?.length === 1 && isLabel(rows[at - 1] ?? "") && /^[\d -]{4,}$/.test(first);
      lines.push(...(isBelowLabel ? [first, others.join(" ")] : [cells.join(" ")]));
    }
  }
  return lines;
}

const isCells = (row: string) => row.includes(cellEnd) || row.includes("  ") || row.includes("\t") || row.includes("|");
function cellsOf(row: string): string[] {
  if (!isCells(row)) return [row];
  const cells = row.includes(cellEnd) ? row.split(cellEnd, 20) : row.trim().split(/ {2,}|\t|\s*\|\s*/, 20);
  return cells.map((cell) => cell.trim());
}

const labelled = (label: string, value: string) => (/[:：]$/.test(label) ? `${label} ${value}` : `${label}: ${value}`);

/** The zeros of the scripts that mail is written in; the digits from one to nine follow each (Unicode, Nd). */
const zeros = "٠۰०০੦૦୦௦౦೦൦๐໐၀០０";
const digits = Array.from(zeros, (zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join("");
const otherDigit = new RegExp(`[${digits}\u2460-\u24ff\u2776-\u2793\u{1d7ce}-\u{1d7ff}]`, "u");
// No code has ten letters behind a digit.
const digit = /\d(?![A-Za-z]{10})/;
/** Whether a text contains what every code does: a digit, or letters in a row or in groups. */
export const mayHaveCode = (text: string) =>
  digit.test(text) || mayHaveLetters(text) || (!isAscii(text) && otherDigit.test(text));
const foreign = new RegExp(`[${digits}Ａ-Ｚ]`);
const everyForeign = new RegExp(foreign, "g");
const asciiOf = new Map(
  [...Array.from(zeros, (zero) => [zero, "0123456789"]), ["Ａ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]].flatMap(
    ([first = "", signs = ""]) =>
      Array.from(signs, (sign, at) => [String.fromCharCode(first.charCodeAt(0) + at), sign]),
  ),
);
/** Digits in circles, brackets and mathematical type. */
const drawn =
  /[\u2460-\u2468\u2474-\u247c\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{1d7ce}-\u{1d7ff}]/gu;
function digitOf(sign: string): string {
  const point = sign.codePointAt(0) ?? 0;
  if (point >= 0x1d7ce) return String((point - 0x1d7ce) % 10);
  if (point === 0x24ea || point === 0x24ff) return "0";
  const first = [0x2460, 0x2474, 0x24f5, 0x2776, 0x2780, 0x278a].findLast((one) => one <= point) ?? point;
  return String(point - first + 1);
}

// URLs are removed: they contain no code for the reader, and some are longer than the text that is searched.
function plain(given: string): string {
  const text = isAscii(given) ? given : inAsciiSigns(given);
  return text.includes("//") || text.includes("www.") ? text.replace(/https?:\/\/\S+|www\.\S+/g, " ") : text;
}

/** Dashes and points between digits, which may be marked. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the marks are control characters
const dashes = /[\u2010\u2011]|(?<=\d\x0f?)[\u2013·•](?=[\x0e-\x13]?\d)/g;

/** Turns digits of other scripts, full-width capitals, spaces and dashes into ASCII, and drops invisible characters. */
function inAsciiSigns(given: string): string {
  let text = given
    .normalize("NFC")
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\ufe0f|\u20e3/g, "");
  if (foreign.test(text)) text = text.replace(everyForeign, (sign) => asciiOf.get(sign) ?? sign);
  return (
    text
      .replace(drawn, digitOf)
      .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
      .replace(dashes, "-")
      // Patterns that look at no case do not know this capital of i.
      .replaceAll("İ", "I")
  );
}
