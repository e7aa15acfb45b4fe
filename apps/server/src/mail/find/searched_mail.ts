import type { CodeText } from "./code_lines.ts";
import { type Candidate, candidatesIn } from "./code_shapes.ts";
import { Line, sentenceEnd } from "./line.ts";
import { isOther, numbered } from "./named_numbers.ts";

type Looks = Omit<CodeText, "lines">;

const mostCandidates = 60;
/** The most characters before a number in which its name is. */
const nameLength = 40;
const amount =
  /\p{Sc}\s?\d|\d\s?\p{Sc}|\d[.,]\d\d ?[A-Z]{3}(?![A-Z])|(?<![A-Z])[A-Z]{3} ?\d{1,9}[.,]\d\d(?!\d)|\d ?(?:zł|kr|Kč|Ft|lei|лв|грн|руб|元|円|원)(?!\p{L})/u;

/** A mail in which a code is searched, and what its candidates need to know about it. */
export class SearchedMail {
  /** The subject, and the lines of the text that are not empty. */
  readonly lines: Line[];
  readonly looks: Looks;
  /** What may be a code. */
  readonly candidates: Candidate[] = [];
  private isOfMoney: boolean | undefined;
  private text: string | undefined;

  constructor(lines: string[], looks: Looks) {
    this.lines = lines.map((line) => new Line(line));
    this.looks = looks;
    for (const [at, line] of lines.entries()) {
      if (this.candidates.length >= mostCandidates) break;
      this.candidates.push(...candidatesIn(line, at));
    }
    this.candidates.splice(mostCandidates);
  }

  get whole(): string {
    this.text ??= this.lines.map(({ text }) => text).join("\n");
    return this.text;
  }
  /** Whether an amount of money is in it. */
  get speaksOfMoney(): boolean {
    this.isOfMoney ??= amount.test(this.whole);
    return this.isOfMoney;
  }

  /** Whether no other number of the mail has as many digits. */
  isSole(code: string): boolean {
    return this.candidates.every((other) => !isAsLong(other, code));
  }
  /** Whether another number of the mail has as many digits, and no name, as that of an order has. */
  hasRival(code: string): boolean {
    return this.candidates.some((other) => isAsLong(other, code) && !this.isNamed(other));
  }

  private isNamed({ at, start }: Candidate): boolean {
    const before = this.lines[at]?.text.slice(Math.max(0, start - nameLength), start) ?? "";
    return isOther(before.split(sentenceEnd).at(-1)?.split(numbered).at(-1) ?? "");
  }
}

const isAsLong = ({ code }: Candidate, given: string) =>
  code.length === given.length && code !== given && /^\d+$/.test(code);
