import type pg from "pg";
import { BreakingPool } from "./breaking_pool.ts";
import { connectionSettings, sessionOptions } from "./database.ts";

/** What Postgres would rather do with a table that it takes for small; its compiler would start for what costs so much instead. */
const planByIndex = `${["seqscan", "bitmapscan", "hashjoin", "mergejoin", "sort"].map((way) => ` -c enable_${way}=off`).join("")} -c jit=off -c plan_cache_mode=force_generic_plan`;

/**
 * A few connections for handwritten statements, each sent by `query` of the pool. A timer here limits each: pg's own
 * is a function that V8 allocates in the old generation, with all that the statement sends (decision 014).
 * @param waitForDisk false: a commit may be lost in a crash, and does not keep others waiting for the disk
 * @param byIndex true: statements are planned once and look rows up by index, however small Postgres takes a table to be
 */
export function openPool(connectionString: string, { waitForDisk = true, byIndex = false } = {}): pg.Pool {
  const { query_timeout, ...settings } = connectionSettings;
  // What a process has locked that has vanished is not locked for hours.
  const options = `${sessionOptions(waitForDisk ? "on" : "off")} -c idle_in_transaction_session_timeout=10s${byIndex ? planByIndex : ""}`;
  const pool = new BreakingPool({ connectionString, max: 2, ...settings, options });
  const watches = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on("acquire", (client) => {
    const giveUp = () => {
      client.emit("error", new Error("Query read timeout"));
      // Whoever has the connection for several statements does not listen.
      (client as unknown as pg.Client).end().catch(() => undefined);
    };
    watches.set(client, setTimeout(giveUp, query_timeout));
  });
  pool.on("release", (_, client) => clearTimeout(watches.get(client)));
  return pool;
}
