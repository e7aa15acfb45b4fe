import { isAscii } from "../../text/ascii.ts";
import {
  announced,
  announcedFor,
  approval,
  called,
  codeOf,
  confirmation,
  counted,
  countedFrom,
  entered,
  everyStrong,
  gift,
  isStrong,
  leadsOn,
  mayTell,
  meeting,
  named,
  once,
  postal,
  readers,
  receipt,
  secret,
  speaksOfCodes,
  travel,
  warning,
  weak,
} from "./code_words.ts";

/** How much of the text is read for the preview and the code, neither of which looks at all of it. Characters. */
export const searchedLength = 6000;

/**
 * Finds the one-time code in a message, by the rules of docs/codes.md. Runs for every incoming message, so most are
 * settled by a quick search for digits and for words that mean a code.
 */
export function findCode(subject: string, text: string): string {
  const read = text.slice(0, searchedLength);
  if (!likely.test(subject) && !likely.test(read)) return "";
  const title = plain(subject);
  const said = plain(read).slice(0, textLength);
  const whole = `${title}\n${said}`;
  if (!speaksOfCodes(whole.toLowerCase())) return "";
  const below = withoutBoxes(said)
    .split(/\r\n?|\n/, mostLines)
    .flatMap(pieces);
  const lines = [title, ...below.filter((line) => line.trim() !== "")].map(readLine);
  let best = { code: "", points: needed - 1 };
  let seen = 0;
  for (const [at, line] of lines.entries()) {
    if (!likely.test(line.text)) continue;
    for (const match of line.text.matchAll(candidate)) {
      seen += 1;
      if (seen > mostCandidates) return best.code;
      const points = pointsOf(lines, at, match.index, match[0], whole);
      if (points > best.points) best = { code: written(match[0]), points };
    }
  }
  return best.code;
}

/** A line, and whether it has strong or weak words for a code. They are searched for once, at the first access. */
interface Line {
  text: string;
  readonly strong: boolean;
  readonly weak: boolean;
}

function readLine(given: string): Line {
  // An email address never contains a code for the reader.
  const text = (given.includes("@") ? given.replace(/[^\s@]{1,64}@\S+/g, " ") : given).trim();
  let found: { strong: boolean; weak: boolean } | undefined;
  const look = () => {
    if (found) return found;
    found = { strong: false, weak: false };
    if (!mayTell(text.toLowerCase())) return found;
    const said = warning.test(text) ? text.split(sentenceEnd).filter(tells).join(" ") : text;
    found = { strong: isStrong(said), weak: weak.test(said) };
    return found;
  };
  return {
    text,
    get strong() {
      return look().strong;
    },
    get weak() {
      return look().weak;
    },
  };
}

/** A code with each digit, or each group of two or three, on a line of its own, as in mail that draws them in boxes. */
const boxes = new RegExp(
  [/\d(?:\s{1,4}\d){3,7}/, /\d\d(?:\s{1,4}\d\d){2,3}/, /\d{3}\s{1,4}\d{3}/]
    .map(({ source }, at) => `^(?<!^\\d{${at + 1}}\\s{1,4})${source}$(?!\\s{1,4}\\d{${at + 1}}$)`)
    .join("|"),
  "gm",
);
const withoutBoxes = (text: string) => text.replace(boxes, (digits) => digits.replace(/\s+/g, " "));

/** Splits a long line, between sentences where possible: words far from a number say nothing about it. */
const pieces = (line: string) => (line.length <= lineLength ? [line] : (line.match(piece) ?? []));
const piece = /\S.{0,298}(?:[.!?](?!\S)|[。！？])|\S.{0,299}(?!\S)|\S{300}/g;
const sentenceEnd = /(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？])/u;
/** Words of a sentence about codes in general tell nothing, unless it contains a number: "Never share your code." */
const tells = (sentence: string) => /\d/.test(sentence) || !warning.test(sentence);

/** The most characters of a text that are searched, and the most that count as one line. */
const textLength = 2000;
const lineLength = 300;
const mostLines = 300;
const mostCandidates = 60;
/** How many lines above and below a candidate are searched for signs of a receipt. */
const nearby = 5;
/** The points that a candidate needs to count as a code. */
const needed = 5;
/** The most points for the words directly before a candidate. */
const mostAnnounced = 2;

