import type { RootDatabase } from "./database.ts";

/** Tables that have few rows, however much the product is used, or a few for each company or member. */
const small = [
  ...["installation", "plan", "plan_feature", "plan_quota", "search_state", "worker_pool", "verification"],
  ...["company", "subscription", "member", "invitation", "domain", "webhook", "api_key", "notification_preference"],
  ...["_prisma_migrations"],
];

/**
 * Tables that grow, and that Postgres looks after only once a fifth of their rows have changed: later and later, and longer each
 * time. A migration that makes a table says how often, as that of `autovacuum` does.
 */
export async function tablesWithoutOptions(rootDb: RootDatabase): Promise<string[]> {
  const rows = await rootDb.$queryRaw<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND NOT relname = ANY(${small})
      AND NOT coalesce(array_to_string(reloptions, ','), '') LIKE '%autovacuum_vacuum_insert_scale_factor%'
    ORDER BY relname`;
  return rows.map(({ name }) => name);
}
