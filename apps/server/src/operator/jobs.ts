import type { RootDatabase } from "../database/database.ts";
import { tellingLine } from "../process/start_error.ts";

interface FailedJob {
  task_identifier: string;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  last_error: string;
}

/** The jobs that have failed, each with why. */
export async function listFailedJobs(rootDb: RootDatabase): Promise<string> {
  const failed = await rootDb.$queryRaw<FailedJob[]>`
    SELECT task_identifier, attempts, max_attempts, run_at, last_error
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL ORDER BY run_at DESC LIMIT 100`;
  if (failed.length === 0) return "No jobs have failed.";
  return failed
    .map(({ task_identifier, attempts, max_attempts, run_at, last_error }) => {
      const next = attempts < max_attempts ? `again at ${run_at.toISOString()}` : "given up";
      return `${task_identifier}  try ${attempts} of ${max_attempts}, ${next}\n  ${tellingLine(last_error)}`;
    })
    .join("\n");
}
