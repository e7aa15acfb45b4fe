import type { TestApp } from "./test_app.ts";

/** What the jobs of a kind were given that nobody has done yet, in their order. */
export async function queued<Payload>({ world }: TestApp, job: { name: string }): Promise<Payload[]> {
  const jobs = await world.$queryRaw<{ payload: Payload }[]>`
    SELECT payload FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE task.identifier = ${job.name} ORDER BY job.id`;
  return jobs.map(({ payload }) => payload);
}
