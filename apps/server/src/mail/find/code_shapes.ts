/** A number, or letters with digits, that may be a code. */
export interface Candidate {
  /** The number of its line; 0 is the subject. */
  at: number;
  /** Where it begins in its line. */
  start: number;
  found: string;
  /** What is entered: digits without the spaces and hyphens between them. */
  code: string;
}

/** Contained in candidates of letters; quicker to look for. */
const capitals = /\b[A-Z]{5,8}\b/;
const groups = /-(?:(?<=[A-Z]-)[A-Z]|(?<=[a-z]{5}-)[a-z]{5})/;
export const mayHaveLetters = (text: string) => capitals.test(text) || (text.includes("-") && groups.test(text));
/** The same of those with digits. */
const numeric = /\d(?:[\d .,-]{2,9}\d|[A-Za-z]|(?<=[A-Za-z]-?\d))/;

/** An account or a card of which the last digits are shown: XX4471. */
const masked = /^X{2,}-?\d/;

export function candidatesIn(line: string, at: number): Candidate[] {
  const candidates: Candidate[] = [];
  if (!numeric.test(line) && !mayHaveLetters(line)) return candidates;
  // Unlike matchAll, this makes no copy of the long pattern.
  candidate.lastIndex = 0;
  for (let match = candidate.exec(line); match !== null; match = candidate.exec(line)) {
    const [found] = match;
    if (masked.test(found)) continue;
    const code = /^[\d .,-]+$/.test(found) ? found.replace(/[ .,-]/g, "") : found;
    candidates.push({ at, start: match.index, found, code });
  }
  return candidates;
}

/** Begins a word that has a digit or a hyphen, or capitals: what is quick to tell comes first. */
const begins = /(?<![A-Za-z\d])(?=\d|[A-Za-z]{1,9}[\d-]|[A-Z]{5})/;
// The characters around a code must not make it part of a longer word, number, amount, date, time or telephone number.
const before = /(?<![\dA-Za-zÀ-ɏЀ-ӿ\p{Sc}+_/&*…]|\.\.|\d[.,:/ -]|\p{Sc} |-)/u;
const after =
  /(?![\dA-Za-zÀ-ɏЀ-ӿ_/=]|[.:/-]\d|,(?!\d{1,2} ?分)\d|-[A-Za-z]| \d|[ ]?(?:%|€|\$|£|¥|₽|元|円|zł|kr\b|Kč|Ft\b|лв|грн|руб|EUR|USD|TL\b|KB|MB)|[社件人名個台回便号室階倍家个次条元歳개명건회편호실층원万億억만]|[ ](?:min(?:ut|s?\b)|hour|second|stunden|sekunden|heure|hora|ore\b|uur|час|минут|хвилин|perc\b|dakika|saat|分|小时|時間|분|시간))/;
const shapes = [
  /[A-Z]{1,3}-\d{4,8}/, // G-123456
  /\d{3}[ -]\d{3}/, // 123 456
  /\d{4}[ -]\d{4}/,
  /\d{3}(?: \d{3}){2}/, // 123 456 789
  /\d\d(?: \d\d){2,3}/, // 12 34 56
  /\d\d(?:-\d\d){2,3}/,
  /\d(?: \d){3,7}/, // 1 2 3 4 5 6
  /\d(?:(?:-\d){5}|(?:\.\d){5}|(?:, \d){5})/, // 1-2-3-4-5-6
  /\d{4,8}/,
  /(?=[A-Z]*\d)(?=\d*[A-Z])[A-Z\d]{5,10}/, // 7KQ29A
  /(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,10}/, // 7kq29adx
  /[A-Z\d]{4}-[A-Z\d]{4}/, // WDJB-MJHT
  /(?=[\d-]*[A-Z])[A-Z\d]{3}-[A-Z\d]{3}/, // XK3-9QT
  /(?=[A-Za-z]*\d)(?=[\dA-Z]*[a-z])(?=[\da-z]*[A-Z])[A-Za-z\d]{5,8}/, // vM8xw
  /(?=[a-z\d-]*\d)[a-z\d]{4}-[a-z\d]{4}/, // 4f9a-2c7d
  /[A-Z]{5,8}/, // ZKWQPM
  /[a-z]{5}-[a-z]{5}/, // hkwqz-pfmdt
  /(?<=^.{0,2})[a-z]{3,9}(?:-[a-z]{3,9}){1,3}-\d{1,4}/, // hazel-otter-42
];
const candidate = new RegExp(
  `${begins.source}${before.source}(?:${shapes.map(({ source }) => source).join("|")})${after.source}`,
  "gu",
);

/** A year, two years, or a date in groups of two digits. */
export const dated =
  /^(?:(?:19|20)\d\d(?:-(?:19|20)\d\d)?|(?:0[1-9]|[12]\d|3[01])([ -])(?:0[1-9]|1[0-2])\1[0-3]\d|[0-3]\d([ -])(?:0[1-9]|1[0-2])\2(?:0[1-9]|[12]\d|3[01]))$/;
