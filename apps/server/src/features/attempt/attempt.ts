import { day, daysBefore } from "../../clock.ts";
import type { JobContext } from "../../job.ts";
import { keptDays } from "./record.ts";

export { openAttemptLog } from "./attempt_log.ts";
export { type Attempt, isOverQuota, type Reason, storedAs, type Transport, unnamed } from "./record.ts";
export { isIncomplete, refusalsOf, refusedNear } from "./refused_near.ts";
export { isWithheld } from "./withheld_names.ts";

/** Rows that one statement deletes. */
const batchRows = 1_000;

export async function deleteOldAttempts({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { day: { lt: new Date(day(daysBefore(clock(), keptDays))) } };
  for (const table of [rootDb.smtpAttempt, rootDb.smtpAttemptCount]) {
    for (let more = true; more; ) {
      const { count } = await (table as typeof rootDb.smtpAttempt).deleteMany({ where, limit: batchRows });
      more = count === batchRows;
    }
  }
}
