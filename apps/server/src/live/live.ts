import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { live, newNotificationLog, type SeenCustomerInbox } from "@mayfly/contracts";
import type { Logger } from "pino";
import { Server } from "socket.io";
import { callerBySession, sessionTokenIn } from "../caller.ts";
import type { Clock } from "../clock.ts";
import type { CurrentMember, HangUp, ReadBy } from "../context.ts";
import type { RootDatabase } from "../database/database.ts";
import { openRedis } from "../database/redis.ts";
import { readersOf } from "../features/email/email.ts";
import type { Stored } from "../features/inbox/inbox.ts";
import { readNotifications } from "../features/notification/notification.ts";
import { bareHeaders } from "../http/bare_headers.ts";
import { isForOneHost } from "../http/one_host.ts";
import { isSameOrigin } from "../http/same_origin.ts";
import { openFairLimiter } from "../limits/fair_limiter.ts";
import { networkOf } from "../limits/rate_limit.ts";
import type { Messages } from "../mail/stored_messages.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { Refusal } from "../refusal.ts";
import { openAnnouncements } from "./announce.ts";
import { limitConnections } from "./connections.ts";
import { type LiveServer, type LiveSocket, rooms } from "./namespace.ts";

export interface LiveOptions {
  /** Undefined in a process that serves no browsers and only tells other processes about messages. */
  http: HttpServer | undefined;
  redisUrl: string | undefined;
  publicUrl: URL;
  cookieName: string;
  /** Addresses and networks of proxies whose forwarded address counts. */
  trustProxy: string[] | undefined;
  rootDb: RootDatabase;
  clock: Clock;
  messages: Messages;
  /** Called in each process that serves browsers and programs, with the messages that any process has stored. */
  onHeard(stored: Stored[]): void;
  /** Called with a message that was sent to browsers. */
  onPushed(stored: Stored): void;
  metrics: Metrics;
  log: Logger;
}

export interface Live {
  /** Sends new messages to the browsers of members who may read them, whichever process they are connected to. */
  announce(stored: Stored[]): void;
  /** Sends members their new notifications, given by the names of the rows. */
  announceNotifications(names: string[]): Promise<void>;
  /** Tells a member's browsers that the member has opened a message. */
  tellSeen(member: string, message: string): void;
  /** Tells the browsers of a message's readers that it has been deleted. */
  tellDeleted(message: ReadBy, name: string): void;
  hangUp(who: HangUp): void;
  close(): Promise<void>;
}

const storedEvent = "stored";
/** What the other processes tell their browsers. */
const toldEvent = "told";
/** A Redis that is silent for this long counts as away: it ends each blocking read of events after five seconds. */
const silence = 10_000;
/** No packet from a client is longer. */
const packetBytes = 10_000;
/** Look-ups of one network's requests for a connection: how many run at once, and how many wait. */
const askAtOnce = 4;
const askWaiting = 3_000;
/** How long a connection may take to say what it wants to hear. */
const joinMilliseconds = 10_000;
/** How often the server checks whether a connected member may still listen. */
const recheckMilliseconds = 10 * 60_000;

