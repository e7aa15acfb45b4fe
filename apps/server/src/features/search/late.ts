import type pg from "pg";
import { firstName, lastName, later } from "./names.ts";
import { type Look, settledMilliseconds } from "./ranges.ts";

/** Messages that one statement looks through, and of those that it finds, at most so many. */
const lookedThrough = 1_000;
const foundTogether = 200;

/**
 * Finds the names of messages that are not indexed and in no range that is under way, in their order. A clock that was ahead
 * gives names ahead of their time until it is caught up with: ranges come to those only then.
 */
export async function* findLate(pool: pg.Pool, { after, to }: Pick<Look, "after" | "to">): AsyncGenerator<string[]> {
  yield* findBetween(pool, after, to);
  yield* findBetween(pool, later(to, firstName(Date.now() + settledMilliseconds)), lastName);
}

async function* findBetween(pool: pg.Pool, after: string, to: string): AsyncGenerator<string[]> {
  for (let at = after; ; ) {
    const { rows } = await pool.query<Missing>(find, [at, to, lookedThrough, foundTogether]);
    const { missing, count, last } = rows[0] ?? { missing: [], count: 0, last: null };
    if (missing.length > 0) yield missing;
    const isCut = missing.length === foundTogether;
    if (last === null || (count < lookedThrough && !isCut)) return;
    at = (isCut ? missing.at(-1) : undefined) ?? last;
  }
}

interface Missing {
  missing: string[];
  count: number;
  last: string | null;
}

const find = `
  WITH looked AS MATERIALIZED (
    SELECT name, company FROM customer_inbox WHERE name > $1 AND name <= $2 ORDER BY name LIMIT $3
  )
  SELECT (SELECT count(*)::int FROM looked) AS count, (SELECT max(name::text) FROM looked) AS last, ARRAY(
    SELECT name::text FROM looked
    WHERE NOT EXISTS (SELECT FROM message_search WHERE message = name AND company = looked.company OFFSET 0)
      AND NOT EXISTS (SELECT FROM search_range WHERE kind = 'new' AND name > first AND name <= search_range.last OFFSET 0)
    ORDER BY name LIMIT $4
  ) AS missing`;
