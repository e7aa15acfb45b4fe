import { quotaTexts } from "@mayfly/contracts";
import { day, daysBefore } from "../../clock.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { QuotaName } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { allowed, perDay, type QuotaFactor } from "./per_day.ts";

export { type MailQuota, OverQuota, openMailQuota } from "./mail_quota.ts";

/**
 * Counts one more of what a company may create a day by its plan. It is not counted if the transaction fails.
 * @throws Refusal TooManyRequests when the day's quota is used up, with the seconds until the next day (UTC)
 */
export async function useQuota(
  tx: Transaction,
  factor: QuotaFactor,
  company: string,
  quota: keyof typeof quotaTexts,
  now: Date,
): Promise<void> {
  if (factor.limitFactor === 0) return;
  const [row] = await sql(tx)<{ used: number; per_day: number | null }>`
    INSERT INTO quota_use AS used (company, quota, day, used)
    VALUES (${company}::uuid, ${quota}::"QuotaName", ${day(now)}::date, 1)
    ON CONFLICT (company, quota, day) DO UPDATE SET used = used.used + 1
    RETURNING used.used, ${perDay(now)} AS per_day`;
  if (row === undefined || row.used <= allowed(row.per_day, factor)) return;
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
