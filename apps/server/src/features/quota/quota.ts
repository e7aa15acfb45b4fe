import { quotaTexts } from "@mayfly/contracts";
import { day, daysBefore } from "../../clock.ts";
import type { CommonContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { QuotaName } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";

/** How long a company counts as young. */
const youngDays = 7;

/** The quotas against abuse, in which RATE_LIMIT_FACTOR counts as in all limits against it; 0: they are off. */
export type QuotaFactor = Pick<CommonContext, "limitFactor">;

/**
 * Counts one more of what a company may create a day by its plan. It is not counted if the transaction fails.
 * @throws Refusal TooManyRequests when the day's quota is used up, with the seconds until the next day (UTC)
 */
export async function useQuota(
  tx: Transaction,
  { limitFactor }: QuotaFactor,
  company: string,
  quota: Exclude<QuotaName, "notification">,
  now: Date,
): Promise<void> {
  if (limitFactor === 0) return;
  const [row] = await sql(tx)<{ used: number; most: number | null }>`
    INSERT INTO quota_use AS today (company, quota, day, used)
    VALUES (${company}::uuid, ${quota}::"QuotaName", ${day(now)}::date, 1)
    ON CONFLICT (company, quota, day) DO UPDATE SET used = today.used + 1
    RETURNING used, (
      SELECT CASE WHEN company.creation > ${daysBefore(now, youngDays)} THEN coalesce(young_per_day, per_day) ELSE per_day END
      FROM subscription JOIN company ON company.name = subscription.company JOIN plan_quota USING (plan)
      WHERE subscription.company = today.company AND plan_quota.quota = today.quota) AS most`;
  // A plan whose row the operator has deleted has no such quota.
  if (row === undefined || row.most === null || row.used <= Math.ceil(row.most * limitFactor)) return;
  throw Refusal.tooMany(secondsLeft(now), quotaTexts[quota]);
}

/** Gives one back, of the day on which it was used, that turned out not to be what the quota is against. */
export async function giveQuotaBack(tx: Transaction, company: string, quota: QuotaName, used: Date): Promise<void> {
  await tx.quotaUse.updateMany({
    where: { company, quota, day: new Date(day(used)), used: { gt: 0 } },
    data: { used: { decrement: 1 } },
  });
}

const secondsLeft = (now: Date) => 86_400 - Math.floor((now.getTime() % 86_400_000) / 1000);

export const deleteOldQuotaUse = ({ rootDb, clock }: { rootDb: RootDatabase; clock: () => Date }) =>
  rootDb.quotaUse.deleteMany({ where: { day: { lt: daysBefore(clock(), 2) } } });
