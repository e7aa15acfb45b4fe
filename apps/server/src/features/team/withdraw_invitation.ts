import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { lockCompany } from "../plan/plan.ts";
import { requireAdministrator, tell } from "./team.ts";

export const withdraw_invitation = handler(team.withdraw_invitation, async (context, { customer_email: email }) => {
  const { db, member, clock, reportSecurity } = context;
  await db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    await requireAdministrator(tx, member);
    const company_email = { company: member.company, email };
    const row = await tx.invitation.findUnique({ where: { company_email } });
    if (row === null) throw Refusal.notFound();
    await tx.invitation.delete({ where: { company_email } });
    const sentence = `${member.full_name} withdrew the invitation of ${row.full_name} (${email}).`;
    await tell(tx, clock(), { ...row, name: email, is_active: false }, "updated", { ...context, sentence });
  });
  reportSecurity("invitation_withdrawn", email, { by: member.name });
  return { success: true, message: teamTexts.withdrawn };
});
