import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { deleteGivenUp, enqueue, job } from "./job.ts";
import { sharedApp } from "./testing/test_app.ts";

const app = sharedApp();
afterEach(() => app.rootDb.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

it("tries a job eleven times over almost ten hours, as docs/operations.md says", async () => {
  await enqueue(
    app.rootDb,
    job("test/one", z.object({}), async () => undefined),
    {},
  );
  const rows = await app.rootDb.$queryRaw`
    SELECT max_attempts, round(sum(exp(try)) / 360) / 10 AS hours
    FROM graphile_worker.jobs, generate_series(1, max_attempts - 1) AS try GROUP BY max_attempts`;
  expect(rows).toEqual([{ max_attempts: 11, hours: 9.7 }]);
});

it("deletes a job that was given up after a month, and no unfinished job", async () => {
  const { rootDb } = app;
  await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('given_up', max_attempts := 1)`;
  await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job('waiting', max_attempts := 2)`;
  await rootDb.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1`;
  const left = async () => {
    const rows = await rootDb.$queryRaw<{ name: string }[]>`
      SELECT task_identifier AS name FROM graphile_worker.jobs ORDER BY id`;
    return rows.map(({ name }) => name);
  };
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await deleteGivenUp({ rootDb, clock: () => days(29) });
  expect(await left()).toEqual(["given_up", "waiting"]);
  await deleteGivenUp({ rootDb, clock: () => days(31) });
  expect(await left()).toEqual(["waiting"]);
});
