import { type TeamMember, toFlag } from "@mayfly/contracts";
import { z } from "zod";
import type { CurrentMember } from "../../context.ts";
import type { Transaction } from "../../database/database.ts";
import type { Member } from "../../generated/prisma/client.ts";
import { mailJob } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { notify } from "../notification/notification.ts";
import { makeLink } from "../reset_user/reset_user.ts";
import { announceEvents } from "../webhook/webhook.ts";

export const asTeamMember = (row: Member): TeamMember => ({
  name: row.name,
  full_name: row.full_name,
  email: row.name,
  role: row.role,
  is_active: toFlag(row.is_active),
  creation: row.creation.toISOString(),
});

/** Tells the Administrators, the member and the company's webhooks that a member was invited or updated. */
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

const invitationDays = 7;

/** Invites a new member, who has no password yet (requirement P64). */
export const sendInvitation = mailJob(
  "team/send_invitation",
  z.object({ member: z.string(), by: z.string() }),
  async ({ world, clock, sendMail, link }, { member: name, by }) => {
    const member = await world.member.findUnique({
      where: { name, is_active: true, password_hash: null },
      include: { company_row: true },
    });
    const inviter = await world.member.findUnique({ where: { name: by } });
    // Another company may have invited the person since, and sends its own invitation.
    if (member === null || inviter?.company !== member.company) return;
    await sendMail({
      to: member.name,
      subject: `Join ${member.company_row.company_name} on Mayfly`,
      paragraphs: [
        `Hello ${member.full_name}, ${inviter.full_name} has invited you to the team of ${member.company_row.company_name}.`,
        `Set a password to get in. The link is good for ${invitationDays} days; after that, use “Forgot?” on the login page.`,
      ],
      action: { label: "Set a password", url: link(await makeLink(world, name, clock(), invitationDays * 1440)) },
      reason: "You get this because a colleague entered your address.",
    });
  },
);

/**
 * Deletes the account of a person who was invited and has never set a password. An invitation is only a claim, and
 * gives way to a person who proves that the address is theirs (decision 006).
 */
export const dropInvited = (tx: Transaction, account: { name: string; is_active?: false }) =>
  tx.member.deleteMany({ where: { ...account, password_hash: null } });

/**
 * Checks the role once more: a caller that waited for the company's other calls may have been demoted by one of them.
 * @throws Refusal when the caller is no longer an Administrator
 */
export async function requireAdministrator(tx: Transaction, { name }: CurrentMember): Promise<void> {
  const row = await tx.member.findUnique({ where: { name } });
  if (!row?.is_active || row.role !== "Administrator") throw Refusal.forbidden();
}
