import { invitation, invitationTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { mailLimits } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { endSession, hashPassword, startSession } from "../session/session.ts";
import { invitationOf, joinCompany } from "../team/invitations.ts";
import { checkJoinCode, sendJoinCode } from "../team/join_code.ts";

export const accept_invitation = handler(invitation.accept_invitation, async (context, { name, password, otp }) => {
  const { rootDb, clock, throttle, source, session, browser, hangUp, reportSecurity } = context;
  await throttle.use(["reset_token_source", source]);
  const ended = () => Refusal.invalid(invitationTexts.ended);
  const now = clock();
  // Checked first, so that only good links cost a password hash.
  const found = await invitationOf(rootDb, name, now);
  if (found === undefined) {
    reportSecurity("invitation_refused", undefined);
    throw ended();
  }
  if (found.isCopied) {
    const { company, email } = found.invitation;
    if (otp === undefined) {
      await throttle.use(...mailLimits("resend", `${company} ${email}`, source));
      await enqueue(rootDb, sendJoinCode, { company, email });
      return { success: true, message: invitationTexts.codeSent };
    }
    await throttle.use(["code_source", source]);
    await checkJoinCode(context, found, otp);
  }
  const password_hash = await hashPassword(password, source);
  const joined = await joinCompany(context, found, password_hash, now, async (tx, member) => {
    await endSession(tx, session.token);
    const about = { company: member.company, subject: member.name, data: {} };
    await happened(tx, now, actorOf({ ...context, member }), [{ type: "session.started", ...about }]);
    return startSession(tx, now, member.name);
  });
  if (joined === undefined) throw ended();
  const { member, value: token } = joined;
  if (session.token !== undefined) hangUp({ token: session.token });
  session.set(token);
  browser.remember(member.name);
  reportSecurity("member_joined", member.name);
  reportSecurity("login", member.name);
  const { name: email, full_name } = member;
  return { success: true, message: invitationTexts.joined, user: { name: email, full_name, email } };
});
