import type { SearchHit } from "@mayfly/contracts";
import type { Deadline } from "../../clock.ts";
import type { QueryToken } from "../../mail/find/tokens.ts";
import { type Messages, TooLate } from "../../mail/stored_messages.ts";
import { Refusal } from "../../refusal.ts";
import type { SearchedRow } from "./document.ts";
import { type Clause, type Field, termsOf } from "./query.ts";

/**
 * Where a message has the words that are looked for: what a list of results shows (row T05). What is gone, cannot be read,
 * or comes too late, has its words in the row alone.
 */
export async function foundWords(
  messages: Messages,
  clauses: Clause[],
  row: Pick<SearchedRow, "source" | "company" | "subject" | "sender" | "recipients">,
  until: Deadline,
): Promise<SearchHit> {
  const asked = (field: Field) => askedIn(clauses, field);
  const words = {
    ...{ subject: asked("subject"), from: asked("from"), to: asked("to") },
    ...{ filename: asked("filename"), any: asked("any") },
  };
  const { source, company, sender, recipients, subject } = row;
  try {
    return await messages.found(source, company, { words, row: { sender, recipients, subject } }, until);
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TooLate)) throw error;
    return { sender: [sender], recipients: [recipients], subject: [subject], text: [""], files: [] };
  }
}

/** The words that are looked for in a field, or anywhere. */
const askedIn = (clauses: Clause[], field: Field): QueryToken[] =>
  termsOf(clauses, true).flatMap((term) => {
    const isOfWords = term.kind === "words" || term.kind === "phrase";
    return isOfWords && (term.field === field || term.field === "any") ? term.asked : [];
  });
