import { reset_user, resetTexts } from "@mayfly/contracts";
import { type Context, handler } from "../../context.ts";
import { ifTaken } from "../../database/errors.ts";
import type { Invitation } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { acceptInvitation, invitationOf } from "../invitation/invitation.ts";
import { changePassword, hashPassword, hashToken, lockAccount, loginLimitsOf } from "../session/session.ts";
import { asColleague } from "../team/team.ts";

const invalidLink = () => Refusal.invalid(resetTexts.invalidLink);

/** Sets a password by the link of a mail: of who has forgotten theirs, or of who has been invited. */
export const validate_otp = handler(reset_user.validate_otp, async (context, { name, password }) => {
  const { rootDb, clock, throttle, source, hangUp, reportSecurity } = context;
  await throttle.use(["reset_token_source", source]);
  const now = clock();
  const usable = {
    token_hash: hashToken(name),
    used: null,
    expiry: { gt: now },
    member_row: { is_active: true },
  };
  // Checked first, so that only valid tokens cost a password hash.
  const token = await rootDb.resetToken.findFirst({ where: usable, include: { member_row: true } });
  if (token === null) {
    const invitation = await invitationOf(rootDb, name, now);
    if (invitation === undefined) {
      reportSecurity("reset_refused", undefined);
      throw invalidLink();
    }
    await join(context, invitation, password, now);
    reportSecurity("member_joined", invitation.email);
    return { success: true, message: resetTexts.done };
  }
  const { member } = token;
  const password_hash = await hashPassword(password, source);
  await rootDb.$transaction(async (tx) => {
    // The account is locked before the token, so that two links of one member cannot deadlock.
    await lockAccount(tx, member);
    const { count } = await tx.resetToken.updateMany({ where: usable, data: { used: now } });
    if (count === 0) throw invalidLink();
    await changePassword(tx, now, { member, password_hash });
    const { full_name, company } = token.member_row;
    const actor = actorOf({ ...context, member: { name: member, full_name } });
    await happened(tx, now, actor, [{ type: "password.reset", company, subject: member, data: {} }]);
  });
  hangUp({ member });
  reportSecurity("reset_done", member);
  // A member who used up their tries before they asked for a link can log in with the new password.
  await throttle.forget(...[true, false].flatMap((known) => loginLimitsOf(member, source, { known })));
  return { success: true, message: resetTexts.done };
});

async function join(context: Context, invitation: Invitation, password: string, now: Date) {
  const { rootDb, source } = context;
  const password_hash = await hashPassword(password, source);
  const joined = rootDb.$transaction(async (tx) => {
    const member = await acceptInvitation(tx, invitation, password_hash, now);
    if (member === undefined) return false;
    const event = {
      type: "member.joined",
      company: member.company,
      subject: member.name,
      data: asColleague(member),
    } as const;
    await happened(tx, now, actorOf({ ...context, member }), [event]);
    return true;
  });
  // The person may have joined another company, or opened their own, at the same moment.
  if (!(await joined.catch(ifTaken(invalidLink)))) throw invalidLink();
}
