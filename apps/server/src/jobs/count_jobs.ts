import type { RootDatabase } from "../database/database.ts";

/** Values past this are not counted further, so that a scrape costs the same however long a queue is. */
const countedJobs = 10_000;

const first = async (rows: Promise<{ count: number }[]>) => (await rows)[0]?.count ?? Number.NaN;

/** How many jobs are due. */
export const countWaiting = (rootDb: RootDatabase): Promise<number> =>
  first(rootDb.$queryRaw`
    SELECT count(*)::int AS count FROM (
      SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT ${countedJobs}) AS due`);

/** How many jobs have failed and will be tried again. */
export const countFailing = (rootDb: RootDatabase): Promise<number> =>
  first(rootDb.$queryRaw`
    SELECT count(*)::int AS count FROM (
      SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND attempts < max_attempts LIMIT ${countedJobs}
    ) AS failing`);
