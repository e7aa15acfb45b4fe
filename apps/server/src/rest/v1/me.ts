import { planNames, resources } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { keyNameOf } from "../../features/api_key/api_key.ts";
import { companyNameOf } from "../../features/profile/profile.ts";
import { allowancesOf } from "../../features/stats/usage.ts";
import { planOf } from "../../features/subscription/subscription.ts";

export const get = handler(resources.me.get, async ({ db, clock, member, key }) => {
  const { name, full_name, role, company } = member;
  const [plan, key_name] = await Promise.all([planOf(db, company), keyNameOf(db, key)]);
  const limits = await allowancesOf(db, company, plan, clock());
  return {
    now: clock().toISOString(),
    member: { id: name, name, full_name, role },
    company: { id: company, name: company, company_name: await companyNameOf(db, company) },
    key: { id: key.name, name: key.name, key_name, scopes: key.scopes, expiry: key.expiry?.toISOString() ?? null },
    plan: { plan: planNames[plan.plan], expiry_date: plan.expiry_date || null, limits },
  };
});
