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

/** The next message that is to be tried again, of each company in turn. */
export async function claimUnread(pool: Pick<pg.Pool, "query">): Promise<Unread | undefined> {
  const { rows } = await pool.query<Unread>(claimNext, [trySeconds]);
  return rows[0];
}

const claimNext = `
  WITH next AS MATERIALIZED (
    SELECT DISTINCT ON (company) message, due FROM search_unread WHERE due <= now() ORDER BY company, due
  ), one AS MATERIALIZED (SELECT message, due FROM next ORDER BY random() LIMIT 1)
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
