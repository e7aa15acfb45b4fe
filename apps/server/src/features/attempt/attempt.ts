import { day, daysBefore } from "../../clock.ts";
import { deleteByLimit } from "../../database/delete_in_batches.ts";
import type { JobContext } from "../../job.ts";
import { keptDays } from "./record.ts";

export { openAttemptLog } from "./attempt_log.ts";
export { type Attempt, isOverQuota, type Reason, storedAs, type Transport, unnamed } from "./record.ts";
export { isIncomplete, refusalsOf, refusedNear } from "./refused_near.ts";
export { isWithheld } from "./withheld_names.ts";

export async function deleteOldAttempts({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { day: { lt: new Date(day(daysBefore(clock(), keptDays))) } };
  await deleteByLimit((limit) => rootDb.smtpAttempt.deleteMany({ where, limit }));
  await deleteByLimit((limit) => rootDb.smtpAttemptCount.deleteMany({ where, limit }));
}
