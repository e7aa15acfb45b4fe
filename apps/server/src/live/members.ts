import { live } from "@mayfly/contracts";
import type { Callers } from "./callers.ts";
import { limitConnections } from "./connections.ts";
import { type LiveServer, type LiveSocket, rooms } from "./namespace.ts";

/** How often the server checks whether a connected member may still listen. */
const recheckMilliseconds = 10 * 60_000;

/** Lets members into the channel, each into the rooms of what they may hear. @param prepare called when one has come */
export function admitMembers(io: LiveServer, callers: Callers, prepare: () => void): void {
  const namespace = io.of(live.namespace);
  const isBeyond = limitConnections(io, callers.askedBy);
  // A connection may ask only once: each time costs a database query.
  const asked = new WeakSet<LiveSocket["conn"]>();
  const refuse = (socket: LiveSocket, next: (error: Error) => void, why: string = live.unauthorized) => {
    next(new Error(why));
    // Socket.IO sends the error a tick later.
    setImmediate(() => socket.conn.close());
  };
  namespace.use((socket, next) => {
    if (asked.has(socket.conn)) return socket.conn.close();
    asked.add(socket.conn);
    const member = callers.askedBy(socket.request);
    if (member === undefined) return refuse(socket, next);
    if (isBeyond(socket.conn)) return refuse(socket, next, live.tooMany);
    socket.data.member = member;
    next();
  });
  namespace.on("connection", async (socket) => {
    const { member } = socket.data;
    prepare();
    const closeUnlessMember = async () => {
      const now = await callers.memberOf(socket.request).catch(() => undefined);
      if (now?.role !== member.role) socket.conn.close();
    };
    // A session also expires without an event, and a faulty Redis may lose the event that ended one.
    const watch = setInterval(closeUnlessMember, recheckMilliseconds).unref();
    socket.on("disconnect", () => clearInterval(watch));
    void socket.join([
      rooms.session(callers.tokenOf(socket.request) ?? ""),
      rooms.member(member.name),
      rooms.company(member.company),
    ]);
    if (member.role === "Administrator") void socket.join(rooms.administrators(member.company));
    // A hangUp before this point could not reach this connection, which was in no room yet.
    await closeUnlessMember();
  });
  // Nobody may connect to the default namespace, which Socket.IO always creates.
  io.use(refuse);
}
