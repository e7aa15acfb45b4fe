import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { ifTaken } from "../../database/errors.ts";
import { enqueue } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { useQuota } from "../subscription/quota.ts";
import { claimSlot } from "../subscription/subscription.ts";
import { sendInvitation } from "./invitations.ts";
import { asColleague, countedSeats, requireAdministrator } from "./team.ts";

/** Answers alike whoever else knows the person: nobody learns who has an account elsewhere (threat 32, decision 015). */
export const invite_team_member = handler(
  team.invite_team_member,
  async (context, { name: full_name, email, role }) => {
    const { db, member, clock, throttle, reportSecurity } = context;
    const { company, name: owner } = member;
    await throttle.use(["invite_company", company]);
    const existing = await db.member.findUnique({ where: { name: email } });
    if (existing !== null) {
      throw Refusal.duplicate(existing.is_active ? teamTexts.memberExists : teamTexts.memberInactive);
    }
    const now = clock();
    const invite = db.$transaction(async (tx) => {
      await claimSlot(tx, company, countedSeats, now);
      await requireAdministrator(tx, member);
      await useQuota(tx, context, company, "invitation", now);
      const row = await tx.invitation.create({ data: { company, email, full_name, role, owner, creation: now } });
      await enqueue(tx, sendInvitation, { company, email });
      const data = asColleague({ ...row, name: email });
      await happened(tx, now, actorOf(context), [{ type: "member.invited", company, subject: email, data }]);
    });
    await invite.catch(ifTaken(() => Refusal.duplicate(teamTexts.invitedAlready)));
    reportSecurity("member_invited", email, { by: member.name, role });
    return { success: true, message: teamTexts.invited };
  },
);
