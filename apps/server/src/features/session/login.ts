import { session, sessionTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { endSession, passwordMatches, startSession } from "./session.ts";

export const login = handler(session.login, async ({ world, clock, session, hangUp }, { usr, pwd }) => {
  const member = await world.member.findUnique({ where: { name: usr } });
  if (!(await passwordMatches(member?.password_hash, pwd)) || member === null) {
    throw new Refusal("AuthenticationError", sessionTexts.wrongCredentials);
  }
  if (!member.is_active) throw new Refusal("AuthenticationError", sessionTexts.inactive);
  await endSession(world, session.token);
  if (session.token !== undefined) hangUp({ token: session.token });
  session.set(await startSession(world, clock, member.name));
  return { message: member.name, full_name: member.full_name, email: member.name };
});
