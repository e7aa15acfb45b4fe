import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { asColleague, requireAdministrator } from "./team.ts";

export const withdraw_invitation = handler(team.withdraw_invitation, async (context, { customer_email: email }) => {
  const { db, member, clock, reportSecurity } = context;
  await db.$transaction(async (tx) => {
    await lockCompany(tx, member.company);
    await requireAdministrator(tx, member);
    const company_email = { company: member.company, email };
    const row = await tx.invitation.findUnique({ where: { company_email } });
    if (row === null) throw Refusal.notFound(teamTexts.notInvited);
    await tx.invitation.delete({ where: { company_email } });
    const data = asColleague({ ...row, name: email, is_active: false });
    const event = { type: "invitation.withdrawn", company: member.company, subject: email, data } as const;
    await happened(tx, clock(), actorOf(context), [event]);
  });
  reportSecurity("invitation_withdrawn", email, { by: member.name });
  return { success: true, message: teamTexts.withdrawn };
});
