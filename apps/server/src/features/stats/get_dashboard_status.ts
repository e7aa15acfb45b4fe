import { stats } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { usage } from "../plan/plan.ts";

export const get_dashboard_status = handler(stats.get_dashboard_status, async ({ db, member: { company }, clock }) => {
  const now = clock();
  const [total_emails, active_emails, team_members, domains] = await Promise.all([
    db.email.count(),
    usage.email(db, company, now),
    usage.team(db, company, now),
    usage.domain(db, company, now),
  ]);
  return { total_emails, active_emails, team_members, domains };
});
