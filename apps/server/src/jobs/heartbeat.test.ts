import { EventEmitter } from "node:events";
import { run, type WorkerEvents, Logger as WorkerLogger } from "graphile-worker";
import pg from "pg";
import { pino } from "pino";
import { expect, inject, it, vi } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { startHeartbeat } from "./heartbeat.ts";
import { RetryingPool } from "./retrying_pool.ts";

it("unlocks the jobs and queues of a dead process, but not those of live ones (threat 46)", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = new RetryingPool(database.url, new AbortController().signal);
  const events: WorkerEvents = new EventEmitter();
  vi.useFakeTimers({ toFake: ["setInterval"] });
  const heartbeat = startHeartbeat(pool, events, pino({ level: "silent" }));
  const done = Promise.withResolvers<void>();
  const runner = await run({
    ...{ pgPool: pool, events, concurrency: 1, noHandleSignals: true, logger: new WorkerLogger(() => () => undefined) },
    taskList: { "test/long": () => done.promise },
  });
  const add = (name: string) => pool.query("SELECT graphile_worker.add_job('test/long', queue_name => $1)", [name]);
  const rows = async () =>
    (await pool.query("SELECT queue_name, locked_by FROM graphile_worker.jobs ORDER BY id")).rows;
  const lock = (table: string, where: string, by: string, secondsAgo: number) =>
    pool.query(
      `UPDATE graphile_worker.${table} SET locked_by = $1, locked_at = now() - make_interval(secs => $2) WHERE ${where}`,
      [by, secondsAgo],
    );
  try {
    await add("mine");
    await vi.waitFor(async () => expect((await rows())[0]?.locked_by).toMatch(/./), { interval: 20 });
    const [{ locked_by: mine }] = await rows();
    for (const [at, [queue, secondsAgo]] of (
      [
        ["mine", 60],
        ["dead", 60],
        ["fresh", 5],
      ] as const
    ).entries()) {
      if (at > 0) await add(queue);
      const by = at === 0 ? mine : queue;
      await lock("_private_job_queues", `queue_name = '${queue}'`, by, secondsAgo);
      await lock(
        "_private_jobs",
        `id = (SELECT id FROM graphile_worker.jobs WHERE queue_name = '${queue}')`,
        by,
        secondsAgo,
      );
    }

    vi.advanceTimersByTime(10_000);

    const expected = [mine, null, "fresh"];
    const names = async () => (await rows()).map(({ locked_by }) => locked_by);
    await vi.waitFor(async () => expect(await names()).toEqual(expected), { interval: 20 });
    const queues = await pool.query("SELECT locked_by FROM graphile_worker._private_job_queues ORDER BY id");
    expect(queues.rows.map(({ locked_by }) => locked_by)).toEqual(expected);
  } finally {
    vi.useRealTimers();
    heartbeat.stop();
    done.resolve();
    await runner.stop();
    await pool.end();
    await database.drop();
  }
});

it("keeps what a living process has locked, and waits a beat after failed ones before unlocking", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  // One connection, so that a query sent after a beat is answered after it.
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  // The database is dropped before the connection has ended.
  pool.on("error", () => undefined);
  const events: WorkerEvents = new EventEmitter();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  await pool.query("SELECT graphile_worker.add_job('test/one'), graphile_worker.add_job('test/two')");
  const beats = vi.spyOn(pool, "query");
  /** Marks the two jobs as last seen a minute ago. @returns who holds them after the beat that `begin` starts */
  const holders = async (begin: () => void) => {
    await pool.query(`
      UPDATE graphile_worker._private_jobs SET locked_by = CASE id WHEN 1 THEN 'us' ELSE 'others' END,
        locked_at = now() - interval '1 minute'`);
    begin();
    await beats.mock.results.at(-1)?.value.catch(() => undefined);
    const { rows } = await pool.query("SELECT locked_by FROM graphile_worker.jobs ORDER BY id");
    return rows.map(({ locked_by }) => locked_by);
  };
  const next = () => vi.advanceTimersByTime(10_000);
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined;
  try {
    const start = () => {
      heartbeat = startHeartbeat(pool, events, pino({ level: "silent" }));
    };
    expect(await holders(start)).toEqual(["us", "others"]);
    events.emit("pool:create", { workerPool: { id: "us" } } as never);
    for (let beat = 0; beat < 2; beat += 1) expect(await holders(next)).toEqual(["us", null]);

    for (let beat = 0; beat < 2; beat += 1) {
      expect(
        await holders(() => {
          beats.mockRejectedValueOnce(new Error("away"));
          next();
        }),
      ).toEqual(["us", "others"]);
    }
    expect(await holders(next)).toEqual(["us", "others"]);
    expect(await holders(next)).toEqual(["us", null]);
  } finally {
    heartbeat?.stop();
    vi.useRealTimers();
    await pool.end();
    await database.drop();
  }
});
