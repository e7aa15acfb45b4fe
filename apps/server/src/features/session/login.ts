import { session, sessionTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import type { Use } from "../../limits/rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { endSession, lockAccount, loginLimitsOf, startSession, tryPassword } from "./session.ts";

export const login = handler(session.login, async (context, { usr, pwd }) => {
  const { rootDb, clock, session, browser, hangUp, source, reportSecurity } = context;
  const limits = [
    ["login_source", source],
    ...loginLimitsOf(usr, source, { known: browser.knows(usr) }),
  ] satisfies Use[];
  const refused = (text: string) => {
    reportSecurity("login_refused", usr);
    return new Refusal("AuthenticationError", text);
  };
  const { member, matches } = await tryPassword(context, { name: usr, password: pwd, limits });
  if (!matches || member === null) throw refused(sessionTexts.wrongCredentials);
  if (!member.is_active) throw refused(sessionTexts.inactive);
  const token = await rootDb.$transaction(async (tx) => {
    const account = await lockAccount(tx, member.name);
    if (account?.password_hash !== member.password_hash || !account.is_active) {
      throw refused(sessionTexts.wrongCredentials);
    }
    await endSession(tx, session.token);
    const now = clock();
    const about = { company: member.company, subject: member.name, data: {} };
    await happened(tx, now, actorOf({ ...context, member }), [{ type: "session.started", ...about }]);
    return startSession(tx, now, member.name);
  });
  if (session.token !== undefined) hangUp({ token: session.token });
  session.set(token);
  browser.remember(member.name);
  reportSecurity("login", member.name);
  return { message: member.name, full_name: member.full_name, email: member.name };
});
