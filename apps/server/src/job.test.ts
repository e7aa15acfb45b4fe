import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { deleteGivenUp, enqueue, job } from "./job.ts";
import { sharedApp } from "./testing/test_app.ts";

const app = sharedApp();
afterEach(() => app.world.$executeRaw`DELETE FROM graphile_worker._private_jobs`);

it("tries a job eleven times over almost ten hours, as docs/operations.md says", async () => {
  await enqueue(
    app.world,
    job("test/one", z.object({}), async () => undefined),
    {},
  );
  const rows = await app.world.$queryRaw`
    SELECT max_attempts, round(sum(exp(try)) / 360) / 10 AS hours
    FROM graphile_worker.jobs, generate_series(1, max_attempts - 1) AS try GROUP BY max_attempts`;
  expect(rows).toEqual([{ max_attempts: 11, hours: 9.7 }]);
});

it("deletes a job that was given up after a month, and no unfinished job", async () => {
  const { world } = app;
  await world.$queryRaw`SELECT FROM graphile_worker.add_job('given_up', max_attempts := 1)`;
  await world.$queryRaw`SELECT FROM graphile_worker.add_job('waiting', max_attempts := 2)`;
  await world.$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = 1`;
  const left = async () => {
    const rows = await world.$queryRaw<{ name: string }[]>`
      SELECT task_identifier AS name FROM graphile_worker.jobs ORDER BY id`;
    return rows.map(({ name }) => name);
  };
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  await deleteGivenUp({ world, clock: () => days(29) });
  expect(await left()).toEqual(["given_up", "waiting"]);
  await deleteGivenUp({ world, clock: () => days(31) });
  expect(await left()).toEqual(["waiting"]);
});
