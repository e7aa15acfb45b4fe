import { session } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { endSession } from "./session.ts";

export const logout = handler(session.logout, async ({ world, session, hangUp }) => {
  await endSession(world, session.token);
  if (session.token !== undefined) hangUp({ token: session.token });
  session.clear();
  return {};
});
