import { NIL } from "uuid";
import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/** Something that always holds, unless something is broken (row Z16). */
export interface Check {
  /** By which metrics and the command name it. */
  name: string;
  /** What it finds, in a few words. */
  what: string;
  /** Looks at the next rows behind a key, few enough that nobody waits for it. The first key is empty. */
  look(rootDb: RootDatabase, after: string): Promise<Looked>;
  /** Mends what was found; without it, only people can. */
  repair?(rootDb: RootDatabase, faults: string[]): Promise<unknown>;
}

export interface Looked {
  /** The keys of what does not hold. */
  faults: string[];
  /** Where to go on; undefined: that was all. */
  next: string | undefined;
}

/** Rows that one statement looks at: each leads to one other row, by its key. */
const rowsAtOnce = 1_000;

/**
 * Goes through a table by a key that is a UUID.
 * @param key the column; it may stand in several rows
 * @param isFault a condition on a row `one` of which there are the key and `columns`
 */
export function byKey(
  { table, key, columns = [] }: { table: string; key: string; columns?: string[] },
  isFault: Prisma.Sql,
): Check["look"] {
  const read = Prisma.raw([key, ...columns].join(", "));
  // Not a parameter: without knowing how few they are, Postgres may sort a third of the table.
  const rows = Prisma.raw(`${rowsAtOnce}`);
  return async (rootDb, after) => {
    const [looked] = await sql(rootDb)<{ faults: string[] | null; last: string | null; rows: number }>`
      SELECT array_agg(DISTINCT one.${Prisma.raw(key)}::text) FILTER (WHERE ${isFault}) AS faults, count(*)::int AS rows,
        (array_agg(one.${Prisma.raw(key)}::text ORDER BY one.${Prisma.raw(key)} DESC))[1] AS last
      FROM (
        SELECT ${read} FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(key)} > ${after || NIL}::uuid
        ORDER BY ${Prisma.raw(key)} FETCH FIRST ${rows} ROWS WITH TIES
      ) AS one`;
    const isMore = (looked?.rows ?? 0) >= rowsAtOnce;
    return { faults: looked?.faults ?? [], next: (isMore && looked?.last) || undefined };
  };
}

/** A condition: the message of a row `one` is gone. */
export const withoutMail = (column: string) =>
  Prisma.sql`NOT EXISTS (SELECT FROM customer_inbox WHERE name = one.${Prisma.raw(column)})`;

/** Rows about messages that are gone: whoever deletes mail deletes them with it. */
export const ofGoneMail = (
  table: string,
  forget: (rootDb: RootDatabase, messages: string[]) => Promise<unknown>,
): Check => ({
  name: `${table}_without_mail`,
  what: `rows of ${table} whose message is gone`,
  look: byKey({ table, key: "message" }, withoutMail("message")),
  repair: forget,
});
