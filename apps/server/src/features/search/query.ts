import { daysBefore } from "../../clock.ts";
import { type Asked, askedFor, spaced } from "../../mail/find/tokens.ts";

/** Characters and words of a query, at most. */
export const queryLimits = { characters: 1_000, words: 50 } as const;

/** What of a message a word is looked for in; "any" is all of it. */
export type Field = "any" | "subject" | "from" | "to" | "filename" | "code";

export type Term =
  /** Tokens that must all be there. */
  | { kind: "words"; field: Field; asked: Asked[] }
  /** Words in this order; the tokens only narrow down. */
  | { kind: "phrase"; field: Field; asked: Asked[]; text: string }
  | { kind: "has"; what: "code" | "link" | "attachment" }
  | { kind: "unread"; is: boolean }
  | { kind: "before" | "after"; at: Date }
  | { kind: "larger"; bytes: number }
  | { kind: "in"; address: string }
  | { kind: "run"; run: string };

/** One of the alternatives must hold; if it is negated, the only one must not. */
export interface Clause {
  isNegated: boolean;
  alternatives: Term[];
}

/** Where a query cannot be understood, in characters, and why. */
export interface QueryFault {
  position: number;
  length: number;
  text: string;
}

export type ParsedQuery = { clauses: Clause[]; fault?: undefined } | { fault: QueryFault };

/** A word of a query: `-operator:"value"`, of which all but the value may be missing. */
interface Word {
  position: number;
  length: number;
  isNegated: boolean;
  operator: string | undefined;
  value: string;
  isQuoted: boolean;
}

const form = /(-)?([a-z_]+):(?=\s|$)|(-)?(?:([a-z_]+):)?(?:"([^"]*)"?|([^\s"]\S*))/giu;

const fields: Record<string, Field> = {
  ...{ from: "from", to: "to", subject: "subject", filename: "filename", code: "code" },
};
const others = ["has", "is", "before", "after", "newer_than", "larger", "in", "run"];
const operators = [...Object.keys(fields), ...others];

/**
 * Reads a query (row T02): words, `"words in this order"`, `-word`, `a OR b`, and operators.
 * @param now what `newer_than:` counts back from
 * @returns the clauses, all of which must hold, or where and why the query cannot be understood
 */
export function parseQuery(text: string, now: Date): ParsedQuery {
  const { characters, words: most } = queryLimits;
  const tooLong = { position: characters, length: text.length - characters, text: `At most ${characters} characters.` };
  if (text.length > characters) return { fault: tooLong };
  const words = [...text.matchAll(form)].map(wordOf);
  const clauses: Clause[] = [];
  let isChoice = false;
  for (const [at, word] of words.entries()) {
    const { position, length, isNegated, isQuoted } = word;
    const fault = (text: string) => ({ fault: { position, length, text } });
    if (at >= most) return fault(`At most ${most} words.`);
    if (isOr(word) && clauses.length > 0 && at < words.length - 1) {
      isChoice = true;
      continue;
    }
    // While the user still types it, the last word is only its beginning.
    const isOpen = at === words.length - 1 && !isQuoted && !/\s$/.test(text);
    const term = termOf(word, { isOpen, now });
    if (typeof term === "string") return fault(term);
    // Signs alone look for nothing.
    if (term === undefined) continue;
    const before = clauses.at(-1);
    if (isChoice && before) {
      if (isNegated || before.isNegated) return fault("What is left out by a minus cannot be one of two choices.");
      before.alternatives.push(term);
    } else clauses.push({ isNegated, alternatives: [term] });
    isChoice = false;
  }
  return { clauses };
}

const isOr = ({ value, isQuoted, operator, isNegated }: Word) =>
  value === "OR" && !isQuoted && operator === undefined && !isNegated;

function wordOf(match: RegExpMatchArray): Word {
  const [whole, lonelyMinus, lonelyOperator, minus, operator, quoted, bare = ""] = match;
  return {
    position: match.index ?? 0,
    length: whole.length,
    isNegated: (minus ?? lonelyMinus) !== undefined,
    operator: (operator ?? lonelyOperator)?.toLowerCase(),
    value: quoted ?? bare,
    isQuoted: quoted !== undefined,
  };
}

/** @returns the term; undefined when there is nothing to look for; a text that says what is wrong */
function termOf(word: Word, { isOpen, now }: { isOpen: boolean; now: Date }): Term | string | undefined {
  const { operator, value } = word;
  if (operator === undefined) return lookedFor("any", word, isOpen);
  if (!operators.includes(operator)) {
    // A URL is no operator, and neither is "Re:".
    if (value.startsWith("//") || value === "") return lookedFor("any", { ...word, value: operator + value }, isOpen);
    return `There is no operator ${operator}: there are ${operators.join(", ")}. To look for the words, put them in quotes.`;
  }
  const nothing = `Write what ${operator}: looks for, without a space before it.`;
  if (value === "") return nothing;
  const field = fields[operator];
  return field === undefined
    ? otherTerm(operator, value.toLowerCase(), now)
    : (lookedFor(field, word, isOpen) ?? nothing);
}

function lookedFor(field: Field, { value, isQuoted }: Word, isOpen: boolean): Term | undefined {
  const asked = askedFor(value, isOpen);
  if (asked.length === 0) return undefined;
  return isQuoted && asked.length > 1
    ? { kind: "phrase", field, asked, text: spaced(value) }
    : { kind: "words", field, asked };
}

const bytesIn: Record<string, number> = { "": 1, k: 1024, m: 1024 ** 2 };
const daysIn: Record<string, number> = { h: 1 / 24, d: 1, w: 7, m: 30, y: 365 };

function otherTerm(operator: string, value: string, now: Date): Term | string {
  switch (operator) {
    case "has":
      if (value === "code" || value === "link" || value === "attachment") return { kind: "has", what: value };
      return "has: is code, link or attachment.";
    case "is":
      return value === "unread" || value === "read"
        ? { kind: "unread", is: value === "unread" }
        : "is: is unread or read.";
    case "before":
    case "after": {
      const at = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : new Date(Number.NaN);
      // JavaScript takes February 31 for a day in March.
      const isDay = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
      return isDay ? { kind: operator, at } : `${operator}: is a day such as 2026-11-28.`;
    }
    case "newer_than": {
      const [, count, unit = "-"] = /^(\d{1,4})([hdwmy])$/.exec(value) ?? [];
      const days = daysIn[unit];
      if (days === undefined) return "newer_than: is a time such as 12h, 7d, 2w, 3m or 1y.";
      return { kind: "after", at: daysBefore(now, Number(count) * days) };
    }
    case "larger": {
      const [, count, unit = "-"] = /^(\d{1,9})([km]?)b?$/.exec(value) ?? [];
      const bytes = bytesIn[unit];
      return bytes === undefined
        ? "larger: is a size such as 500k or 2m."
        : { kind: "larger", bytes: Number(count) * bytes };
    }
    default:
      return operator === "in" ? { kind: "in", address: value } : { kind: "run", run: value };
  }
}
