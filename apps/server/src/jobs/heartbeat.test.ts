import { randomUUID } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { expect, inject, it, vi } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { startHeartbeat } from "./heartbeat.ts";

it("gives a dead process's jobs to others, and lets the living keep theirs (threat 46)", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = new pg.Pool({ connectionString: database.url });
  const [mine, dead, fresh] = [`worker-${randomUUID()}`, `worker-${randomUUID()}`, `worker-${randomUUID()}`];
  const lock = async (by: string, secondsAgo: number) => {
    const { rows } = await pool.query("SELECT id FROM graphile_worker.add_job('test/any')");
    await pool.query(
      "UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - make_interval(secs => $2) WHERE id = $3",
      [by, secondsAgo, rows[0].id],
    );
  };
  await lock(mine, 60);
  await lock(dead, 60);
  await lock(fresh, 5);

  const heartbeat = startHeartbeat(pool, new Set([mine]), pino({ level: "silent" }));

  const locks = async () =>
    (await pool.query("SELECT locked_by FROM graphile_worker.jobs ORDER BY id")).rows.map((row) => row.locked_by);
  await vi.waitFor(async () => expect(await locks()).toEqual([mine, null, fresh]), { timeout: 10_000, interval: 20 });
  heartbeat.stop();
  await pool.end();
  await database.drop();
});
