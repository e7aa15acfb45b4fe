import { type TeamMember, toFlag } from "@mayfly/contracts";
import type { CurrentMember } from "../../context.ts";
import type { Transaction } from "../../database/company_database.ts";
import type { Invitation, Member } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import type { Counted } from "../subscription/subscription.ts";

export const asTeamMember = (row: Member): TeamMember => ({
  name: row.name,
  full_name: row.full_name,
  email: row.name,
  role: row.role,
  is_active: toFlag(row.is_active),
  creation: row.creation.toISOString(),
});

/** An invited person, as the team's list shows them among the members. */
export const asInvited = ({ email, full_name, role, is_active, creation }: Invitation): TeamMember => ({
  ...{ name: email, full_name, email, role },
  is_active: toFlag(is_active),
  creation: creation.toISOString(),
  is_invited: 1,
});

/**
 * What the plan counts: active members, and those who have been invited. These have a seat until they join, or the invitation is
 * withdrawn.
 */
export const countedSeats: Counted = {
  feature: "team",
  async used(tx, company) {
    const members = await tx.member.count({ where: { company, is_active: true } });
    return members + (await tx.invitation.count({ where: { company } }));
  },
};

/** What an event says of a member, or of somebody who has been invited. */
export const asColleague = ({
  name,
  full_name,
  role,
  is_active,
}: Pick<Member, "name" | "full_name" | "role" | "is_active">) => ({
  name,
  full_name,
  role,
  is_active: toFlag(is_active),
});

/**
 * Checks the role once more: a caller that waited for the company's other calls may have been demoted by one of them.
 * @throws Refusal when the caller is no longer an Administrator
 */
export async function requireAdministrator(tx: Transaction, { name }: CurrentMember): Promise<void> {
  const row = await tx.member.findUnique({ where: { name } });
  if (!row?.is_active || row.role !== "Administrator") throw Refusal.forbidden();
}
