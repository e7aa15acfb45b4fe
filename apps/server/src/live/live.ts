import { createHash } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate as pause } from "node:timers/promises";
import proxyAddr from "@fastify/proxy-addr";
import { live, type NewCustomerInbox, newNotificationLog, type SeenCustomerInbox, toFlag } from "@mayfly/contracts";
import type { Logger } from "pino";
import { type DefaultEventsMap, type Namespace, Server, type Socket } from "socket.io";
import { callerBySession, sessionTokenIn } from "../caller.ts";
import type { Clock } from "../clock.ts";
import type { CurrentMember, HangUp } from "../context.ts";
import type { World } from "../database/database.ts";
import { openRedis } from "../database/redis.ts";
import { readersOf } from "../features/email/email.ts";
import type { Stored } from "../features/inbox/inbox.ts";
import { readNotifications } from "../features/notification/notification.ts";
import { bareHeaders } from "../http/bare_headers.ts";
import { isForOneHost } from "../http/one_host.ts";
import { isSameOrigin } from "../http/same_origin.ts";
import { Tally } from "../limits/counter.ts";
import { openTurns } from "../limits/fair_limiter.ts";
import { networkOf } from "../limits/rate_limit.ts";
import type { Messages } from "../mail/stored_messages.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { Refusal } from "../refusal.ts";

export interface LiveOptions {
  /** Undefined in a process that serves no browsers and only tells other processes about messages. */
  http: HttpServer | undefined;
  redisUrl: string | undefined;
  publicUrl: URL;
  cookieName: string;
  /** Addresses and networks of proxies whose forwarded address counts. */
  trustProxy: string[] | undefined;
  world: World;
  clock: Clock;
  messages: Messages;
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
  hangUp(who: HangUp): void;
  close(): Promise<void>;
}

const storedEvent = "stored";
/** A Redis that is silent for this long counts as away: it ends each blocking read of events after five seconds. */
const silence = 10_000;
/** No packet from a client is longer. */
const packetBytes = 10_000;
/** The most that waits for a slow client: an event at least. With more it has to reconnect, and fetches. Characters. */
const unreadLength = 16_000_000;
/** Connections of one member to this process, each of which holds its own copy of what the browser has not read. */
export const connectionsOfMember = 30;
/** Connections in all that are only told why they are refused: not logged in, or a member with too many connections. */
export const connectionsOfStrangers = 100;
/** Look-ups of one network's requests for a connection: how many run at once, and how many wait. */
const askAtOnce = 4;
const askWaiting = 3_000;
/** How long a connection may take to say what it wants to hear. Milliseconds. */
const toJoin = 10_000;
/** Messages of one company that are read at once, to be sent to browsers. */
const readAtOnce = 4;
/** How often the server checks whether a connected member may still listen. Milliseconds. */
const glance = 10 * 60_000;
type Data = { member: CurrentMember };
type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

const rooms = {
  company: (name: string) => `company:${name}`,
  administrators: (company: string) => `administrators:${company}`,
  member: (name: string) => `member:${name}`,
  // A room's name may travel between processes; the token must not.
  session: (token: string) => `session:${createHash("sha256").update(token).digest("base64url")}`,
};

