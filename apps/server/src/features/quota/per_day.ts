import { daysBefore } from "../../clock.ts";
import type { CommonContext } from "../../context.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/** How long a company counts as young. */
const youngDays = 7;

/** The quotas against abuse, in which RATE_LIMIT_FACTOR counts as in all limits against it; 0: they are off. */
export type QuotaFactor = Pick<CommonContext, "limitFactor">;

/** SQL that is what the plan of `used.company` says of `used.quota`; null: its row was deleted, so there is no quota. */
export const perDay = (now: Date) => Prisma.sql`(
  SELECT CASE WHEN company.creation > ${daysBefore(now, youngDays)} THEN coalesce(young_per_day, per_day) ELSE per_day END
  FROM subscription JOIN company ON company.name = subscription.company JOIN plan_quota USING (plan)
  WHERE subscription.company = used.company AND plan_quota.quota = used.quota)`;

/** How many that allows; null: any number. */
export const allowed = (perDay: number | null, { limitFactor }: QuotaFactor): number =>
  perDay === null ? Number.POSITIVE_INFINITY : Math.ceil(perDay * limitFactor);
