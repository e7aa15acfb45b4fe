import type { Transaction } from "../../database/company_database.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { type Clause, parseQuery } from "./query.ts";
import { refusedQuery } from "./query_refusal.ts";
import { settledMilliseconds } from "./ranges.ts";

export { foundWords } from "./found_words.ts";
export { noName } from "./names.ts";
export {
  countGivenUp,
  countUnindexed,
  countUnmade,
  indexBytes,
  makeAnew,
  unindexedSeconds,
  unmadeAfter,
} from "./progress.ts";
export { pageMilliseconds, searchMessages } from "./search_messages.ts";
export { sweepNext, sweepWords } from "./sweep.ts";

/** @throws Refusal with the place of what cannot be understood */
export function readQuery(q: string, now: Date): Clause[] {
  const query = parseQuery(q, now);
  if (query.fault === undefined) return query.clauses;
  throw refusedQuery(query.fault);
}

/** Messages that are gone are found by nobody. In the transaction that deletes them. */
export async function forgetSearched(tx: Transaction, messages: string[]): Promise<void> {
  await tx.messageSearch.deleteMany({ where: { message: { in: messages } } });
  await tx.searchUnread.deleteMany({ where: { message: { in: messages } } });
}

/** A condition (row Z16): a message `one` is settled, and the index does not have it. */
export const unindexedMail = Prisma.sql`
  one.modified < (SELECT min(indexed_to) FROM search_state) - ${settledMilliseconds / 1_000} * interval '1 second'
  AND NOT EXISTS (SELECT FROM message_search AS words WHERE words.message = one.name AND words.company = one.company)`;
