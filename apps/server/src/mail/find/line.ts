import { noun, type Script, scriptOf, type Words } from "./code_signs.ts";
import { isStrong, warning } from "./code_words.ts";

/** A line of a mail, and what its words say about a code. They are searched for once, at the first access. */
export class Line {
  readonly text: string;
  private said: string | undefined;
  private readonly found = new Map<RegExp | Words, boolean>();
  private script: Script | undefined;
  private isStrong: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Whether words are there that always mean a one-time code. */
  get strong(): boolean {
    this.isStrong ??= (this.has(noun) || this.has(number)) && isStrong(this.telling());
    return this.isStrong;
  }

  /** Whether one of these words is there. */
  has(words: RegExp | Words): boolean {
    const known = this.found.get(words);
    if (known !== undefined) return known;
    const has = this.text !== "" && this.tells(words);
    this.found.set(words, has);
    return has;
  }

  private tells(words: RegExp | Words): boolean {
    if (words instanceof RegExp) return words.test(this.telling());
    this.script ??= scriptOf(this.text);
    return words.test(this.telling(), this.script);
  }

  /** Words of a sentence about codes in general tell nothing, unless it contains a number: "Never share your code." */
  private telling(): string {
    if (this.said !== undefined) return this.said;
    const tells = (sentence: string) => /\d/.test(sentence) || !warning.test(sentence);
    this.said = warning.test(this.text) ? this.text.split(sentenceEnd).filter(tells).join(" ") : this.text;
    return this.said;
  }
}

/** What a code is called in a few languages besides: only some numbers are. */
export const number = /number|番号|번호|密[码碼]/i;

export const emptyLine = new Line("");

export const sentenceEnd = /(?<=[.!?])\s+(?=[\p{Lu}\p{Lo}])|(?<=\p{L}{3}\.|[!?])\s+(?=\d)|(?<=[。！？।])/u;
