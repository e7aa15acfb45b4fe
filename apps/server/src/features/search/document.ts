import type { Deadline } from "../../clock.ts";
import type { CustomerInbox, Email } from "../../generated/prisma/client.ts";
import type { QueryToken } from "../../mail/find/tokens.ts";
import { fieldMark, markedTokens, possession, searchedRow } from "../../mail/show/searched.ts";
import { type Messages, TooLate } from "../../mail/stored_messages.ts";
import { Refusal } from "../../refusal.ts";
import type { Clause, Field, Term } from "./query.ts";

/** What a search knows of a message from its row. */
export type SearchedRow = Pick<
  CustomerInbox,
  "name" | "company" | "source" | "sender" | "subject" | "recipients" | "code" | "has_attachment" | "seen" | "modified"
>;

/** A message as a search looks at it. */
export interface SearchDocument {
  bytes: number;
  /** The tokens of all fields as they stand in the index. */
  tokens: Set<string>;
  /** What is written in each field, folded, for phrases. */
  texts: Record<Field, string[]>;
}

/** Messages that are read together. The parser loads each when its turn comes. */
const readTogether = 8;
/** The time that the first one has in any case: what cannot be read in it is searched by its row. Milliseconds. */
const leastMilliseconds = 500;

/**
 * Reads messages for a search, in their order, and holds a few at a time. A message that is gone comes without a document.
 * @param texts whether the texts are needed too, for words in their order
 * @param until when to stop. At least one is read
 */
export async function* documentsOf<Row extends SearchedRow>(
  messages: Messages,
  rows: Row[],
  texts: boolean,
  until?: Deadline,
): AsyncGenerator<[Row, SearchDocument | undefined]> {
  for (let at = 0; at < rows.length; at += readTogether) {
    const some = rows.slice(at, at + readTogether);
    const reading = some.map((row) =>
      row === rows[0]
        ? documentOf(messages, row, texts, until?.orIn(leastMilliseconds)).catch(orOfRow(row, texts))
        : documentOf(messages, row, texts, until),
    );
    for (const [index, read] of (await Promise.allSettled(reading)).entries()) {
      const row = some[index];
      if (read.status === "fulfilled" && row) yield [row, read.value];
      else if (read.status === "rejected" && !(read.reason instanceof TooLate)) throw read.reason;
      else return;
    }
  }
}

/** @returns undefined when the message is gone @throws TooLate */
async function documentOf(
  messages: Messages,
  row: SearchedRow,
  texts: boolean,
  until: Deadline | undefined,
): Promise<SearchDocument | undefined> {
  const { source, company } = row;
  try {
    return asDocument(row, await messages.searched(source, company, { row: listedOf(row), texts }, until));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

const orOfRow = (row: SearchedRow, texts: boolean) => (error: unknown) => {
  if (!(error instanceof TooLate)) throw error;
  return asDocument(row, { ...searchedRow(listedOf(row), texts), size: 0 });
};

const listedOf = ({ sender, subject, recipients, code }: SearchedRow) => ({ sender, subject, recipients, code });

function asDocument(row: SearchedRow, read: Awaited<ReturnType<Messages["searched"]>>): SearchDocument {
  const tokens = new Set(markedTokens(read.tokens));
  if (row.code !== "") tokens.add(possession("code"));
  if (row.has_attachment) tokens.add(possession("attachment"));
  if (read.has_link) tokens.add(possession("link"));
  return { bytes: read.size, tokens, texts: read.texts };
}

/** Who asks, and what addresses are meant. */
export interface Asker {
  member: string;
  /** The addresses that the query names, by what it writes. */
  addresses: Map<string, string>;
  /** The addresses that the member may read of each label that the query names (`keyOf`); undefined: too many. */
  labelled: Map<string, string[] | undefined>;
}

/** The same, with what is known of the messages that are judged: the labels of each address. */
export type Judge = Asker & { labelsOf: Map<string, Pick<Email, "run" | "tags">> };

type Label = Extract<Term, { kind: "label" }>;
/** A run and a tag may have the same name. */
export const keyOf = ({ of, label }: Label): string => `${of} ${label}`;

/** Whether a query holds for a message. */
export function holds(clauses: Clause[], row: SearchedRow, document: SearchDocument, judge: Judge): boolean {
  const clauseHolds = (clause: Clause): boolean => {
    switch (clause.kind) {
      case "all":
        return clause.clauses.every(clauseHolds);
      case "any":
        return clause.clauses.some(clauseHolds);
      case "not":
        return !clauseHolds(clause.clause);
      default:
        return termHolds(clause, row, document, judge);
    }
  };
  return clauses.every(clauseHolds);
}

function termHolds(term: Term, row: SearchedRow, { tokens, texts, bytes }: SearchDocument, judge: Judge): boolean {
  switch (term.kind) {
    case "words":
      return hasAll(tokens, term);
    case "phrase":
      return hasAll(tokens, term) && texts[term.field].some((text) => text.includes(term.text));
    case "has":
      return tokens.has(possession(term.what));
    case "unread":
      return row.seen.includes(judge.member) !== term.is;
    case "before":
      return row.modified < term.at;
    case "after":
      return row.modified >= term.at;
    case "larger":
      return bytes > term.bytes;
    case "in":
      return row.recipients === judge.addresses.get(term.address);
    case "label": {
      const labels = judge.labelsOf.get(row.recipients);
      return (term.of === "run" ? labels?.run === term.label : labels?.tags.includes(term.label)) ?? false;
    }
  }
}

function hasAll(tokens: Set<string>, { field, asked }: { field: Field; asked: QueryToken[] }): boolean {
  return asked.every(({ token, isPrefix }) => {
    const whole = fieldMark[field] + token;
    if (tokens.has(whole)) return true;
    if (!isPrefix) return false;
    for (const one of tokens) if (one.startsWith(whole)) return true;
    return false;
  });
}
