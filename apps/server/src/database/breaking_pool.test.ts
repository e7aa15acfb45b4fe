import pg from "pg";
import { afterEach, expect, inject, it, vi } from "vitest";
import { FaultProxy } from "../testing/fault_proxy.ts";
import { cloneDatabase } from "../testing/postgres.ts";
import { outageOf } from "../wires/failure.ts";
import { BreakingPool } from "./breaking_pool.ts";
import { openRootDatabase } from "./database.ts";

afterEach(() => void vi.useRealTimers());

async function throughProxy() {
  const database = await cloneDatabase(inject("templateUrl"));
  const url = new URL(database.url);
  const proxy = await FaultProxy.open(Number(url.port));
  url.port = String(proxy.port);
  return {
    ...{ proxy, url: url.href },
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

/** What it is rejected with. */
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Error) => error,
  );

it.each(["frozen", "slow"] as const)(
  "gives up on a database that is %s, and comes back by itself (row Z15)",
  async (way) => {
    await using given = await throughProxy();
    const { proxy } = given;
    const pool = new BreakingPool({ connectionString: given.url, max: 4, connectionTimeoutMillis: 60_000 });
    await pool.query("SELECT 1");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await proxy.set(way);
    const underWay = errorOf(pool.query("SELECT 2"));
    // Time until it is suspected, and until a new connection counts as unanswered.
    let failed: unknown;
    void underWay.then((error) => {
      failed = error;
    });
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(5_000);
      expect(failed).toBeDefined();
    });
    vi.useRealTimers();
    const began = proxy.connections;
    // Nothing is asked for what comes next.
    for (let no = 0; no < 20; no += 1)
      expect(outageOf(await errorOf(pool.query("SELECT 4")))).toBe("the database is away");
    expect(proxy.connections - began).toBeLessThan(20);
    expect(outageOf(await underWay)).toBe("the database is away");
    await proxy.set("open");
    await expect.poll(() => errorOf(pool.query("SELECT 5"))).toBeUndefined();
    await pool.end();
  },
);

it("leaves alone a statement that takes long while the database answers", async () => {
  await using given = await throughProxy();
  const pool = new BreakingPool({ connectionString: given.url, max: 1 });
  const other = new pg.Client({ connectionString: given.url });
  await other.connect();
  await other.query("SELECT pg_advisory_lock(1)");
  await pool.query("SELECT 1");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const long = pool.query("SELECT pg_advisory_lock(1), 'done' AS answer");
  const before = given.proxy.connections;
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    expect(given.proxy.connections).toBeGreaterThan(before);
  });
  vi.useRealTimers();
  await other.query("SELECT pg_advisory_unlock(1)");
  expect((await long).rows).toMatchObject([{ answer: "done" }]);
  await Promise.all([other.end(), pool.end()]);
});

it("closes its connections with Prisma's client", async () => {
  await using given = await throughProxy();
  const db = openRootDatabase(given.url, 2);
  expect(await db.company.count()).toBe(0);
  await db.$disconnect();
  await expect
    .poll(async () => {
      const rootDb = openRootDatabase(given.url, 1);
      const rows = await rootDb.$queryRaw<unknown[]>`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND backend_type = 'client backend'`;
      await rootDb.$disconnect();
      return rows.length;
    })
    .toBe(0);
});

it("outlives a connection that breaks while somebody has it, between two statements", async () => {
  await using given = await throughProxy();
  const pool = new BreakingPool({ connectionString: given.url, max: 1 });
  const client = await pool.connect();
  await client.query("BEGIN");
  const closed = new Promise((resolve) => client.once("end", resolve));
  await given.proxy.set("refused");
  await closed;
  await expect(client.query("COMMIT")).rejects.toThrow();
  client.release(true);
  await given.proxy.set("open");
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
