import { type TeamMember, toFlag } from "@mayfly/contracts";
import type { CurrentMember } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import type { Invitation, Member } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { type Notice, notify } from "../notification/notification.ts";
import type { QuotaFactor } from "../quota/quota.ts";
import { announceEvents } from "../webhook/webhook.ts";

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

/** Tells the Administrators, the member and the company's webhooks that a member was invited or updated. */
export async function tell(
  tx: Transaction,
  now: Date,
  row: Pick<Member, "company" | "name" | "full_name" | "role" | "is_active">,
  what: "invited" | "updated",
  by: QuotaFactor & { sentence: string },
): Promise<void> {
  const notice: Notice = {
    company: row.company,
    topic: "Team",
    owner: row.name,
    subject: `Member ${what}`,
    email_content: by.sentence,
    document_type: "Member",
    document_name: row.name,
  };
  await notify(tx, now, [notice], by);
  const { name, full_name, role, is_active } = row;
  const data = { name, full_name, role, is_active: toFlag(is_active) };
  await announceEvents(tx, now, [{ company: row.company, event: `member.${what}` as const, data }]);
}

/**
 * Checks the role once more: a caller that waited for the company's other calls may have been demoted by one of them.
 * @throws Refusal when the caller is no longer an Administrator
 */
export async function requireAdministrator(tx: Transaction, { name }: CurrentMember): Promise<void> {
  const row = await tx.member.findUnique({ where: { name } });
  if (!row?.is_active || row.role !== "Administrator") throw Refusal.forbidden();
}
