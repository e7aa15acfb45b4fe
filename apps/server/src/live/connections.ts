import type { IncomingMessage } from "node:http";
import type { Socket } from "socket.io";
import type { CurrentMember } from "../context.ts";
import { Counter } from "../limits/counter.ts";
import type { LiveServer, LiveSocket } from "./namespace.ts";

/** The most that waits for a slow client: an event at least. With more it has to reconnect, and fetches. Characters. */
const unreadLength = 16_000_000;
/** Connections of one member to this process, each of which holds its own copy of what the browser has not read. */
export const connectionsOfMember = 30;
/** Connections in all that are only told why they are refused: not logged in, or a member with too many connections. */
export const connectionsOfStrangers = 100;
/**
 * Closes connections beyond the limits, and those whose clients do not read.
 * @param memberOf the member who asked for a connection
 * @returns whether a connection is one of a member's beyond the permitted number, which is told so
 */
export function limitConnections(
  { engine }: LiveServer,
  memberOf: (request: IncomingMessage) => CurrentMember | undefined,
): (connection: LiveSocket["conn"]) => boolean {
  const beyond = new WeakSet<LiveSocket["conn"]>();
  const open = new Counter();
  engine.on("connection", (connection: Socket["conn"]) => {
    const member = memberOf(connection.request);
    const listens = member !== undefined && open.count(member.name) < connectionsOfMember;
    const name = listens ? member.name : "";
    // A client that is closed without a reason reconnects every second, so only those beyond this limit are.
    if (!listens && open.count(name) >= connectionsOfStrangers) return connection.close(true);
    if (member && !listens) beyond.add(connection);
    open.add(name);
    connection.on("close", () => open.remove(name));
    closeUnread(connection);
  });
  return (connection) => beyond.has(connection);
}

/** Closes a connection with too much unread: a client that answers pings stays connected even if it reads nothing. */
function closeUnread(connection: Socket["conn"]) {
  let unread = 0;
  connection.on("packetCreate", ({ data }: { data?: string }) => {
    unread += data?.length ?? 0;
    if (unread > unreadLength) connection.close(true);
  });
  connection.on("flush", () => {
    unread = 0;
  });
}
