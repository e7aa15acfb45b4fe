import pg from "pg";
import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { startWorker, timetable } from "./worker.ts";

async function given(context: Record<string, unknown> = {}) {
  const database = await cloneDatabase(inject("templateUrl"));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return {
    client,
    start: () => startWorker(database.url, { log: pino({ level: "silent" }), ...context } as never),
    /** The queued jobs of that name alone: a schedule may add others in any minute. */
    jobs: async (name: string) =>
      (await client.query("SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = $1", [name])).rows,
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.drop();
    },
  };
}

it("resets schedules whose last run lies in the future, and no others", async () => {
  await using database = await given();
  const { client, start } = database;
  await client.query(`
    INSERT INTO graphile_worker._private_known_crontabs VALUES
      ('ahead', now(), now() + interval '1 year'), ('behind', now(), now() - interval '1 hour')`);

  const worker = await start();

  const { rows } = await client.query(`
    SELECT round(extract(epoch FROM now() - last_execution) / 60)::int AS minutes
    FROM graphile_worker._private_known_crontabs WHERE last_execution IS NOT NULL ORDER BY identifier`);
  expect(rows).toEqual([{ minutes: 0 }, { minutes: 60 }]);
  await worker.stop();
});

it("stores the error of a failed job without its NUL characters", async () => {
  const announceNotifications = () => Promise.reject(new Error("bad\0 byte"));
  await using database = await given({ announceNotifications });
  const { client, start, jobs } = database;
  await client.query(`SELECT graphile_worker.add_job('notification/announce', '{"names": []}')`);
  const worker = await start();
  await expect.poll(() => jobs("notification/announce")).toEqual([{ last_error: "bad byte" }]);
  await worker.stop();
});

it("ends a long job at its next step when the worker stops", async () => {
  const begun = Promise.withResolvers<void>();
  // There is always more mail to delete.
  const tx = { $queryRaw: async () => [{ email_name: "a@mayfly.test" }] };
  const rootDb = {
    $transaction(work: (given: typeof tx) => Promise<void>) {
      begun.resolve();
      return work(tx);
    },
  };
  await using database = await given({ rootDb, clock: () => new Date() });
  const { client, start, jobs } = database;
  await client.query("SELECT graphile_worker.add_job('email/delete_expired_mail')");
  const worker = await start();
  await begun.promise;
  await worker.stop();
  expect(await jobs("email/delete_expired_mail")).toEqual([]);
});

it("tries a scheduled job three times within ten seconds, as docs/operations.md says", () => {
  for (const { options } of timetable) {
    const { maxAttempts = 25 } = options;
    const pauses = Array.from({ length: maxAttempts - 1 }, (_, at) => Math.exp(at + 1));
    expect([maxAttempts, Math.round(pauses.reduce((sum, pause) => sum + pause))]).toEqual([3, 10]);
  }
});

it("gives each scheduled job a queue of its own, so that it never runs twice at once", () => {
  expect(new Set(timetable.map(({ options }) => options.queueName)).size).toBe(timetable.length);
});
