import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { World } from "../../database/database.ts";
import { type JobContext, job } from "../../job.ts";
import { hashToken } from "../session/session.ts";

const resetMinutes = 60;
const invitationDays = 7;

/** Makes a link to the page that sets a password. Its token is nowhere but in the mail. @returns its path */
async function makeLink(world: World, member: string, now: Date, minutes: number): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  const expiry = new Date(now.getTime() + minutes * 60_000);
  await world.resetToken.create({ data: { token_hash: hashToken(token), member, creation: now, expiry } });
  return `/forget-password/${token}`;
}

/** Sends a link if there is an active account with the address. That it is looked for here keeps the answer alike. */
export const sendResetLink = job(
  "reset_user/send_link",
  z.object({ email: z.string() }),
  async ({ world, clock, sendMail, link }, { email }) => {
    const member = await world.member.findUnique({ where: { name: email, is_active: true } });
    if (member === null) return;
    await sendMail({
      to: member.name,
      subject: "Set a new password",
      paragraphs: [
        `Hello ${member.full_name}, somebody asked to reset the password of your account.`,
        `The link is good for ${resetMinutes} minutes, and for one use.`,
      ],
      action: { label: "Set a new password", url: link(await makeLink(world, email, clock(), resetMinutes)) },
      reason: "If it was not you, there is nothing to do: your password stays as it is.",
    });
  },
);

/** Invites a new member, who has no password yet (requirement P64). */
export const sendInvitation = job(
  "team/send_invitation",
  z.object({ member: z.string(), by: z.string() }),
  async ({ world, clock, sendMail, link }, { member: name, by }) => {
    const member = await world.member.findUnique({
      where: { name, is_active: true, password_hash: null },
      include: { company_row: true },
    });
    if (member === null) return;
    const inviter = await world.member.findUnique({ where: { name: by } });
    await sendMail({
      to: member.name,
      subject: `Join ${member.company_row.company_name} on Mayfly`,
      paragraphs: [
        `Hello ${member.full_name}, ${inviter?.full_name ?? by} has invited you to the team of ${member.company_row.company_name}.`,
        `Set a password to get in. The link is good for ${invitationDays} days; after that, use “Forgot?” on the login page.`,
      ],
      action: { label: "Set a password", url: link(await makeLink(world, name, clock(), invitationDays * 1440)) },
      reason: "You get this because a colleague entered your address.",
    });
  },
);

export const deleteOldTokens = ({ world, clock }: Pick<JobContext, "world" | "clock">) =>
  world.resetToken.deleteMany({ where: { expiry: { lte: clock() } } });
