import { teamTexts } from "@mayfly/contracts";
import type { MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import type { Invitation, Prisma } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { lockCompany } from "../subscription/subscription.ts";
import { asColleague, requireAdministrator } from "./team.ts";

/**
 * What sending an invitation again and making its link have in common: who may, for whom, how often, and that the code
 * for the link before ends. @param renew returns what changes of the links
 */
export async function renewInvitation(
  context: MemberContext,
  email: string,
  type: "invitation.sent_again" | "invitation.link_made",
  renew: (tx: CompanyTransaction, row: Invitation) => Promise<Prisma.InvitationUncheckedUpdateInput>,
): Promise<void> {
  const { db, member, clock, throttle, reportSecurity } = context;
  const { company } = member;
  await throttle.use(["invite_company", company], ["invite_again", `${company} ${email}`]);
  await db.$transaction(async (tx) => {
    await lockCompany(tx, company);
    await requireAdministrator(tx, member);
    const company_email = { company, email };
    const row = await tx.invitation.findUnique({ where: { company_email } });
    if (row === null) throw Refusal.notFound(teamTexts.notInvited);
    if (!row.is_active) throw Refusal.invalid(teamTexts.invitationInactive);
    const links = await renew(tx, row);
    await tx.invitation.update({
      where: { company_email },
      data: { ...links, otp_hash: null, otp_expiry: null, otp_tries: 0 },
    });
    const data = asColleague({ ...row, name: email });
    await happened(tx, clock(), actorOf(context), [{ type, company, subject: email, data }]);
  });
  reportSecurity("invitation_renewed", email, { by: member.name });
}
