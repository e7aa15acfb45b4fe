import type { Transaction } from "../database/company_database.ts";
import type { TestApp } from "./test_app.ts";

/** The payloads of the queued jobs of one kind, in the order in which they were queued. */
export async function queued<Payload>(of: TestApp | Transaction, job: { name: string }): Promise<Payload[]> {
  const jobs = await ("rootDb" in of ? of.rootDb : of).$queryRaw<{ payload: Payload }[]>`
    SELECT payload FROM graphile_worker._private_jobs AS job
    JOIN graphile_worker._private_tasks AS task ON task.id = job.task_id
    WHERE task.identifier = ${job.name} ORDER BY job.id`;
  return jobs.map(({ payload }) => payload);
}
