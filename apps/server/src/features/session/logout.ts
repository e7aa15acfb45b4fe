import { session } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { actorOf, happened } from "../event/event.ts";
import { endSession } from "./session.ts";

export const logout = handler(session.logout, async (context) => {
  const { rootDb, clock, session, hangUp, member, reportSecurity } = context;
  await rootDb.$transaction(async (tx) => {
    await endSession(tx, session.token);
    if (member === undefined) return;
    const about = { company: member.company, subject: member.name, data: {} };
    await happened(tx, clock(), actorOf({ ...context, member }), [{ type: "session.ended", ...about }]);
  });
  if (session.token !== undefined) hangUp({ token: session.token });
  session.clear();
  if (member) reportSecurity("logout", member.name);
  return {};
});
