import { session } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { endSession } from "./session.ts";

export const logout = handler(session.logout, async ({ world, session, hangUp, member, reportSecurity }) => {
  await endSession(world, session.token);
  if (session.token !== undefined) hangUp({ token: session.token });
  session.clear();
  if (member) reportSecurity("logout", member.name);
  return {};
});
