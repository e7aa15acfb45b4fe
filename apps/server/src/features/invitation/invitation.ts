import { randomBytes } from "node:crypto";
import { z } from "zod";
import { daysAfter } from "../../clock.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import type { Invitation, Member } from "../../generated/prisma/client.ts";
import { type JobContext, mailJob } from "../../job.ts";
import { plainName } from "../../outgoing_mail/plain_name.ts";
import { giveQuotaBack } from "../quota/quota.ts";
import { hashToken } from "../session/session.ts";

const linkDays = 7;

/**
 * Mails a link with which the invited person sets a password and joins (requirement P64). Who has an account already is
 * told so, in the mail and nowhere else: an address belongs to one company, and nobody learns whose it is (threat 32).
 */
export const sendInvitation = mailJob(
  "team/send_invitation",
  z.object({ company: z.uuid(), email: z.string() }),
  async (context, { company, email }) => {
    const { rootDb, sendMail } = context;
    const invitation = await rootDb.invitation.findUnique({
      where: { company_email: { company, email }, is_active: true },
    });
    if (invitation === null) return;
    const [inviter, team] = await namesFor(rootDb, invitation);
    const hasAccount = (await rootDb.member.count({ where: { name: email } })) > 0;
    await sendMail({
      to: email,
      subject: `Join ${team} on Mayfly`,
      preheader: hasAccount
        ? "Your address has an account at Mayfly already."
        : `${inviter} has invited you. The link is good for ${linkDays} days.`,
      paragraphs: hasAccount
        ? [
            `Hello, ${inviter} has invited you to the team of ${team}.`,
            "Your address has an account at Mayfly already, and belongs to one team only. To join this one too, ask to be invited with another address.",
          ]
        : [
            `Hello, ${inviter} has invited you to the team of ${team}.`,
            `Set a password to get in. The link is good for ${linkDays} days; after that, use “Forgot?” on the login page.`,
          ],
      ...(!hasAccount && { action: { label: "Set a password", url: await makeInvitationLink(context, invitation) } }),
      reason: "Somebody entered your address. If you do not know them, there is nothing to do.",
    });
  },
);

/** Who invites, and the company: by a domain that it has proved to own, or else by what of its name is only a name. */
async function namesFor(
  rootDb: RootDatabase,
  { company, owner }: Invitation,
): Promise<[inviter: string, team: string]> {
  const [member, row, domain] = await Promise.all([
    rootDb.member.findUnique({ where: { name: owner, company } }),
    rootDb.company.findUniqueOrThrow({ where: { name: company } }),
    rootDb.domain.findFirst({ where: { company, is_verified: true }, orderBy: { creation: "asc" } }),
  ]);
  return [
    plainName(member?.full_name ?? "") || "a colleague",
    domain?.domain_name ?? (plainName(row.company_name) || "a company"),
  ];
}

async function makeInvitationLink(
  { rootDb, clock, link }: Pick<JobContext, "rootDb" | "clock" | "link">,
  { company, email }: Invitation,
) {
  const token = randomBytes(24).toString("base64url");
  await rootDb.invitation.updateMany({
    where: { company, email },
    data: { token_hash: hashToken(token), token_expiry: daysAfter(clock(), linkDays) },
  });
  return link(`/forget-password/${token}`);
}

/** The invitation whose link holds the token, if the link is good and the address has no account yet. */
export async function invitationOf(rootDb: RootDatabase, token: string, now: Date): Promise<Invitation | undefined> {
  const found = await rootDb.invitation.findUnique({
    where: { token_hash: hashToken(token), is_active: true, token_expiry: { gt: now } },
  });
  if (found === null || (await rootDb.member.count({ where: { name: found.email } })) > 0) return undefined;
  return found;
}

/** Makes the invited person a member. @returns undefined if the link is no longer good; of calls at once, it is for one */
export async function acceptInvitation(
  tx: Transaction,
  { company, email, token_hash }: Invitation,
  password_hash: string,
  now: Date,
): Promise<Member | undefined> {
  const [accepted] = await sql(tx)<Invitation>`
    DELETE FROM invitation WHERE company = ${company}::uuid AND email = ${email} AND token_hash = ${token_hash} AND is_active
    RETURNING *`;
  if (accepted === undefined) return undefined;
  const { full_name, role, creation } = accepted;
  const member = await tx.member.create({
    data: { name: email, company, full_name, role, password_hash, creation: now },
  });
  await giveQuotaBack(tx, company, "invitation", creation);
  return member;
}
