import { randomBytes } from "node:crypto";
import { resetTexts } from "@mayfly/contracts";
import { z } from "zod";
import type { Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { enqueue, type JobContext, mailJob } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { hashToken } from "../session/session.ts";
import { sendInvitation } from "../team/invitations.ts";

/** How long a link for who has forgotten the password is good. */
export const resetMinutes = 60;

export const invalidLink = () => Refusal.invalid(resetTexts.invalidLink);

/** The token of a link that is still good. */
export const usableToken = (token: string, now: Date) => ({
  ...{ token_hash: hashToken(token), used: null },
  ...{ expiry: { gt: now }, member_row: { is_active: true } },
});

/** Makes a link to the page that sets a password. Only the mail has its token in plain text. @returns its path */
export async function makeLink(tx: Transaction, member: string, now: Date, minutes: number): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const expiry = new Date(now.getTime() + minutes * 60_000);
  await tx.resetToken.create({ data: { token_hash: hashToken(token), member, creation: now, expiry } });
  return `/forget-password/${token}`;
}

/** Sends a link if the address has an active account. Only this job looks it up, so the API always answers alike. */
export const sendResetLink = mailJob(
  "reset_user/send_link",
  z.object({ email: z.string() }),
  async ({ rootDb, clock, sendMail, link }, { email }) => {
    const member = await rootDb.member.findUnique({ where: { name: email } });
    if (member === null) return remindOfInvitation(rootDb, email);
    if (!member.is_active) return;
    await sendMail({
      to: member.name,
      subject: "Set a new password",
      preheader: `The link works once and expires in ${resetMinutes} minutes.`,
      paragraphs: [
        `Hi ${member.full_name}, someone asked to reset the password of your account.`,
        `The link works once and expires in ${resetMinutes} minutes.`,
      ],
      action: { label: "Set a new password", url: link(await makeLink(rootDb, email, clock(), resetMinutes)) },
      reason: "If this wasn't you, you can ignore this email. Your password has not changed.",
    });
  },
);

/** Who has been invited and has lost the link gets another. */
async function remindOfInvitation(rootDb: RootDatabase, email: string) {
  const invitation = await rootDb.invitation.findFirst({
    where: { email, is_active: true },
    orderBy: { creation: "desc" },
  });
  if (invitation) await enqueue(rootDb, sendInvitation, { company: invitation.company, email });
}

export const deleteOldTokens = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">) =>
  rootDb.resetToken.deleteMany({ where: { expiry: { lte: clock() } } });
