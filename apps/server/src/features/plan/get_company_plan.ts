import { plan, planNames, toFlag } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { planOf } from "../subscription/subscription.ts";

export const get_company_plan = handler(plan.get_company_plan, async ({ db, member }) => {
  const [current, { company_name }] = await Promise.all([
    planOf(db, member.company),
    db.company.findUniqueOrThrow({ where: { name: member.company } }),
  ]);
  return {
    plan: planNames[current.plan],
    price: current.price,
    non_expiry_plan: toFlag(current.non_expiry),
    company: company_name,
    expiry_date: current.expiry_date,
    forced_expiry: current.forced_expiry,
    features: current.features.map((row) => ({
      ...row,
      available: toFlag(row.available),
      unlimited: toFlag(row.unlimited),
    })),
  };
});
