import pg from "pg";
import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { startWorker, timetable } from "./worker.ts";

it("goes on with what is scheduled when a clock was ahead once", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    INSERT INTO graphile_worker._private_known_crontabs VALUES
      ('ahead', now(), now() + interval '1 year'), ('behind', now(), now() - interval '1 hour')`);

  const worker = await startWorker(database.url, { log: pino({ level: "silent" }) } as never);

  const { rows } = await client.query(`
    SELECT round(extract(epoch FROM now() - last_execution) / 60)::int AS minutes
    FROM graphile_worker._private_known_crontabs WHERE last_execution IS NOT NULL ORDER BY identifier`);
  expect(rows).toEqual([{ minutes: 0 }, { minutes: 60 }]);
  await worker.stop();
  await client.end();
  await database.drop();
});

it("tries what the clock starts three times in ten seconds, as docs/operations.md says", () => {
  for (const { options } of timetable) {
    const { maxAttempts = 25 } = options;
    const pauses = Array.from({ length: maxAttempts - 1 }, (_, at) => Math.exp(at + 1));
    expect([maxAttempts, Math.round(pauses.reduce((sum, pause) => sum + pause))]).toEqual([3, 10]);
  }
});
