import type pg from "pg";

/** Pauses before a message that could not be read for the index is tried again. After the last try it is found by its row. Seconds. */
export const retryPauses = [60, 600, 3_600];
/** How long one try may take. If its worker dies, it counts all the same: the message may be why. Seconds. */
const trySeconds = 120;

export interface Unread {
  message: string;
  /** How many times it was tried again, with this one. */
  tries: number;
}

/** A message that is to be tried again, of any company. */
export async function claimUnread(pool: Pick<pg.Pool, "query">): Promise<Unread | undefined> {
  const { rows } = await pool.query<Unread>(claimNext, [trySeconds]);
  return rows[0];
}

/** Companies that one claim goes through. */
const mostCompanies = 500;

// Each company's oldest is looked up, from any company on: however many one has, they are not all read (row Z13).
const claimNext = `
  WITH RECURSIVE companies AS (
    (SELECT company, 1 AS no FROM search_unread WHERE company >= gen_random_uuid() ORDER BY company LIMIT 1)
    UNION ALL
    (SELECT company, 1 FROM search_unread ORDER BY company LIMIT 1)
    UNION ALL
    SELECT next.company, no + 1 FROM companies CROSS JOIN LATERAL (
      SELECT company FROM search_unread WHERE company > companies.company ORDER BY company LIMIT 1
    ) AS next WHERE no < ${mostCompanies}
  ), one AS MATERIALIZED (
    SELECT oldest.message, oldest.due FROM companies CROSS JOIN LATERAL (
      SELECT message, due FROM search_unread WHERE company = companies.company AND due <= now() ORDER BY due LIMIT 1
    ) AS oldest LIMIT 1
  )
  UPDATE search_unread AS unread SET due = now() + $1::float8 * interval '1 second', tries = tries + 1
  FROM one WHERE unread.message = one.message AND unread.due = one.due
  RETURNING unread.message, tries`;

/** A try has failed: it is tried again, or never. @returns whether it is */
export async function putOff(pool: Pick<pg.Pool, "query">, { message, tries }: Unread): Promise<boolean> {
  const pause = retryPauses[tries];
  await pool.query("UPDATE search_unread SET due = now() + $2::float8 * interval '1 second' WHERE message = $1", [
    message,
    pause ?? null,
  ]);
  return pause !== undefined;
}

/** It was read, or is gone. */
export const forgetUnread = (pool: Pick<pg.Pool, "query">, message: string) =>
  pool.query("DELETE FROM search_unread WHERE message = $1", [message]);