/** The zeros of the scripts that mail is written in; the digits from one to nine follow each (Unicode, Nd). */
const zeros = "٠۰०০੦૦୦௦౦೦൦๐໐၀០０";
const digits = Array.from(zeros, (zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join("");
const likely = new RegExp(`[0-9${digits}]|[A-Z]-[A-Z]`);
const foreign = new RegExp(`[${digits}Ａ-Ｚ]`);
const everyForeign = new RegExp(foreign, "g");
const asciiOf = new Map(
  [...Array.from(zeros, (zero) => [zero, "0123456789"]), ["Ａ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]].flatMap(
    ([first = "", signs = ""]) =>
      Array.from(signs, (sign, at) => [String.fromCharCode(first.charCodeAt(0) + at), sign]),
  ),
);

// URLs are removed: they contain no code for the reader, and some are longer than the text that is searched.
function plain(given: string): string {
  const signs = isAscii(given) ? given : inAsciiSigns(given);
  const text = signs.includes("  ") ? signs.replace(/ {2,}/g, " ") : signs;
  return text.includes("//") || text.includes("www.") ? text.replace(/https?:\/\/\S+|www\.\S+/g, " ") : text;
}

/** Turns digits of other scripts, full-width capitals, spaces and dashes into ASCII, and drops invisible characters. */
function inAsciiSigns(given: string): string {
  let text = given.normalize("NFC").replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, "");
  if (foreign.test(text)) text = text.replace(everyForeign, (sign) => asciiOf.get(sign) ?? sign);
  return text
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/[\u2010\u2011]|(?<=\d)[\u2013·•](?=\d)/g, "-");
}

// The characters around a code must not make it part of a longer word, number, amount, date, time or telephone number.
const before = /(?<![\dA-Za-zÀ-ɏЀ-ӿ$€£¥₽+_/=&#]|\d[.,:/ -]|[$€£¥₽] |-)/;
const after =
  /(?![\dA-Za-zÀ-ɏЀ-ӿ_/=]|[.:/-]\d|,(?!\d{1,2} ?分)\d|-[A-Za-z]| \d|[ ]?(?:%|€|\$|£|¥|₽|元|円|zł|kr\b|Kč|Ft\b|лв|грн|руб|EUR|USD|TL\b|KB|MB)|[社件人名個台回便号室階倍家个次条元歳개명건회편호실층원万億억만]|[ ](?:min(?:ut|s?\b)|hour|second|stunden|sekunden|heure|hora|ore\b|uur|час|минут|хвилин|perc\b|dakika|saat|分|小时|時間|분|시간))/;
const shapes = [
  /[A-Z]{1,3}-\d{4,8}/, // G-123456
  /\d{3}[ -]\d{3}/, // 123 456
  /\d{4}[ -]\d{4}/,
  /\d\d(?: \d\d){2,3}/, // 12 34 56
  /\d\d(?:-\d\d){2,3}/,
  /\d(?: \d){3,7}/, // 1 2 3 4 5 6
  /\d{4,8}/,
  /(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,10}/, // 7KQ29A
  /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,10}/, // 7kq29adx
  /[A-Z\d]{4}-[A-Z\d]{4}/, // WDJB-MJHT
  /(?=[\d-]*[A-Z])[A-Z\d]{3}-[A-Z\d]{3}/, // XK3-9QT
];
const candidate = new RegExp(
  `${before.source}(?:${shapes.map(({ source }) => source).join("|")})${after.source}`,
  "gu",
);

/** A code of digits is entered without the spaces and hyphens between them. */
const written = (found: string) => (/^[\d -]+$/.test(found) ? found.replace(/[ -]/g, "") : found);

/** A number that takes the name before it, so that the next number has none; not a year or a part of a date. */
const numbered = /(?<![\d.,/:-])(?!(?:19|20)\d\d(?!\d))\d{3,}(?![\d.,/:-])/;

/** A year, two years, or a date in groups of two digits. */
const dated =
  /^(?:(?:19|20)\d\d(?:-(?:19|20)\d\d)?|(?:0[1-9]|[12]\d|3[01])([ -])(?:0[1-9]|1[0-2])\1[0-3]\d|[0-3]\d([ -])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))$/;

const emptyLine: Line = { text: "", strong: false, weak: false };

/**
 * The points of the candidate `found`, which stands in line `at` of the message `whole` from `start` on (docs/codes.md).
 * What adds points comes first, so that most numbers are done with before the longer patterns.
 */
function pointsOf(lines: Line[], at: number, start: number, found: string, whole: string): number {
  const own = lines[at] ?? emptyLine;
  const line = own.text;
  const [left, right] = [line.slice(0, start), line.slice(start + found.length)];
  const alone = /^[\s.:"'«»„“”「」()*-]*$/.test(left + right);
  const [above, higher, below] = [lines[at - 1] ?? emptyLine, lines[at - 2] ?? emptyLine, lines[at + 1] ?? emptyLine];
  const subject = at === 0 ? emptyLine : (lines[0] ?? emptyLine);
  let points = 0;
  if (own.strong) points += 5;
  else if (own.weak) points += 3;
  else if (above.strong || higher.strong) points += alone ? 4 : 2;
  else if (above.weak || higher.weak || below.strong) points += alone ? 3 : 1;
  if (points === 0) return 0;
  if (subject.strong) points += 2;
  if (alone) points += 2;
  if (/^\d{6}$/.test(written(found))) points += 1;
  if (points + mostAnnounced < needed) return 0;
  const isFor = announcedFor.test(left);
  const isAnnounced = isFor || announced.test(left);
  if (isAnnounced) points += isFor || isReaders(left) ? mostAnnounced : 1;
  if (points < needed) return 0;
  const clause = left.split(sentenceEnd).at(-1) ?? "";
  const sentence = clause + found + right.split(sentenceEnd)[0];
  if ((own.strong || own.weak) && !(own.strong ? isStrong(sentence) : weak.test(sentence))) points -= 1;
  if (dated.test(found) && !/[:：]\s*$/.test(left) && !alone) points -= 4;
  const called = isCalled(right);
  // The last word before the number that names it decides, unless "code for ... is" or what follows calls it a code.
  // A sentence that ends before "code:" names nothing either.
  const word = (isAnnounced ? clause : left).slice(-40).split(numbered).at(-1) ?? "";
  const isCode = called || (isFor && isStrong(sentence));
  if (!isCode && named.test(word) && endOf(everyNamed, word) > endOf(everyStrong, word)) points -= 6;
  const mayBeBooking = /[A-Z]/.test(found) && !found.includes("-");
  if (mayBeBooking && confirmation.test(line + above.text + higher.text) && travel.test(whole)) points -= 8;
  if (!once.test([subject.text, higher.text, above.text, line].join("\n")) && meeting.test(whole)) points -= 8;
  if (approval.test(left.trim() === "" ? above.text : left)) {
    const around = lines.slice(Math.max(0, at - nearby), at + nearby + 1).map(({ text }) => text);
    if (receipt.test(around.join("\n")) && !secret.test(around.join("\n"))) points -= 6;
  }
  const isIndian = /^[1-9]\d\d ?\d{3}$/.test(found) && /(?<!your )\bpin(?: ?code)?\W*$/i.test(left);
  if (isIndian && postal.test(`${above.text}\n${line}\n${below.text}`)) points -= 6;
  const isSaid = isAnnounced || called;
  if (!isSaid && isCount(left, written(found), right) && !entered.test(sentence)) points -= 8;
  // Two groups of three capitals are often the name of something else.
  if (/^[A-Z]{3}-[A-Z]{3}$/.test(found) && !alone && !isSaid) points -= 4;
  // Lower-case letters with digits are often names of users, devices or versions, and capitals with a number behind them
  // those of issues and standards (OPS-48213), even on a line of their own.
  const isBelow = alone && above.strong && leadsOn.test(above.text) && !above.text.includes(found);
  if (/[a-z]|^[A-Z]{2,}-\d+$/.test(found) && !isSaid && !isBelow) points -= 8;
  if (gift.test(line) || gift.test(subject.text)) points -= 8;
  return points;
}

/** Whether a number counts something: "over 30000 teams". A round number in a sentence does, unless "code" is before it. */
function isCount(left: string, number: string, right: string): boolean {
  if (!/^\d+$/.test(number)) return false;
  const isNamed = weak.test(left.trimEnd().split(" ").at(-1) ?? "");
  const isRound = /^\d\d00$|000$/.test(number) && /^ \p{L}/u.test(right) && !isNamed;
  return isRound || counted.test(right) || countedFrom.test(left);
}

function isReaders(left: string): boolean {
  const whose = codeOf.exec(left.slice(-60))?.[1]?.trim() ?? "";
  return whose === "" || readers.test(whose);
}

function isCalled(right: string): boolean {
  const name = called.exec(right)?.[0] ?? "";
  return isStrong(name) || weak.test(name);
}

const everyNamed = new RegExp(named, "giu");

/** Where the last match of the pattern ends; -1 when there is none. */
function endOf(pattern: RegExp, text: string): number {
  let end = -1;
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length;
  return end;
}
