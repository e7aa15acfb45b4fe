import { type Role, team, teamTexts } from "@mayfly/contracts";
import { type CurrentMember, handler, type MemberContext } from "../../context.ts";
import type { CompanyTransaction } from "../../database/database.ts";
import type { Invitation } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { claimRoom, lockCompany } from "../plan/plan.ts";
import { endSessionsOf } from "../session/session.ts";
import { requireAdministrator, tell } from "./team.ts";

export const update_team_member = handler(
  team.update_team_member,
  async (context, { customer_email, role, is_active }) => {
    const { db, member, clock, hangUp, reportSecurity } = context;
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
        await claimRoom(tx, member.company, "team", now, teamTexts.cannotActivate);
      }
      const wasAdministrator = before.role === "Administrator" && before.is_active;
      if (wasAdministrator && !(after.role === "Administrator" && after.is_active)) {
        const others = { role: "Administrator", is_active: true, NOT: { name: before.name } } as const;
        if ((await tx.member.count({ where: others })) === 0) throw Refusal.invalid(teamTexts.lastAdministrator);
      }
      const row = await tx.member.update({ where: { name: before.name }, data: after });
      if (!row.is_active) await endSessionsOf(tx, row.name);
      await tell(tx, now, row, "updated", { ...context, sentence: changeOf(member, row) });
      return { before, after, has: "joined" as const };
    });
    // A member's live connections depend on their role, and a deactivated member gets no more events (threat 31).
    if (changed?.has === "joined") hangUp({ member: customer_email });
    const { before, after } = changed ?? {};
    const by = member.name;
    if (after?.role !== before?.role) reportSecurity("role_changed", customer_email, { by, role: after?.role });
    if (after?.is_active !== before?.is_active) {
      reportSecurity("activation_changed", customer_email, { by, active: after?.is_active });
    }
    return { success: true, message: teamTexts.updated };
  },
);

const changeOf = ({ full_name: by }: CurrentMember, { full_name, role, is_active }: Changed) =>
  `${by} changed ${full_name}: ${role}, ${is_active ? "active" : "inactive"}.`;
type Changed = Pick<Invitation, "full_name" | "role" | "is_active">;

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
  await tell(tx, clock(), { ...row, name: email }, "updated", { ...context, sentence: changeOf(member, row) });
  return { before, after, has: "been invited" as const };
}
