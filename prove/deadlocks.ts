import type { RootDatabase } from "@mayfly/server/database/database";

/** How many deadlocks the database has ended. Calls that are ended by one are answered 503, like those that wait too long. */
export async function deadlocksIn(rootDb: RootDatabase): Promise<number> {
  const [row] = await rootDb.$queryRaw<{ deadlocks: number }[]>`
    SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`;
  return row?.deadlocks ?? Number.NaN;
}
