import { stats } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { usageOf } from "./usage.ts";

export const get_dashboard_status = handler(stats.get_dashboard_status, async ({ db, member: { company }, clock }) => {
  const [total_emails, { email: active_emails, team: team_members, domain: domains }] = await Promise.all([
    db.email.count(),
    usageOf(db, company, clock()),
  ]);
  return { total_emails, active_emails, team_members, domains };
});
