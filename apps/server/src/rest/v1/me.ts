import { type CountedFeature, planNames, resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { planOf, usage } from "../../features/plan/plan.ts";
import { companyNameOf } from "../../features/profile/profile.ts";
import { Refusal } from "../../refusal.ts";

const counted = ["email", "team", "domain", "webhook"] as const satisfies CountedFeature[];

export const get = handler(resources.me.get, async ({ db, clock, member, key }) => {
  const { name, full_name, role, company } = member;
  const [plan, row] = await Promise.all([
    planOf(db, company),
    db.apiKey.findUnique({ where: { name: key.name }, select: { key_name: true } }),
  ]);
  if (row === null) throw Refusal.notFound();
  const allowances = await Promise.all(
    counted.map(async (feature) => {
      const allowed = plan.features.find((one) => one.feature === feature);
      const limit = allowed?.available ? (allowed.unlimited || allowed.limit === 0 ? null : allowed.limit) : 0;
      return [feature, { used: await usage[feature](db, company, clock()), limit }] as const;
    }),
  );
  const limits = Object.fromEntries(allowances) as Record<CountedFeature, { used: number; limit: number | null }>;
  return {
    now: clock().toISOString(),
    member: { name, full_name, role },
    company: { name: company, company_name: await companyNameOf(db, company) },
    key: { name: key.name, key_name: row.key_name, scopes: key.scopes, expiry: key.expiry?.toISOString() ?? null },
    plan: { plan: planNames[plan.plan], expiry_date: plan.expiry_date || null, limits },
  };
});
