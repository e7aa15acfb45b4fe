import { type TeamMember, toFlag } from "@mayfly/contracts";
import type { Transaction } from "../../database/database.ts";
import type { Member } from "../../generated/prisma/client.ts";
import { notify } from "../notification/notification.ts";
import { announceEvents } from "../webhook/webhook.ts";

export const asTeamMember = (row: Member): TeamMember => ({
  name: row.name,
  full_name: row.full_name,
  email: row.name,
  role: row.role,
  is_active: toFlag(row.is_active),
  creation: row.creation.toISOString(),
});

/** Lets the Administrators, the member and the company's webhooks know what has become of a member. */
export async function tell(
  tx: Transaction,
  now: Date,
  row: Member,
  what: "invited" | "updated",
  sentence: string,
): Promise<void> {
  await notify(tx, now, [
    {
      company: row.company,
      topic: "Team",
      owner: row.name,
      subject: `Member ${what}`,
      email_content: sentence,
      document_type: "Member",
      document_name: row.name,
    },
  ]);
  const { name, full_name, role, is_active } = row;
  const data = { name, full_name, role, is_active: toFlag(is_active) };
  await announceEvents(tx, now, [{ company: row.company, event: `member.${what}` as const, data }]);
}
