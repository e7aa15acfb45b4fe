import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { wordsVersion } from "./indexer.ts";
import { noName } from "./names.ts";

/** More messages are not counted at every look. */
const mostCounted = 100_000;

/** For how long the oldest mail that is not indexed has been waiting, at most. Seconds. */
export async function unindexedSeconds({ searchState }: RootDatabase, now: Date): Promise<number> {
  const { indexed_to } = await searchState.findFirstOrThrow();
  return Math.max(0, (now.getTime() - indexed_to.getTime()) / 1_000);
}

/** How many messages are not indexed yet, without those that were on disk late: at most `mostCounted`. */
export async function countUnindexed(rootDb: RootDatabase): Promise<number> {
  const [row] = await sql(rootDb)<{ count: number }>`
    SELECT count(*)::int FROM (
      SELECT FROM customer_inbox WHERE name > (SELECT claimed_to FROM search_state) LIMIT ${mostCounted}::int
    ) AS unclaimed`;
  const [claimed] = await sql(rootDb)<{ count: number }>`
    SELECT count(*)::int FROM search_range JOIN customer_inbox ON name > first AND name <= last WHERE kind = 'new'`;
  return Math.min(mostCounted, (row?.count ?? 0) + (claimed?.count ?? 0));
}

/** Up to which name words are made anew; undefined when they all are. */
export async function unmadeAfter({ searchState, searchRange }: RootDatabase): Promise<string | undefined> {
  const { version, remade_to } = await searchState.findFirstOrThrow();
  if (version >= wordsVersion) return undefined;
  const first = await searchRange.findFirst({ where: { kind: "remade" }, orderBy: { first: "asc" } });
  return first?.first ?? remade_to ?? noName;
}

/** How many messages' words are yet to be made anew: at most `mostCounted`. */
export async function countUnmade(rootDb: RootDatabase): Promise<number> {
  const after = await unmadeAfter(rootDb);
  if (after === undefined) return 0;
  const [row] = await sql(rootDb)<{ count: number }>`
    SELECT count(*)::int FROM (
      SELECT FROM customer_inbox WHERE name > ${after}::uuid LIMIT ${mostCounted}::int
    ) AS unmade`;
  return row?.count ?? 0;
}

/** How many messages could not be read and are found by their rows alone. */
export const countGivenUp = ({ searchUnread }: RootDatabase): Promise<number> =>
  searchUnread.count({ where: { due: null } });

/** Has the workers write the words of all mail anew. It is found by the old ones until then. */
export const makeAnew = ({ searchState }: RootDatabase) =>
  searchState.updateMany({ data: { version: 0, remade_to: null } });

/** Bytes that the index takes in the database. */
export async function indexBytes(rootDb: RootDatabase): Promise<number> {
  const [size] = await rootDb.$queryRaw<{ bytes: number }[]>`
    SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_partition_tree('message_search')`;
  return size?.bytes ?? 0;
}
