import { domainToUnicode } from "node:url";
import { asciiDomain, canonicalAddress, emailTag, isInstant, runLabel } from "@mayfly/contracts";
import { daysBefore } from "../../clock.ts";
import { askedFor, type QueryToken, spaced } from "../../mail/find/tokens.ts";

/** Characters and words of a query, at most. */
export const queryLimits = { characters: 1_000, words: 50 } as const;

/** What of a message a word is looked for in; "any" is all of it. */
export type Field = "any" | "subject" | "from" | "to" | "filename" | "code";

export type Term =
  /** Tokens that must all be there. */
  | { kind: "words"; field: Field; asked: QueryToken[] }
  /** Words in this order; the tokens only narrow down. */
  | { kind: "phrase"; field: Field; asked: QueryToken[]; text: string }
  | { kind: "has"; what: "code" | "link" | "attachment" }
  | { kind: "unread"; is: boolean }
  | { kind: "before" | "after"; at: Date }
  | { kind: "larger"; bytes: number }
  | { kind: "in"; address: string; place: Place }
  /** What an address is labelled with. */
  | { kind: "label"; of: "run" | "tag"; label: string };

/** What a message must meet: a term, several clauses of which all or any must hold, or one that must not. */
export type Clause =
  | Term
  | { kind: "all"; clauses: Clause[] }
  | { kind: "any"; clauses: Clause[] }
  | { kind: "not"; clause: Clause };

/** All terms of a query. @param isWanted leaves out those that must not hold */
export const termsOf = (clauses: Clause[], isWanted = false): Term[] =>
  clauses.flatMap((clause) => {
    if (clause.kind === "all" || clause.kind === "any") return termsOf(clause.clauses, isWanted);
    if (clause.kind === "not") return isWanted ? [] : termsOf([clause.clause]);
    return [clause];
  });

/** Whether they name words in their order, which no index knows. */
export const hasPhrases = (clauses: Clause[]): boolean => termsOf(clauses).some(({ kind }) => kind === "phrase");

/** Where in a query something is written. Characters. */
interface Place {
  position: number;
  length: number;
}

/** Where a query cannot be understood, and why. */
export interface QueryFault extends Place {
  text: string;
}

export type ParsedQuery = { clauses: Clause[]; fault?: undefined } | { fault: QueryFault };

const fields: Record<string, Field> = {
  ...{ from: "from", to: "to", subject: "subject", filename: "filename", code: "code" },
};
const others = ["has", "is", "before", "after", "newer_than", "larger", "in", "run", "tag"];
const operators = [...Object.keys(fields), ...others];

/**
 * Reads a query (row T02): words, `"words in this order"`, `-word`, `a OR b`, `(a b) OR c`, and operators. Nothing of it is
 * passed over: what has no meaning is a fault.
 * @param now what `newer_than:` counts back from
 * @returns the clauses, all of which must hold, or where and why the query cannot be understood
 */
export function parseQuery(text: string, now: Date): ParsedQuery {
  const { characters } = queryLimits;
  const tooLong = { position: characters, length: text.length - characters, text: `At most ${characters} characters.` };
  if (text.length > characters) return { fault: tooLong };
  try {
    return { clauses: new QueryReader(text, now).read() };
  } catch (error) {
    if (error instanceof Unclear) return { fault: error.fault };
    throw error;
  }
}

class Unclear extends Error {
  readonly fault: QueryFault;
  constructor(text: string, position: number, length: number) {
    super(text);
    this.fault = { position, length, text };
  }
}

/** Marks with which a quotation begins. */
const quotes = new Set('"“„‟');
/** What excludes: a minus in the width of letters or of Chinese characters, or the sign of calculation. */
const minus = /[-\uff0d\ufe63\u2212]/y;
const beginsWithMinus = new RegExp(`^${minus.source}`);
/** Parentheses within each other, at most. */
const deepest = 10;

/** A word as it is written, without its minus and its operator. */
interface Value {
  text: string;
  isQuoted: boolean;
}

/** Reads a query from left to right. What it throws is `Unclear`. */
class QueryReader {
  readonly #text: string;
  readonly #now: Date;
  #at = 0;
  #words = 0;
  /** Where the parentheses that are open begin. */
  readonly #open: number[] = [];

  constructor(text: string, now: Date) {
    this.#text = text;
    this.#now = now;
  }

  read(): Clause[] {
    const clauses = this.#clauses();
    // Only the end of a group leaves something over.
    if (this.#at < this.#text.length) throw new Unclear("There is no opening parenthesis for this one.", this.#at, 1);
    return clauses;
  }

  /** Everything up to the end of the query, or of the group: all of it must hold. */
  #clauses(): Clause[] {
    const clauses: Clause[] = [];
    while (!this.#isAtEnd()) {
      const choice = this.#choice();
      // `(a b) c` is `a b c`.
      if (choice.kind === "all") clauses.push(...choice.clauses);
      else clauses.push(choice);
    }
    return clauses;
  }

