import { type Role, team, teamTexts } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";
import { revokeAllOf } from "../api_key/api_key.ts";
import { actorOf, changesOf, happened } from "../event/event.ts";
import { changeMember } from "../member/member.ts";
import { endSessionsOf } from "../session/session.ts";
import { claimSlot, lockCompany } from "../subscription/subscription.ts";
import { asColleague, countedSeats, requireAdministrator } from "./team.ts";

export const update_team_member = handler(
  team.update_team_member,
  async (context, { customer_email, role, is_active }) => {
    const { db, member, clock, hangUp, keys, reportSecurity } = context;
    const changed = await db.$transaction(async (tx) => {
      // One call at a time: two Administrators must not demote each other at once (threat 42).
      await lockCompany(tx, member.company);
      await requireAdministrator(tx, member);
      const now = clock();
      const before = await tx.member.findUnique({ where: { name: customer_email } });
      if (before === null) {
        return updateInvitation(tx, context, { email: customer_email, role, is_active });
      }
      const after = {
        role: role ?? before.role,
        is_active: is_active ?? before.is_active,
      };
      if (after.role === before.role && after.is_active === before.is_active) return undefined;

      if (after.is_active && !before.is_active) {
        await claimSlot(tx, member.company, countedSeats, now, teamTexts.cannotActivate);
      }
      const wasAdministrator = before.role === "Administrator" && before.is_active;
      if (wasAdministrator && !(after.role === "Administrator" && after.is_active)) {
        const others = { role: "Administrator", is_active: true, NOT: { name: before.name } } as const;
        if ((await tx.member.count({ where: others })) === 0) throw Refusal.invalid(teamTexts.lastAdministrator);
      }
      const row = await changeMember(tx, before.name, after);
      if (!row.is_active) await endSessionsOf(tx, row.name);
      // Keys of before do not come back with the member.
      if (!row.is_active && before.is_active) await revokeAllOf(tx, now, actorOf(context), row.name);
      const changes = changesOf(asColleague(before), asColleague(row));
      const event = {
        type: "member.updated",
        company: member.company,
        subject: row.name,
        data: asColleague(row),
        changes,
      } as const;
      await happened(tx, now, actorOf(context), [event]);
      return { before, after, has: "joined" as const };
    });
    // A member's live connections depend on their role, and a deactivated member gets no more events (threat 31).
    if (changed?.has === "joined") hangUp({ member: customer_email });
    // Their keys have the rights that they have now.
    keys.forget(member.company);
    const { before, after } = changed ?? {};
    const by = member.name;
    if (after?.role !== before?.role) reportSecurity("role_changed", customer_email, { by, role: after?.role });
    if (after?.is_active !== before?.is_active) {
      reportSecurity("activation_changed", customer_email, { by, active: after?.is_active });
    }
    return { success: true, message: teamTexts.updated };
  },
);

/**
 * An invited person keeps the seat, active or not: that takes no room. Whoever has the address may be a member of another
 * company, whose sessions and connections are none of the caller's business.
 */
async function updateInvitation(
  tx: CompanyTransaction,
  context: MemberContext,
  { email, role, is_active }: { email: string; role: Role | undefined; is_active: boolean | undefined },
) {
  const { member, clock } = context;
  const company_email = { company: member.company, email };
  const before = await tx.invitation.findUnique({ where: { company_email } });
  if (before === null) throw Refusal.notFound();
  const after = { role: role ?? before.role, is_active: is_active ?? before.is_active };
  if (after.role === before.role && after.is_active === before.is_active) return undefined;
  const row = await tx.invitation.update({ where: { company_email }, data: after });
  const data = asColleague({ ...row, name: email });
  const changes = changesOf(asColleague({ ...before, name: email }), data);
  const event = { type: "invitation.updated", company: member.company, subject: email, data, changes } as const;
  await happened(tx, clock(), actorOf(context), [event]);
  return { before, after, has: "been invited" as const };
}
