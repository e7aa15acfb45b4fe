import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";

// The stock pg, without our overrides (docs/overrides.md). A test that fails says that a new version does something
// else: whether the override that it names is still needed, and still right.

const changed = (override: string) => `pg has changed: is ${override} still needed (docs/overrides.md)?`;

async function onePool() {
  const database = await cloneDatabase(inject("templateUrl"));
  onTestFinished(database.drop);
  return new pg.Pool({ connectionString: database.url, max: 1 });
}

it("assigns a function literal to a property for each statement with a time limit (decision 014)", () => {
  const source = pg.Client.prototype.query.toString();
  expect(source, changed("openPool's timer")).toContain("query.callback = (err, res) =>");
});

it("keeps a connection that still waits for an answer after a statement's time limit", async () => {
  const pool = await onePool();
  const client = await pool.connect();
  const late = client.query({ text: "SELECT pg_sleep(60)", query_timeout: 1 } as pg.QueryConfig);
  await expect(late).rejects.toThrow("Query read timeout");
  client.release();
  expect(pool.idleCount, changed("the end of a client in RetryingPool")).toBe(1);
  await pool.end();
});

it("forgets who has asked for a connection when the pool ends", async () => {
  const pool = await onePool();
  const client = await pool.connect();
  const forgotten = pool.connect();
  const ended = pool.end();
  client.release();
  await ended;
  const answer = await Promise.race([forgotten, turn("none")]);
  expect(answer, changed("RetryingPool.end")).toBe("none");
});
