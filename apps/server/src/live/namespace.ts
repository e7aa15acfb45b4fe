import { createHash } from "node:crypto";
import type { DefaultEventsMap, Namespace, Server, Socket } from "socket.io";
import type { CurrentMember } from "../context.ts";

interface Data {
  member: CurrentMember;
}
export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

export type LiveNamespace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

/** The groups of connections that hear of the same things. */
export const rooms = {
  company: (name: string) => `company:${name}`,
  administrators: (company: string) => `administrators:${company}`,
  member: (name: string) => `member:${name}`,
  // A room's name may travel between processes; the token must not.
  session: (token: string) => `session:${createHash("sha256").update(token).digest("base64url")}`,
};
