import type { Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";

export { parseQuery } from "./query.ts";
export { searchMessages } from "./search_messages.ts";

/** Messages that are gone are found by nobody. In the transaction that deletes them. */
export const forgetSearched = (tx: Transaction, messages: string[]) =>
  tx.messageSearch.deleteMany({ where: { message: { in: messages } } });

/** For how long the oldest mail that is not indexed has been waiting, at most. Seconds. */
export async function unindexedSeconds({ searchState }: RootDatabase, now: Date): Promise<number> {
  const { indexed_to } = await searchState.findFirstOrThrow();
  return Math.max(0, (now.getTime() - indexed_to.getTime()) / 1_000);
}

/** Bytes that the index takes in the database. */
export async function indexBytes(rootDb: RootDatabase): Promise<number> {
  const [size] = await rootDb.$queryRaw<{ bytes: number }[]>`
    SELECT pg_total_relation_size('message_search')::float8 AS bytes`;
  return size?.bytes ?? 0;
}
