import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { ifTaken } from "../../database/database.ts";
import { enqueue } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { claimRoom } from "../plan/plan.ts";
import { dropInvited, requireAdministrator, sendInvitation, tell } from "./team.ts";

export const invite_team_member = handler(
  team.invite_team_member,
  async ({ world, member, clock, throttle }, { name: full_name, email, role }) => {
    await throttle.use(["invite_company", member.company]);
    const existing = await world.member.findUnique({ where: { name: email } });
    if (existing !== null) {
      if (existing.company === member.company) {
        const text = existing.is_active ? teamTexts.memberExists : teamTexts.memberInactive;
        throw Refusal.duplicate(text);
      }
      if (existing.password_hash !== null || existing.is_active) {
        throw Refusal.duplicate(teamTexts.accountExists);
      }
    }
    const now = clock();
    const invite = world.$transaction(async (tx) => {
      await claimRoom(tx, member.company, "team", now);
      await requireAdministrator(tx, member);
      // Deletes an invitation that another company has taken back, if there is one.
      await dropInvited(tx, { name: email, is_active: false });
      const row = await tx.member.create({
        data: { name: email, company: member.company, full_name, role, creation: now },
      });
      await enqueue(tx, sendInvitation, { member: email, by: member.name });
      await tell(tx, now, row, "invited", `${member.full_name} invited ${full_name} (${email}) as ${role}.`);
    });
    // Somebody else may have invited the same person at the same moment.
    await invite.catch(ifTaken(() => Refusal.duplicate(teamTexts.accountExists)));
    return { success: true, message: teamTexts.invited };
  },
);
