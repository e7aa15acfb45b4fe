import { session, sessionTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { endSession, passwordMatches, startSession } from "./session.ts";

export const login = handler(session.login, async (context, { usr, pwd }) => {
  const { world, clock, session, hangUp, throttle, source } = context;
  const tries: Parameters<typeof throttle.use> = [
    ["login_source", source],
    ["login_account_source", `${usr} ${source}`],
    ["login_account", usr],
  ];
  await throttle.use(...tries);
  const member = await world.member.findUnique({ where: { name: usr } });
  if (!(await passwordMatches(member?.password_hash, pwd)) || member === null) {
    throw new Refusal("AuthenticationError", sessionTexts.wrongCredentials);
  }
  if (!member.is_active) throw new Refusal("AuthenticationError", sessionTexts.inactive);
  // Only wrong passwords count.
  await throttle.giveBack(...tries);
  await endSession(world, session.token);
  if (session.token !== undefined) hangUp({ token: session.token });
  session.set(await startSession(world, clock, member.name));
  return { message: member.name, full_name: member.full_name, email: member.name };
});
