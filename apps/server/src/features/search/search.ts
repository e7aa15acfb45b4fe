import type { Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { settledMilliseconds } from "./indexer.ts";
import { type Clause, hasPhrases, parseQuery } from "./query.ts";
import { refusedQuery } from "./query_refusal.ts";

export { foundWords } from "./found_words.ts";
export { wordsVersion } from "./indexer.ts";
export { pageMilliseconds, searchMessages } from "./search_messages.ts";

/** @throws Refusal with the place of what cannot be understood */
export function readQuery(q: string, now: Date): Clause[] {
  const query = parseQuery(q, now);
  if (query.fault === undefined) return query.clauses;
  throw refusedQuery(query.fault);
}

/** Whether mail must be read to find it. @throws Refusal as `readQuery` does */
export const isSlowSearch = (q: string, now: Date): boolean => hasPhrases(readQuery(q, now));

/** Messages that are gone are found by nobody. In the transaction that deletes them. */
export const forgetSearched = (tx: Transaction, messages: string[]) =>
  tx.messageSearch.deleteMany({ where: { message: { in: messages } } });

/** A condition (row Z16): a message `one` is settled, and the index does not have it. */
export const unindexedMail = Prisma.sql`
  one.modified < (SELECT min(indexed_to) FROM search_state) - ${settledMilliseconds / 1_000} * interval '1 second'
  AND NOT EXISTS (SELECT FROM message_search AS words WHERE words.message = one.name AND words.company = one.company)`;

/** For how long the oldest mail that is not indexed has been waiting, at most. Seconds. */
export async function unindexedSeconds({ searchState }: RootDatabase, now: Date): Promise<number> {
  const { indexed_to } = await searchState.findFirstOrThrow();
  return Math.max(0, (now.getTime() - indexed_to.getTime()) / 1_000);
}

/** Bytes that the index takes in the database. */
export async function indexBytes(rootDb: RootDatabase): Promise<number> {
  const [size] = await rootDb.$queryRaw<{ bytes: number }[]>`
    SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('message_search')`;
  return size?.bytes ?? 0;
}
