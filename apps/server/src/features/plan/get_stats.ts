import { plan } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { planOf, usage } from "./plan.ts";

export const get_stats = handler(plan.get_stats, async ({ db, member: { company }, clock }) => {
  const now = clock();
  const [{ expiry_date }, domain, webhook, team, email] = await Promise.all([
    planOf(db, company),
    usage.domain(db, company, now),
    usage.webhook(db, company, now),
    usage.team(db, company, now),
    usage.email(db, company, now),
  ]);
  return { expiry_date, domain, webhook, team, email };
});
