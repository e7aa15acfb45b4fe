import { type CountedFeature, type FeatureName, hasExpired, planRefusals, planTexts } from "@mayfly/contracts";
import { day } from "../../clock.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { Prisma, Subscription } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { laterFeatures } from "./later_features.ts";

export { hasByDefault } from "./later_features.ts";

/** A company's plan and features, as the operator's rows define them at this moment. */
export async function planOf(tx: Transaction, company: string) {
  const { plan_row, expiry_date } = await tx.subscription.findUniqueOrThrow({
    where: { company },
    include: { plan_row: { include: { features: true } } },
  });
  const { features: rows, ...plan } = plan_row;
  const known = new Set(rows.map(({ feature }) => feature));
  const features = [...rows, ...laterFeatures(plan.plan).filter(({ feature }) => !known.has(feature))];
  return {
    ...plan,
    expiry_date: plan.non_expiry || expiry_date === null ? "" : day(expiry_date),
    features,
    has: (feature: FeatureName) => features.some((one) => one.feature === feature && one.available),
  };
}

export type CompanyPlan = Awaited<ReturnType<typeof planOf>>;

/** Puts a company on a plan. @returns what it had before; null: none */
export async function subscribe(
  tx: Transaction,
  company: string,
  plan: Pick<Prisma.SubscriptionUncheckedCreateInput, "plan" | "expiry_date">,
): Promise<Subscription | null> {
  const before = await tx.subscription.findUnique({ where: { company } });
  await tx.subscription.upsert({ where: { company }, create: { company, ...plan }, update: plan });
  return before;
}

/** What a plan limits the number of, with how many of it a company has (P123, P124). */
export interface Counted {
  feature: CountedFeature;
  used(tx: Transaction, company: string, now: Date): Promise<number>;
}

/** How many of a feature the plan allows; null: any number. */
export function allowedBy({ features }: Pick<CompanyPlan, "features">, feature: CountedFeature): number | null {
  const row = features.find((one) => one.feature === feature);
  if (!row?.available) return 0;
  return row.unlimited || row.limit === 0 ? null : row.limit;
}

/**
 * Requires room for one more. Until the transaction ends, no other call of the company can claim room, so that two
 * calls cannot share the last place (invariant 4).
 * @param full replaces the usual text of the refusal when the limit is reached
 * @returns the plan
 * @throws Refusal when the plan has ended, lacks the feature, or its limit is reached
 */
export async function claimSlot(
  tx: Transaction,
  company: string,
  { feature, used }: Counted,
  now: Date,
  full?: string,
): Promise<CompanyPlan> {
  await lockCompany(tx, company);
  const plan = await planOf(tx, company);
  const { unlimited, limit } = featureOf(plan, feature, now);
  if (!unlimited && limit > 0 && (await used(tx, company, now)) >= limit) {
    throw Refusal.invalid(full ?? planRefusals[feature].full(limit)).as("limit_reached", { feature });
  }
  return plan;
}

/** @throws Refusal when the plan has ended or lacks the feature */
export async function requireFeature(tx: Transaction, company: string, feature: keyof typeof planRefusals, now: Date) {
  featureOf(await planOf(tx, company), feature, now);
}

function featureOf(plan: CompanyPlan, feature: keyof typeof planRefusals, now: Date) {
  refuseExpired(plan, now);
  const row = plan.features.find((one) => one.feature === feature);
  if (!row?.available) throw lacks(feature);
  return row;
}

/** The refusal of what a plan does not have. */
export const lacks = (feature: keyof typeof planRefusals) =>
  Refusal.forbidden(planRefusals[feature].unavailable).as("feature_unavailable", { feature });

/** Makes the company's other calls that lock it wait until this transaction ends. */
export async function lockCompany(tx: Transaction, company: string): Promise<void> {
  await sql(tx)`SELECT FROM subscription WHERE company = ${company}::uuid FOR UPDATE`;
}

/** @throws Refusal when the company's plan has ended */
export async function requireCurrentPlan(tx: Transaction, company: string, now: Date): Promise<void> {
  refuseExpired(await planOf(tx, company), now);
}

export function refuseExpired({ expiry_date }: { expiry_date: string }, now: Date) {
  if (hasExpired(expiry_date, now)) throw Refusal.forbidden(planTexts.expired).as("plan_expired");
}
