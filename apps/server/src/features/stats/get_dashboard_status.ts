import { stats } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { countedDomains } from "../domain/domain.ts";
import { countedEmails } from "../email/email.ts";
import { countedSeats } from "../team/team.ts";

export const get_dashboard_status = handler(stats.get_dashboard_status, async ({ db, member: { company }, clock }) => {
  const now = clock();
  const [total_emails, active_emails, team_members, domains] = await Promise.all([
    db.email.count(),
    countedEmails.used(db, company, now),
    countedSeats.used(db, company, now),
    countedDomains.used(db, company, now),
  ]);
  return { total_emails, active_emails, team_members, domains };
});
