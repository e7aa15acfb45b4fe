import { session, sessionTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import type { Use } from "../../rate_limit.ts";
import { Refusal } from "../../refusal.ts";
import { endSession, lockAccount, startSession, triesOf, tryPassword } from "./session.ts";

export const login = handler(session.login, async (context, { usr, pwd }) => {
  const { world, clock, session, browser, hangUp, source } = context;
  const tries = [["login_source", source], ...triesOf(usr, source, { known: browser.knows(usr) })] satisfies Use[];
  const wrong = new Refusal("AuthenticationError", sessionTexts.wrongCredentials);
  const { member, matches } = await tryPassword(context, { name: usr, password: pwd, tries });
  if (!matches || member === null) throw wrong;
  if (!member.is_active) throw new Refusal("AuthenticationError", sessionTexts.inactive);
  const token = await world.$transaction(async (tx) => {
    const account = await lockAccount(tx, member.name);
    if (account?.password_hash !== member.password_hash || !account.is_active) throw wrong;
    await endSession(tx, session.token);
    return startSession(tx, clock(), member.name);
  });
  if (session.token !== undefined) hangUp({ token: session.token });
  session.set(token);
  browser.remember(member.name);
  return { message: member.name, full_name: member.full_name, email: member.name };
});