/** The live channel. A browser joins no room itself: the server knows who it is from the session cookie (threat 31). */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { publicUrl, cookieName, world, clock, metrics, log } = options;
  const redis =
    options.redisUrl === undefined
      ? undefined
      : await openRedis(options.redisUrl, { maxRetriesPerRequest: null, socketTimeout: silence }, log);
  const tokenOf = (request: IncomingMessage) => sessionTokenIn(request.headers.cookie, cookieName);
  const memberOf = async (request: IncomingMessage) =>
    (await callerBySession({ world, clock }, tokenOf(request)).catch(() => undefined))?.member;
  const isTrusted = proxyAddr.compile(options.trustProxy ?? []);
  /** The network that a request comes from, by which the limits count. */
  const sourceOf = (request: IncomingMessage) => networkOf(proxyAddr(request, isTrusted));
  /** The member who asked for a connection. */
  const members = new WeakMap<IncomingMessage, CurrentMember | undefined>();
  // A client that keeps asking delays the calls of others to the database by a few look-ups at most.
  const takeTurnToAsk = openTurns({
    atOnce: () => askAtOnce,
    waiting: { most: () => askWaiting, full: () => Refusal.tooMany(1) },
  });
  const io: LiveServer = new Server({
    maxHttpBufferSize: packetBytes,
    serveClient: false,
    connectTimeout: toJoin,
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
        done(null, false);
      } finally {
        socket.off("error", lost);
      }
    },
    ...(redis && { adapter: (await import("@socket.io/redis-streams-adapter")).createAdapter(redis) }),
  });
  const namespace = io.of(live.namespace);
  if (options.http) metrics.watch("live_sockets", "Browsers that listen", () => namespace.sockets.size);
  // A connection may ask only once: each time costs a database query.
  const asked = new WeakSet<LiveSocket["conn"]>();
  /** Connections of a member beyond the permitted number. */
  const beyond = new WeakSet<LiveSocket["conn"]>();
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
    if (beyond.has(socket.conn)) return refuse(socket, next, live.tooMany);
    socket.data.member = member;
    next();
  });
  namespace.on("connection", async (socket) => {
    const { member } = socket.data;
    options.messages.prepare();
    const closeUnlessMember = async () => {
      if ((await memberOf(socket.request))?.role !== member.role) socket.conn.close();
    };
    // A session also expires without an event, and a faulty Redis may lose the event that ended one.
    const watch = setInterval(closeUnlessMember, glance).unref();
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
  // Reads and renders only a few messages of a company at a time, so that a flood waits as names and not as contents,
  // and no company waits for another's mail. Events are sent in the order of the messages.
  const takeTurn = openTurns({ atOnce: () => readAtOnce });
  const lastOf = new Map<string, Promise<void>>();
  const tellInTurn = (stored: Stored[]) => {
    for (const one of stored) {
      const audience = readersOf(one).map(([group, name]) => rooms[group](name));
      // A browser that connects later fetches what is on disk by then.
      if (!isHeard(namespace, audience)) continue;
      const before = lastOf.get(one.company);
      const told = takeTurn(one.company, () => tell(namespace, audience, one, before, options));
      // A message that nobody listens for any more is done sooner than those before it.
      const last = Promise.all([before, told]).then(() => undefined);
      lastOf.set(one.company, last);
      void last.then(() => lastOf.get(one.company) === last && lastOf.delete(one.company));
    }
  };
  if (redis) {
    namespace.on(storedEvent, tellInTurn);
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
  io.engine.use((_request: IncomingMessage, response: ServerResponse, next: () => void) => {
    for (const [name, value] of Object.entries(bareHeaders)) response.setHeader(name, value);
    next();
  });
  const open = new Tally();
  io.engine.on("connection", (connection: Socket["conn"]) => {
    const member = members.get(connection.request);
    const listens = member !== undefined && open.count(member.name) < connectionsOfMember;
    const name = listens ? member.name : "";
    // A client that is closed without a reason reconnects every second, so only those beyond this limit are.
    if (!listens && open.count(name) >= connectionsOfStrangers) return connection.close(true);
    if (member && !listens) beyond.add(connection);
    open.add(name);
    connection.on("close", () => open.remove(name));
    closeUnread(connection);
  });

  return {
    announce(stored) {
      if (options.http) tellInTurn(stored);
      // Nothing waits for a Redis that is away: browsers that miss the event fetch again.
      if (redis?.status === "ready") namespace.serverSideEmit(storedEvent, stored);
    },
    async announceNotifications(names) {
      for (const row of await readNotifications(world, names)) {
        namespace.to(rooms.member(row.for_user)).emit(newNotificationLog, row);
      }
    },
    tellSeen(member, name) {
      namespace.to(rooms.member(member)).emit(live.seenCustomerInbox, { name } satisfies SeenCustomerInbox);
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

type LiveNamespace = Namespace<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

const isHeard = (namespace: LiveNamespace, audience: string[]) =>
  audience.some((room) => namespace.adapter.rooms.has(room));

/**
 * Renders a message only where somebody listens.
 * @param audience rooms
 * @param before is fulfilled when the messages before this one have been sent
 */
async function tell(
  namespace: LiveNamespace,
  audience: string[],
  stored: Stored,
  before: Promise<void> | undefined,
  { messages, log }: LiveOptions,
) {
  if (!isHeard(namespace, audience)) return;
  try {
    const { source, company, ...message } = stored;
    const creation = new Date(message.creation).toISOString();
    const event: NewCustomerInbox = {
      ...message,
      creation,
      modified: creation,
      modified_by: message.owner,
      has_attachment: toFlag(message.has_attachment),
      content: (await messages.read(source, company)).content,
    };
    await before;
    namespace.local.to(audience).emit(live.newCustomerInbox, event);
    log.debug({ message: stored.name }, "message told live");
    // Cached messages are read at once: without a pause no event would leave, and a browser that reads would seem slow.
    await pause();
  } catch (error) {
    if (error instanceof Refusal) return; // deleted meanwhile
    log.error({ err: error, message: stored.name }, "message cannot be announced");
  }
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