  /** `a OR b OR c`, or a single one. */
  #choice(): Clause {
    const place = this.#at;
    if (this.#takesOr()) throw new Unclear(missing("before"), place, 2);
    const clauses = [this.#negatable()];
    for (;;) {
      this.#skipBlanks();
      const or = this.#at;
      if (!this.#takesOr()) break;
      if (this.#isAtEnd()) throw new Unclear(missing("after"), or, 2);
      const next = this.#at;
      if (this.#takesOr()) throw new Unclear(missing("before"), next, 2);
      clauses.push(this.#negatable());
    }
    const [only] = clauses;
    return clauses.length === 1 && only ? only : { kind: "any", clauses };
  }

  #negatable(): Clause {
    const place = this.#at;
    if (!this.#takes(minus)) return this.#single(place);
    if (this.#isBlank()) throw new Unclear("Write the word to exclude right after the minus.", place, 1);
    if (this.#takes(minus))
      throw new Unclear("One minus is enough. To search for text that begins with two, put it in quotes.", place, 2);
    return { kind: "not", clause: this.#single(place) };
  }

  /** @param place where it begins, with its minus */
  #single(place: number): Clause {
    return this.#text[this.#at] === "(" ? this.#group() : this.#term(place);
  }

  #group(): Clause {
    const begin = this.#at;
    if (this.#open.length === deepest) {
      throw new Unclear(`Parentheses can be nested ${deepest} deep at most.`, begin, 1);
    }
    this.#at += 1;
    this.#open.push(begin);
    const clauses = this.#clauses();
    if (this.#at === this.#text.length) throw new Unclear("This parenthesis is not closed.", begin, 1);
    this.#at += 1;
    this.#open.pop();
    const [only] = clauses;
    if (only === undefined) throw new Unclear("These parentheses are empty.", begin, this.#at - begin);
    return clauses.length === 1 ? only : { kind: "all", clauses };
  }

  #term(place: number): Clause {
    const operator = this.#takes(/[a-z_]+:/iy)?.slice(0, -1);
    const value = this.#value();
    const unclear = (text: string) => new Unclear(text, place, this.#at - place);
    this.#words += 1;
    if (this.#words > queryLimits.words) throw unclear(`At most ${queryLimits.words} words.`);
    const isOpen = this.#at === this.#text.length;
    const written = { position: place, length: this.#at - place };
    const term = termOf(operator, value, { isOpen, now: this.#now, place: written });
    if (typeof term === "string") throw unclear(term);
    return term;
  }

  /** What is quoted, or else what comes before a blank, a quotation mark or the end of the group. */
  #value(): Value {
    const begin = this.#at;
    // Keyboards of phones write others than straight ones.
    const quoted = this.#takes(/"[^"]*"|[“„‟][^“”"]*[“”"]/y);
    if (quoted !== undefined) return { text: quoted.slice(1, -1), isQuoted: true };
    if (quotes.has(this.#text[begin] ?? "")) throw new Unclear("This quotation mark is not closed.", begin, 1);
    let open = 0;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const sign = this.#text[this.#at];
      if (quotes.has(sign ?? "") || this.#isBlank()) break;
      if (sign === "(") open += 1;
      if (sign !== ")") continue;
      if (open === 0) break;
      open -= 1;
    }
    return { text: this.#text.slice(begin, this.#at), isQuoted: false };
  }

  #isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#at === this.#text.length || this.#text[this.#at] === ")";
  }

  #isBlank = () => /^\s?$/.test(this.#text[this.#at] ?? "");
  #skipBlanks = () => void this.#takes(/\s*/y);
  #takesOr = () => this.#takes(/OR(?=[\s()"“„‟]|$)/y) !== undefined;

  /** Takes what stands next, if it has the form. */
  #takes(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const [taken] = form.exec(this.#text) ?? [];
    this.#at += taken?.length ?? 0;
    return taken;
  }
}

const missing = (where: string) => `A word is missing ${where} this OR. To search for OR itself, put it in quotes.`;

/** @returns the term, or a text that says what is wrong */
function termOf(
  operator: string | undefined,
  value: Value,
  { isOpen, now, place }: { isOpen: boolean; now: Date; place: Place },
): Clause | string {
  const name = operator?.toLowerCase() ?? "";
  if (operator === undefined) return lookedFor("any", value, isOpen);
  if (!operators.includes(name)) {
    const { text, isQuoted } = value;
    // A URL is no operator, and neither is "Re:".
    if (!isQuoted && (text.startsWith("//") || text === "")) {
      return lookedFor("any", { text: `${operator}:${text}`, isQuoted }, isOpen);
    }
    return `Unknown operator ${operator}. The operators are ${operators.join(", ")}. To search for the words, put them in quotes.`;
  }
  if (value.text === "") return `Write what to look for right after ${name}:, without a space.`;
  if (value.text.startsWith("(") && !value.isQuoted) return `Put the parentheses outside: (${name}:a OR ${name}:b).`;
  const field = fields[name];
  if (field !== undefined && !value.isQuoted && beginsWithMinus.test(value.text)) {
    return `Put the minus before ${name}:. To search for text that begins with a minus, put it in quotes.`;
  }
  if (name === "in") return { kind: "in", address: canonicalAddress(value.text), place };
  return field === undefined ? otherTerm(name, value.text, now) : lookedFor(field, value, isOpen);
}

/** @param isOpen whether the user may still be writing it: then it may be only the beginning of a word */
function lookedFor(field: Field, { text, isQuoted }: Value, isOpen: boolean): Clause | string {
  const terms = spellingsOf(field, text).map((spelling) => oneLookedFor(field, { text: spelling, isQuoted }, isOpen));
  const [only] = terms;
  const clauses = terms.filter((term) => typeof term !== "string");
  return clauses.length < 2 && only !== undefined ? only : { kind: "any", clauses };
}

/** An address or a domain in both of its spellings: mail is found by the one in which it came. */
function spellingsOf(field: Field, text: string): string[] {
  const at = text.lastIndexOf("@") + 1;
  const isOfAddresses = field === "from" || field === "to" || (field === "any" && /[@.]/.test(text));
  const ascii = isOfAddresses ? asciiDomain(text.slice(at)) : "";
  const written = domainToUnicode(ascii);
  return written === "" || written === ascii ? [text] : [text.slice(0, at) + ascii, text.slice(0, at) + written];
}

/** Looks for one spelling. */
function oneLookedFor(field: Field, { text, isQuoted }: Value, isOpen: boolean): Term | string {
  const [word, star] = isQuoted || !text.endsWith("*") ? [text] : [text.slice(0, -1), "*"];
  if (!isQuoted && word.includes("*")) return "A * can only stand at the end of a word, as in ord*.";
  const asked = askedFor(word, !isQuoted && (isOpen || star !== undefined));
  if (asked.length === 0) return "There are no letters or digits to search for.";
  // Signs in quotes count, as in "C++".
  const written = spaced(word);
  return isQuoted && (asked.length > 1 || asked[0]?.token !== written)
    ? { kind: "phrase", field, asked, text: written }
    : { kind: "words", field, asked };
}

const bytesIn: Record<string, number> = { "": 1, k: 1024, m: 1024 ** 2 };
const daysIn: Record<string, number> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 };

function otherTerm(operator: string, written: string, now: Date): Term | string {
  const value = written.toLowerCase();
  switch (operator) {
    case "has":
      if (value === "code" || value === "link" || value === "attachment") return { kind: "has", what: value };
      return "has: needs code, link or attachment.";
    case "is":
      return value === "unread" || value === "read"
        ? { kind: "unread", is: value === "unread" }
        : "is: needs unread or read.";
    case "before":
    case "after": {
      const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN);
      // JavaScript takes February 31 for a day in March.
      const isDay = isInstant(at) && at.toISOString().startsWith(value);
      return isDay ? { kind: operator, at } : `${operator}: needs a date, such as 2026-11-28.`;
    }
    case "newer_than": {
      const [, count, unit = "-"] = /^(\d{1,4})([hdwmy])$/.exec(value) ?? [];
      const days = daysIn[unit];
      if (days === undefined) return "newer_than: needs a time, such as 12h, 7d, 2w, 3m or 1y.";
      const at = daysBefore(now, Number(count) * days);
      return isInstant(at) ? { kind: "after", at } : "newer_than: cannot go back beyond the year 1.";
    }
    case "larger": {
      const [, count, unit = "-"] = /^(\d{1,9})([km]?)b?$/.exec(value) ?? [];
      const bytes = bytesIn[unit];
      return bytes === undefined
        ? "larger: needs a size, such as 500k or 2m."
        : { kind: "larger", bytes: Number(count) * bytes };
    }
    case "tag": {
      const tag = emailTag.safeParse(written);
      return tag.success
        ? { kind: "label", of: "tag", label: tag.data }
        : "tag: needs the tag of an address, such as smoke: at most 32 letters, digits and -";
    }
    default: {
      const label = runLabel.safeParse(written);
      return label.success
        ? { kind: "label", of: "run", label: label.data }
        : "run: needs the label of a run, such as ci/4711: at most 100 letters, digits and . _ : / @ -";
    }
  }
}
