import { reset_user, resetTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { revokeAllOf } from "../api_key/api_key.ts";
import { actorOf, happened } from "../event/event.ts";
import { changePassword, hashPassword, lockAccount, loginLimitsOf } from "../session/session.ts";
import { invitationOf, joinCompany } from "../team/invitations.ts";
import { invalidLink, usableToken } from "./reset_user.ts";

/** Sets a password by the link of a mail: of who has forgotten theirs, or of who has been invited. */
export const validate_otp = handler(reset_user.validate_otp, async (context, { name, password, end_keys }) => {
  const { rootDb, clock, throttle, source, hangUp, keys, reportSecurity } = context;
  await throttle.use(["reset_token_source", source]);
  const now = clock();
  const usable = usableToken(name, now);
  // Checked first, so that only valid tokens cost a password hash.
  const token = await rootDb.resetToken.findFirst({ where: usable, include: { member_row: true } });
  if (token === null) {
    const found = await invitationOf(rootDb, name, now);
    // A copied link takes a code as well, which this call has not.
    if (found === undefined || found.isCopied) {
      reportSecurity("reset_refused", undefined);
      throw invalidLink();
    }
    const password_hash = await hashPassword(password, source);
    const joined = await joinCompany(context, found, password_hash, now, async () => undefined);
    if (joined === undefined) throw invalidLink();
    reportSecurity("member_joined", joined.member.name);
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
    if (end_keys) await revokeAllOf(tx, now, actor, member);
  });
  if (end_keys) keys.forget(token.member_row.company);
  hangUp({ member });
  reportSecurity("reset_done", member);
  // A member who used up their tries before they asked for a link can log in with the new password.
  await throttle.forget(...[true, false].flatMap((known) => loginLimitsOf(member, source, { known })));
  return { success: true, message: resetTexts.done };
});
