import { codeLines, codeTitle, mayHaveCode, searchedLength } from "./code_lines.ts";
import { pointsOf } from "./code_points.ts";
import { SearchedMail } from "./searched_mail.ts";

/** The points that a candidate needs to count as a code. */
const needed = 5;

/**
 * Finds the one-time code in a message, by the rules of docs/codes.md. Runs for every incoming message, so words are
 * looked for only around the numbers that may be one.
 * @param marked the beginning of its text, with marks if it was HTML (text_marks.ts)
 */
export function findCode(subject: string, marked: string): string {
  const read = marked.slice(0, searchedLength);
  if (!mayHaveCode(subject) && !mayHaveCode(read)) return "";
  const { lines: texts, ...looks } = codeLines(read);
  for (const text of texts) {
    const code = text.startsWith("@") ? domainBound.exec(text)?.[1] : undefined;
    if (code !== undefined) return code;
  }
  const mail = new SearchedMail([codeTitle(subject), ...texts], looks);
  let best = { code: "", points: needed - 1 };
  for (const candidate of mail.candidates) {
    const points = pointsOf(mail, candidate, best.points);
    if (points > best.points) best = { code: candidate.code, points };
  }
  return best.code;
}

/** A code that a browser may enter at one site only ("origin-bound one-time codes", WICG). */
const domainBound = /^@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])? #([a-z\d]{4,10})(?: |$)/i;
