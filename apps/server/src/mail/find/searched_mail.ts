import type { CodeText } from "./code_lines.ts";
import { type Candidate, candidatesIn, mayContain } from "./code_shapes.ts";
import { lifetime, noun, opening, purpose, verb } from "./code_signs.ts";
import { Line, number, sentenceEnd } from "./line.ts";
import { isOther, numbered } from "./named_numbers.ts";

type Looks = Omit<CodeText, "lines">;

const mostCandidates = 60;
/** The most characters of a line that may be nothing but a code. */
const shortLine = 30;
/** The most characters before a number in which its name is. */
const nameLength = 40;

/** A mail in which a code is searched, and what its candidates need to know about it. */
export class SearchedMail {
  /** The subject, and the lines of the text that are not empty. */
  readonly lines: Line[];
  readonly looks: Looks;
  readonly whole: string;
  /** Whether it has a word for a code at all: most mail has none. */
  readonly speaksOfCodes: boolean;
  private numbers: Candidate[] | undefined;
  private lengths: Map<number, Set<string>> | undefined;

  constructor(lines: string[], looks: Looks) {
    this.lines = lines.map((line) => new Line(line));
    this.looks = looks;
    this.whole = lines.join("\n");
    this.speaksOfCodes = noun.test(this.whole) || number.test(this.whole);
  }

  /** What may be a code. Without a word for one, it is alone on its line, or words say what to do with it. */
  candidates(): Candidate[] {
    const mayHave = (line: Line) =>
      line.text.length <= shortLine || [verb, purpose, lifetime, opening].some((words) => line.has(words));
    return this.candidatesOf((line) => this.speaksOfCodes || mayHave(line));
  }

  /** Whether no other number of the mail has as many digits. */
  isSole(code: string): boolean {
    this.lengths ??= this.numbersByLength();
    return this.lengths.get(code.length)?.size === 1;
  }

  /** Whether another number of the mail has as many digits, and no name, as that of an order has. */
  hasRival(code: string): boolean {
    if (this.isSole(code)) return false;
    this.numbers ??= this.candidatesOf(() => true);
    return this.numbers.some(
      (other) => other.code.length === code.length && other.code !== code && /^\d+$/.test(other.code) && !this.isNamed(other),
    );
  }

  private isNamed({ at, start }: Candidate): boolean {
    const before = this.lines[at]?.text.slice(Math.max(0, start - nameLength), start) ?? "";
    return isOther(before.split(sentenceEnd).at(-1)?.split(numbered).at(-1) ?? "");
  }

  private candidatesOf(isSearched: (line: Line) => boolean): Candidate[] {
    const found: Candidate[] = [];
    for (const [at, line] of this.lines.entries()) {
      if (found.length >= mostCandidates) break;
      if (mayContain.test(line.text) && isSearched(line)) found.push(...candidatesIn(line.text, at));
    }
    return found.slice(0, mostCandidates);
  }

  private numbersByLength(): Map<number, Set<string>> {
    const lengths = new Map<number, Set<string>>();
    for (const { code } of this.candidatesOf(() => true)) {
      if (!/^\d+$/.test(code)) continue;
      const alike = lengths.get(code.length);
      if (alike === undefined) lengths.set(code.length, new Set([code]));
      else alike.add(code);
    }
    return lengths;
  }
}
