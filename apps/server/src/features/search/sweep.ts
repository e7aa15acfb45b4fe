import { sql } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { JobContext } from "../../job.ts";
import { noName } from "./names.ts";

/** Messages whose words one call looks at, at most. */
const lookedAt = 1_250;

/**
 * Deletes words of mail that is gone: a version that does not know of them may have deleted it. They are found by nobody, but
 * take room.
 * @param after the name up to which they were looked at
 * @returns how many were deleted, and where to go on; undefined: there are no more
 */
export async function sweepWords(
  rootDb: RootDatabase,
  after: string = noName,
): Promise<{ deleted: number; next: string | undefined }> {
  const [row] = await sql(rootDb)<{ deleted: number; looked: number; last: string | null }>`
    WITH looked AS MATERIALIZED (
      SELECT message, company FROM message_search WHERE message > ${after}::uuid
      ORDER BY message LIMIT ${lookedAt}::int
    ), gone AS MATERIALIZED (
      SELECT * FROM looked WHERE NOT EXISTS (SELECT FROM customer_inbox WHERE name = message OFFSET 0)
    ), swept AS (
      DELETE FROM message_search AS search USING gone
      WHERE search.message = gone.message AND search.company = gone.company
    ), swept_unread AS (DELETE FROM search_unread WHERE message IN (SELECT message FROM gone))
    SELECT (SELECT count(*)::int FROM gone) AS deleted, (SELECT count(*)::int FROM looked) AS looked,
      (SELECT max(message::text) FROM looked) AS last`;
  const { deleted, looked, last } = row ?? { deleted: 0, looked: 0, last: null };
  return { deleted, next: looked < lookedAt ? undefined : (last ?? undefined) };
}

/** How often the job does so. */
const sweeps = 16;

/** The same of the next messages, by the clock: it goes round. */
export async function sweepNext({ rootDb, log }: Pick<JobContext, "rootDb" | "log">): Promise<void> {
  const { swept_to } = await rootDb.searchState.findFirstOrThrow();
  let [deleted, next]: [number, string | undefined] = [0, swept_to];
  for (let sweep = 0; sweep < sweeps && next !== undefined; sweep += 1) {
    const swept: Awaited<ReturnType<typeof sweepWords>> = await sweepWords(rootDb, next);
    deleted += swept.deleted;
    next = swept.next;
  }
  await rootDb.searchState.updateMany({ data: { swept_to: next ?? noName } });
  if (deleted > 0) log.info({ deleted }, "words of deleted mail swept from the search index");
}
