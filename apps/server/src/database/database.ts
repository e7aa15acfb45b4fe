import { setTimeout as wait } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import type { PoolConfig } from "pg";
import { PrismaClient } from "../generated/prisma/client.ts";
import { BreakingPool } from "./breaking_pool.ts";

/** Every company's rows. Only for what happens before a company is known; handlers use CompanyDatabase. */
export type RootDatabase = PrismaClient;

const adapterOf = (config: PoolConfig) => new PrismaPg(new BreakingPool(config), { disposeExternalPool: true });

/**
 * How long a statement of a process that answers calls waits for a lock that another one holds, be it of a row or of a table.
 * Then the call is refused, and its connection is there for others (row Z14).
 */
const lockSeconds = 3;

/**
 * @param connections the most that are open at once
 * @param answersCalls whether no statement may wait long for a lock. This is set by a statement, because a pooler may drop settings
 *   of a connection, or refuse it for them.
 */
export const openRootDatabase = (
  url: string,
  connections: number,
  { answersCalls = false }: { answersCalls?: boolean } = {},
): RootDatabase =>
  new PrismaClient({
    errorFormat: "minimal",
    // Calls that claim the last room under a limit wait for each other.
    transactionOptions: { maxWait: 10_000, timeout: 20_000 },
    adapter: adapterOf({
      ...{ connectionString: url, max: connections, ...connectionSettings, ...planned },
      ...(answersCalls && { onConnect: (client) => client.query(`SET lock_timeout = '${lockSeconds}s'`) }),
    }),
  });

/**
 * Overrides what the server, the database or the role is set to. UTC, because Prisma writes and reads times without
 * their offset. `public`, because a table's name must mean the table there, as it does to Prisma, whatever schemas
 * there are. And a commit must be on disk before Postgres confirms it, because a 250 promises as much.
 */
export const sessionOptions = (commits: "on" | "off") =>
  `-c timezone=UTC -c search_path=public -c synchronous_commit=${commits}`;
export const ourSession = { options: sessionOptions("on") };

/** Prisma's statements are planned for their values, whatever the server is set to: a plan for any takes all companies to be alike. */
const planned = { options: `${sessionOptions("on")} -c plan_cache_mode=force_custom_plan` };

/** Names a process's connections, for pg_stat_activity, unless the operator's URL names them itself. */
export const withName = (url: string, name: string) =>
  new URL(url).searchParams.has("application_name")
    ? url
    : `${url}${url.includes("?") ? "&" : "?"}application_name=${encodeURIComponent(name)}`;

/** A database that does not answer must not keep everybody waiting. Milliseconds. */
export const connectionSettings = {
  ...ourSession,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  query_timeout: 35_000,
  keepAlive: true,
  // Sooner than a firewall forgets an idle connection.
  keepAliveInitialDelayMillis: 60_000,
  // The connections of a pool that stay open when idle: to connect takes ten times as long as to store a message.
  min: 2,
};

/** After how many seconds a statement of a slow call is broken off. */
export const slowSeconds = 2;

/**
 * The same with a deadline for every statement, for reading what no index finds. None gets helpers from Postgres, which
 * would take the other cores too. This is set by statements, because a pooler may drop settings of a connection.
 */
export const openSlowRootDatabase = (url: string, connections: number): RootDatabase =>
  new PrismaClient({
    errorFormat: "minimal",
    adapter: adapterOf({
      ...{ connectionString: url, max: connections, ...connectionSettings, ...planned, min: 0 },
      onConnect: (client) =>
        client.query(`SET statement_timeout = '${slowSeconds}s'; SET max_parallel_workers_per_gather = 0`),
    }),
  });

/** How long the database may take to answer before this process counts as not ready. */
const readyMilliseconds = 2_000;

/** Whether the database answers and accepts writes: a standby does not, nor one made read-only by a full disk. */
export async function takesWrites(rootDb: RootDatabase): Promise<boolean> {
  const answer = rootDb.$queryRaw<[{ writable: boolean }]>`
    SELECT current_setting('transaction_read_only') = 'off' AS writable`.then(
    ([{ writable }]) => writable,
    () => false,
  );
  return Promise.race([answer, wait(readyMilliseconds, false, { ref: false })]);
}