/** The live channel. A browser joins no room itself: the server knows who it is from the session cookie (threat 31). */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { publicUrl, cookieName, rootDb, clock, metrics, log } = options;
  const redis =
    options.redisUrl === undefined ? undefined : await openRedis(options.redisUrl, { socketTimeout: silence }, log);
  const tokenOf = (request: IncomingMessage) => sessionTokenIn(request.headers.cookie, cookieName);
  const memberOf = async (request: IncomingMessage) =>
    (await callerBySession({ rootDb, clock }, tokenOf(request)))?.member;
  const isTrusted = proxyAddr.compile(options.trustProxy ?? []);
  /** The network that a request comes from, by which the limits count. */
  const sourceOf = (request: IncomingMessage) => networkOf(proxyAddr(request, isTrusted));
  /** The member who asked for a connection. */
  const members = new WeakMap<IncomingMessage, CurrentMember | undefined>();
  // A client that keeps asking delays the calls of others to the database by a few look-ups at most.
  const takeTurnToAsk = openFairLimiter({
    atOnce: () => askAtOnce,
    waiting: { most: () => askWaiting, full: () => Refusal.tooMany(1) },
  });
  const io: LiveServer = new Server({
    maxHttpBufferSize: packetBytes,
    serveClient: false,
    connectTimeout: joinMilliseconds,
    async allowRequest(request, done) {
      if (!isForOneHost(request) || !isSameOrigin(request.headers, publicUrl)) return done(null, false);
      const { socket } = request;
      // While a WebSocket is being requested, its socket has no other error listener.
      const lost = () => undefined;
      socket.on("error", lost);
      try {
        members.set(request, await takeTurnToAsk(sourceOf(request), () => memberOf(request)));
        done(null, true);
      } catch {
        // Whose session it is cannot be told now: the client is not told that it is nobody's, and comes again.
        done(null, false);
      } finally {
        socket.off("error", lost);
      }
    },
    ...(redis && { adapter: (await import("@socket.io/redis-streams-adapter")).createAdapter(redis) }),
  });
  const namespace = io.of(live.namespace);
  const announce = openAnnouncements(namespace, options);
  const announceHere = (stored: Stored[]) => {
    announce(stored);
    options.onHeard(stored);
  };
  if (options.http) metrics.watch("live_sockets", "Browsers that are connected", () => namespace.sockets.size);
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
    const member = members.get(socket.request);
    if (member === undefined) return refuse(socket, next);
    if (isBeyond(socket.conn)) return refuse(socket, next, live.tooMany);
    socket.data.member = member;
    next();
  });
  namespace.on("connection", async (socket) => {
    const { member } = socket.data;
    options.messages.prepare();
    const closeUnlessMember = async () => {
      const now = await memberOf(socket.request).catch(() => undefined);
      if (now?.role !== member.role) socket.conn.close();
    };
    // A session also expires without an event, and a faulty Redis may lose the event that ended one.
    const watch = setInterval(closeUnlessMember, recheckMilliseconds).unref();
    socket.on("disconnect", () => clearInterval(watch));
    void socket.join([
      rooms.session(tokenOf(socket.request) ?? ""),
      rooms.member(member.name),
      rooms.company(member.company),
    ]);
    if (member.role === "Administrator") void socket.join(rooms.administrators(member.company));
    // A hangUp before this point could not reach this connection, which was in no room yet.
    await closeUnlessMember();
  });
  /** Nothing waits for a Redis that is away: browsers of other processes that miss an event fetch again. */
  const tellProcesses = (event: string, ...what: unknown[]) => {
    if (redis?.status === "ready") namespace.serverSideEmit(event, ...what);
  };
  const tellHere = (audience: string[], event: string, what: object) => namespace.local.to(audience).emit(event, what);
  /** Socket.IO itself would tell the browsers of this process only once Redis has answered. */
  const tell = (audience: string[], event: string, what: object) => {
    tellHere(audience, event, what);
    tellProcesses(toldEvent, audience, event, what);
  };
  if (redis) {
    namespace.on(storedEvent, announceHere);
    namespace.on(toldEvent, tellHere);
    // Events sent while Redis was away, such as the end of a session, did not arrive here. When it is back, browsers
    // must reconnect and fetch again.
    let away = false;
    redis.on("close", () => {
      away = true;
    });
    redis.on("ready", () => {
      if (away) for (const socket of namespace.sockets.values()) socket.conn.close();
      away = false;
    });
  }
  // Nobody may connect to the default namespace, which Socket.IO always creates.
  io.use(refuse);
  // Socket.IO can only close when it is attached to a server.
  io.attach(options.http ?? createServer());
  const isBeyond = limitConnections(io, (request) => members.get(request));
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value);
    next();
  });

  return {
    announce(stored) {
      if (options.http) announceHere(stored);
      tellProcesses(storedEvent, stored);
    },
    async announceNotifications(names) {
      for (const row of await readNotifications(rootDb, names)) {
        tell([rooms.member(row.for_user)], newNotificationLog, row);
      }
    },
    tellSeen(member, name) {
      tell([rooms.member(member)], live.seenCustomerInbox, { name } satisfies SeenCustomerInbox);
    },
    tellDeleted(message, name) {
      const audience = readersOf(message).map(([group, of]) => rooms[group](of));
      tell(audience, live.deletedCustomerInbox, { name } satisfies SeenCustomerInbox);
    },
    hangUp(who) {
      // Connections to this process are closed at once, even while Redis is away.
      for (const everywhere of [namespace.local, namespace]) {
        const connections = everywhere.in("token" in who ? rooms.session(who.token) : rooms.member(who.member));
        const except = "except" in who && who.except !== undefined ? [rooms.session(who.except)] : [];
        connections.except(except).disconnectSockets(true);
      }
    },
    async close() {
      await io.close();
      redis?.disconnect();
    },
  };
}
