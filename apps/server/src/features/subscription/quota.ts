import { quotaTexts } from "@mayfly/contracts";
import { type Clock, day, daysBefore } from "../../clock.ts";
import type { CommonContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { Prisma, type QuotaName } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";

/** How long a company counts as young. */
const youngDays = 7;
/** The most that the table holds. Of mail, in kB, that is 2 TB a day. */
const mostUsed = 2 ** 31 - 1;

/** The quotas against abuse, in which RATE_LIMIT_FACTOR counts as in all limits against it; 0: they are off. */
export type QuotaFactor = Pick<CommonContext, "limitFactor">;

/** What a company uses of a quota on a day (UTC). */
export interface Use {
  company: string;
  /** ISO 8601. */
  day: string;
  count: number;
}

/** What it has used then, and may use. */
export interface Used extends Use {
  used: number;
  /** Infinity: any number. */
  allowed: number;
}

/** SQL that is what the plan of `used.company` says of `used.quota`; null: its row was deleted, so there is no quota. */
const perDay = (now: Date) => Prisma.sql`(
  SELECT CASE WHEN company.creation > ${daysBefore(now, youngDays)} THEN coalesce(young_per_day, per_day) ELSE per_day END
  FROM subscription JOIN company ON company.name = subscription.company JOIN plan_quota USING (plan)
  WHERE subscription.company = used.company AND plan_quota.quota = used.quota)`;

const allowed = (perDay: number | null, { limitFactor }: QuotaFactor): number =>
  perDay === null ? Number.POSITIVE_INFINITY : Math.ceil(perDay * limitFactor);

/** Counts what companies use of a quota, also beyond it. What is counted in a transaction that fails is not. */
export async function countUse(
  tx: Transaction,
  factor: QuotaFactor,
  quota: QuotaName,
  uses: Use[],
  now: Date,
): Promise<Used[]> {
  const rows = await sql(tx)<Use & { used: number; per_day: number | null }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(uses)}::json) AS given (company uuid, day date, count bigint)
    ), used AS (
      INSERT INTO quota_use AS total (company, quota, day, used)
      SELECT company, ${quota}::"QuotaName", day, least(count, ${mostUsed}) FROM given ORDER BY company, day
      ON CONFLICT (company, quota, day) DO UPDATE
        SET used = least(total.used::bigint + excluded.used, ${mostUsed})
      RETURNING *
    )
    SELECT used.company::text, used.day::text, used.used, given.count::int, ${perDay(now)} AS per_day
    FROM used JOIN given USING (company, day)`;
  return rows.map(({ per_day, ...row }) => ({ ...row, allowed: allowed(per_day, factor) }));
}

/** What a company has used of a quota on a day. */
export async function useOf(
  rootDb: RootDatabase,
  factor: QuotaFactor,
  quota: QuotaName,
  { company, day }: Omit<Use, "count">,
  now: Date,
): Promise<Pick<Used, "used" | "allowed">> {
  const [row] = await sql(rootDb)<{ used: number; per_day: number | null }>`
    SELECT coalesce(today.used, 0) AS used, ${perDay(now)} AS per_day
    FROM (VALUES (${company}::uuid, ${quota}::"QuotaName", ${day}::date)) AS used (company, quota, day)
    LEFT JOIN quota_use AS today USING (company, quota, day)`;
  return { used: row?.used ?? 0, allowed: allowed(row?.per_day ?? null, factor) };
}

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
  const [row] = await countUse(tx, factor, quota, [{ company, day: day(now), count: 1 }], now);
  if (row === undefined || row.used <= row.allowed) return;
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

export const deleteOldQuotaUse = ({ rootDb, clock }: { rootDb: RootDatabase; clock: Clock }) =>
  rootDb.quotaUse.deleteMany({ where: { day: { lt: daysBefore(clock(), 2) } } });
