import { operators } from "./texts.ts";

const names = new Set(["is:read", ...operators.map(([text]) => text)].map((text) => text.slice(0, text.indexOf(":"))));

/** A word with an operator: where it stands in the query, and how it is written. */
interface OperatorWord {
  at: number;
  text: string;
}

/** The words of a query that have an operator and a value, as the server reads them, but for those in parentheses. */
export const operatorWords = (q: string): OperatorWord[] =>
  [...q.matchAll(/-?\([^)]*\)?|-?(?:([a-z_]+):)?(?:"[^"]*"?|[^\s"]+)/gi)].flatMap(({ 0: text, 1: name, index }) =>
    names.has(name?.toLowerCase() ?? "") ? [{ at: index, text }] : [],
  );

/** The operator that the query ends with and that has no value yet, as `from:`, a minus or OR. */
export const waitingOperator = (q: string) => /(?:^|\s)(-?[a-zA-Z_]+:|-|OR)$/.exec(q)?.[1];

/** A query without what waits for its value. */
export const withoutWaiting = (q: string) => q.slice(0, q.length - (waitingOperator(q)?.length ?? 0));

export const withWord = (q: string, word: string) => `${q.trim()} ${word}${word.endsWith(":") ? "" : " "}`.trimStart();

export function withoutWord(q: string, { at, text }: OperatorWord): string {
  const [before, after] = [q.slice(0, at).trimEnd(), q.slice(at + text.length).trimStart()];
  return before === "" || after === "" ? before + after : `${before} ${after}`;
}
