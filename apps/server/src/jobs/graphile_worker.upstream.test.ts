import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, it, onTestFinished } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";

/** Runs a job on a pool of pg's own, in a process of its own, and takes the database away when the job has ended. */
const runJob = `
  import { EventEmitter } from "node:events";
  import { runOnce, Logger } from "graphile-worker";
  import pg from "pg";
  process.on("unhandledRejection", ({ message }) => {
    process.stdout.write("unhandled: " + message);
    process.exit();
  });
  const pgPool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  await pgPool.query("SELECT graphile_worker.add_job('test/short')");
  const events = new EventEmitter().on("job:success", () => {
    pgPool.connect = () => Promise.reject(new Error("the database is away"));
  });
  const logger = new Logger(() => () => undefined);
  await runOnce({ pgPool, events, logger, noHandleSignals: true, taskList: { "test/short": () => undefined } });`;

// The stock graphile-worker on a pool without our overrides (docs/overrides.md).
it("does not await the statement that ends a job", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  onTestFinished(database.drop);
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", runJob], {
    cwd: import.meta.dirname,
    env: { ...process.env, DATABASE_URL: database.url },
    timeout: 20_000,
  });
  const changed = "graphile-worker has changed: is RetryingPool.connect still needed (docs/overrides.md)?";
  expect(stdout, changed).toBe("unhandled: the database is away");
});
