import { team, teamTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { claimRoom, lockCompany } from "../plan/plan.ts";
import { endSessionsOf } from "../session/session.ts";
import { requireAdministrator, tell } from "./team.ts";

export const update_team_member = handler(
  team.update_team_member,
  async ({ db, member, clock, hangUp }, { customer_email, role, is_active }) => {
    const changed = await db.$transaction(async (tx) => {
      // One call at a time: two Administrators must not demote each other at once (threat 42).
      await lockCompany(tx, member.company);
      await requireAdministrator(tx, member);
      const now = clock();
      const before = await tx.member.findUnique({ where: { name: customer_email } });
      if (before === null) throw Refusal.notFound();
      const after = {
        role: role ?? before.role,
        is_active: is_active ?? before.is_active,
      };
      if (after.role === before.role && after.is_active === before.is_active) return false;

      if (after.is_active && !before.is_active) {
        await claimRoom(tx, member.company, "team", now, teamTexts.cannotActivate);
      }
      const wasAdministrator = before.role === "Administrator" && before.is_active;
      if (wasAdministrator && !(after.role === "Administrator" && after.is_active)) {
        // An invited Administrator who has never set a password does not count: they may never come.
        const others = {
          role: "Administrator",
          is_active: true,
          password_hash: { not: null },
          NOT: { name: before.name },
        } as const;
        if ((await tx.member.count({ where: others })) === 0) throw Refusal.invalid(teamTexts.lastAdministrator);
      }
      const row = await tx.member.update({ where: { name: before.name }, data: after });
      if (!row.is_active) await endSessionsOf(tx, row.name);
      const status = row.is_active ? "active" : "inactive";
      await tell(tx, now, row, "updated", `${member.full_name} changed ${row.full_name}: ${row.role}, ${status}.`);
      return true;
    });
    // A member's live connections depend on their role, and a deactivated member gets no more events (threat 31).
    if (changed) hangUp({ member: customer_email });
    return { success: true, message: teamTexts.updated };
  },
);
