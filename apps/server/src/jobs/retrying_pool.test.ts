import { run, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { afterEach, expect, inject, it, vi } from "vitest";
import { cloneDatabase, takeDatabaseAway } from "../testing/postgres.ts";
import { RetryingPool } from "./retrying_pool.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const end of ends.splice(0).reverse()) await end();
});

it("drops a connection whose query timed out, with an error code that graphile-worker retries", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = new RetryingPool(database.url, new AbortController().signal);
  ends.push(database.drop, () => pool.end());
  const client = await pool.connect();
  const late = client.query({ text: "SELECT pg_sleep(60)", query_timeout: 1 } as pg.QueryConfig);
  // graphile-worker tries again after this code.
  await expect(late).rejects.toMatchObject({ code: "57P03" });
  client.release();
  expect(pool.idleCount).toBe(0);
});

it("reports a write to a read-only database with an error code that graphile-worker retries", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = new RetryingPool(database.url, new AbortController().signal);
  ends.push(database.drop, () => pool.end());
  const client = await pool.connect();
  await client.query("SET default_transaction_read_only = on");
  await expect(client.query("CREATE TABLE taken_in ()")).rejects.toMatchObject({ code: "57P03" });
  client.release();
});

it("gives a connection to whoever asked for one before the pool ended", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = new RetryingPool(database.url, new AbortController().signal);
  ends.push(database.drop);
  const all = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const late = pool.connect();
  const ended = pool.end();
  for (const client of all) client.release();
  const client = await late;
  expect((await client.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  client.release();
  await ended;
});

it("completes a job that ended while the database was away once it is back, without running it again", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  ends.push(database.drop);
  const stopping = new AbortController();
  const pgPool = new RetryingPool(database.url, stopping.signal);
  const begun = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let runs = 0;
  const runner = await run({
    ...{ pgPool, concurrency: 1, noHandleSignals: true, logger: new WorkerLogger(() => () => undefined) },
    taskList: {
      async "test/long"() {
        runs += 1;
        begun.resolve();
        await done.promise;
      },
    },
  });
  ends.push(
    () => pgPool.end(),
    () => runner.stop(),
    () => stopping.abort(),
  );
  await pgPool.query("SELECT graphile_worker.add_job('test/long')");
  await begun.promise;

  const bringBack = await takeDatabaseAway(database.url);
  // The pool knows of the lost connection: a statement sent over it would be tried again only some seconds later.
  await vi.waitFor(() => expect(pgPool.idleCount).toBe(0), { interval: 5 });
  const connect = vi.spyOn(pg.Pool.prototype, "connect");
  done.resolve();
  const refused = () => connect.mock.settledResults.filter(({ type }) => type === "rejected");
  await vi.waitFor(() => expect(refused()).not.toEqual([]), { interval: 5 });
  await bringBack();

  await vi.waitFor(
    async () => {
      const { rows } = await pgPool.query("SELECT count(*)::int AS jobs FROM graphile_worker.jobs");
      expect(rows).toEqual([{ jobs: 0 }]);
    },
    { interval: 20 },
  );
  expect(runs).toBe(1);
});
