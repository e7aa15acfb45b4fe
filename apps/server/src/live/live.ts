import { createHash } from "node:crypto";
import { createServer, type Server as HttpServer, type IncomingMessage } from "node:http";
import { setImmediate as pause } from "node:timers/promises";
import proxyAddr from "@fastify/proxy-addr";
import { live, type NewCustomerInbox, newNotificationLog } from "@mayfly/contracts";
import type { Logger } from "pino";
import { type DefaultEventsMap, type Namespace, Server, type Socket } from "socket.io";
import type { Clock, CurrentMember, HangUp } from "../context.ts";
import type { World } from "../database/database.ts";
import { readersOf } from "../features/email/email.ts";
import type { Messages, Stored } from "../features/inbox/inbox.ts";
import { readNotifications } from "../features/notification/notification.ts";
import { memberOfToken } from "../features/session/session.ts";
import type { Metrics } from "../metrics.ts";
import { networkOf } from "../rate_limit.ts";
import { openRedis } from "../redis.ts";
import { Refusal } from "../refusal.ts";
import { isSameOrigin } from "../same_origin.ts";
import { Tally } from "../tally.ts";
import { openTurns } from "../turns.ts";

export interface LiveOptions {
  /** Undefined in a process that serves no browsers, and only tells the others. */
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
  /** Tells the browsers of those who may read them about new messages, in whichever process they are connected. */
  announce(stored: Stored[]): void;
  /** Tells members of their new notifications, by the names of the rows. */
  announceNotifications(names: string[]): Promise<void>;
  hangUp(who: HangUp): void;
  close(): Promise<void>;
}

const storedEvent = "stored";
/** A Redis that answers nothing for so long is away; it answers who waits for events every five seconds. */
const silence = 10_000;
/** A client says nothing here that is longer. */
const packetBytes = 10_000;
/** What waits for a client that reads too slowly: an event at least. With more it has to come again, and fetches. Characters. */
const unreadLength = 16_000_000;
/** Connections of one member to this process: each waits with its own copy of what it has not read. */
export const connectionsOfMember = 30;
/** Of all who are only told why they cannot listen: not logged in, or a member who has as many as stated. */
export const connectionsOfStrangers = 100;
/** Of one network that ask for one at once, and that wait for it. */
const askAtOnce = 4;
const askWaiting = 3_000;
/** For a connection to say what it wants to hear. Milliseconds. */
const toJoin = 10_000;
/** Messages of a company that are read at once to be told. */
const readAtOnce = 4;
/** How often it is looked whether who listens may still. Milliseconds. */
const glance = 10 * 60_000;
type Data = { member: CurrentMember };
type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;
type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, Data>;

const rooms = {
  company: (name: string) => `company:${name}`,
  administrators: (company: string) => `administrators:${company}`,
  member: (name: string) => `member:${name}`,
  // A room's name may travel between processes, the token may not.
  session: (token: string) => `session:${createHash("sha256").update(token).digest("base64url")}`,
};

/** The live channel. A browser joins no room itself: the server knows who it is from the session cookie (threat 31). */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { publicUrl, cookieName, world, clock, metrics, log } = options;
  const redis =
    options.redisUrl === undefined
      ? undefined
      : await openRedis(options.redisUrl, { maxRetriesPerRequest: null, socketTimeout: silence }, log);
  const tokenOf = (request: IncomingMessage) => readCookie(request.headers.cookie, cookieName);
  const memberOf = (request: IncomingMessage) => memberOfToken(world, clock, tokenOf(request)).catch(() => undefined);
  const isTrusted = proxyAddr.compile(options.trustProxy ?? []);
  /** Where a request comes from, as limits count it. */
  const sourceOf = (request: IncomingMessage) => networkOf(proxyAddr(request, isTrusted));
  /** Who asked for a connection. */
  const members = new WeakMap<IncomingMessage, CurrentMember | undefined>();
  // Who asks without end keeps the others' calls waiting for the database no longer than a few.
  const takeTurnToAsk = openTurns({
    atOnce: () => askAtOnce,
    waiting: { most: () => askWaiting, full: () => Refusal.tooMany(1) },
  });
  const io: LiveServer = new Server({
    maxHttpBufferSize: packetBytes,
    serveClient: false,
    connectTimeout: toJoin,
    async allowRequest(request, done) {
      if (!isSameOrigin(request.headers, publicUrl)) return done(null, false);
      const { socket } = request;
      // While a WebSocket is asked for, nobody else listens to it.
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
  // A connection asks once: each time costs a look into the database.
  const asked = new WeakSet<LiveSocket["conn"]>();
  /** Members' connections beyond what each may have. */
  const beyond = new WeakSet<LiveSocket["conn"]>();
  const refuse = (socket: LiveSocket, next: (error: Error) => void, why: string = live.unauthorized) => {
    next(new Error(why));
    // Socket.IO says so a tick later.
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
    // Sessions end by themselves, too, and a Redis that is ill may swallow that one was ended.
    const watch = setInterval(closeUnlessMember, glance).unref();
    socket.on("disconnect", () => clearInterval(watch));
    void socket.join([
      rooms.session(tokenOf(socket.request) ?? ""),
      rooms.member(member.name),
      rooms.company(member.company),
    ]);
    if (member.role === "Administrator") void socket.join(rooms.administrators(member.company));
    // Who hung up on the member before could not reach this connection: it was in no room.
    await closeUnlessMember();
  });
  // A few messages of a company at a time are read and rendered, so that a flood waits as names and not as contents, and
  // no company waits for what another's mail takes. They are told in their order.
  const takeTurn = openTurns({ atOnce: () => readAtOnce });
  const lastOf = new Map<string, Promise<void>>();
  const tellInTurn = (stored: Stored[]) => {
    for (const one of stored) {
      const audience = readersOf(one).map(([group, name]) => rooms[group](name));
      // Who comes later fetches what is on disk by then.
      if (!isHeard(namespace, audience)) continue;
      const before = lastOf.get(one.company);
      const told = takeTurn(one.company, () => tell(namespace, audience, one, before, options));
      // One that is told to nobody any more has ended before those before it.
      const last = Promise.all([before, told]).then(() => undefined);
      lastOf.set(one.company, last);
      void last.then(() => lastOf.get(one.company) === last && lastOf.delete(one.company));
    }
  };
  if (redis) {
    namespace.on(storedEvent, tellInTurn);
    // What happened while Redis was away, the end of a session among it, was not heard here: when it is back, browsers
    // come again, and fetch again.
    let away = false;
    redis.on("close", () => {
      away = true;
    });
    redis.on("ready", () => {
      if (away) for (const socket of namespace.sockets.values()) socket.conn.close();
      away = false;
    });
  }
  // Nobody has business in the namespace that Socket.IO makes by itself.
  io.use(refuse);
  // Without a server to attach to it cannot close.
  io.attach(options.http ?? createServer());
  const open = new Tally();
  io.engine.on("connection", (connection: Socket["conn"]) => {
    const member = members.get(connection.request);
    const listens = member !== undefined && open.count(member.name) < connectionsOfMember;
    const name = listens ? member.name : "";
    // Closed without a word, a client comes again every second: so it is only when too many are being told.
    if (!listens && open.count(name) >= connectionsOfStrangers) return connection.close(true);
    if (member && !listens) beyond.add(connection);
    open.add(name);
    connection.on("close", () => open.remove(name));
    closeUnread(connection);
  });

  return {
    announce(stored) {
      if (options.http) tellInTurn(stored);
      // Nothing waits for a Redis that is away: who missed it fetches again.
      if (redis?.status === "ready") namespace.serverSideEmit(storedEvent, stored);
    },
    async announceNotifications(names) {
      for (const row of await readNotifications(world, names)) {
        namespace.to(rooms.member(row.for_user)).emit(newNotificationLog, row);
      }
    },
    hangUp(who) {
      // Those here do not wait for a Redis that is away.
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
 * A message is rendered only where somebody listens.
 * @param audience rooms
 * @param before has ended when the messages before it were told
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
      content: (await messages.read(source, company)).content,
    };
    await before;
    namespace.local.to(audience).emit(live.newCustomerInbox, event);
    log.debug({ message: stored.name }, "message told live");
    // What is remembered is read at once: without a pause nothing would leave, and whoever reads would seem not to.
    await pause();
  } catch (error) {
    if (error instanceof Refusal) return; // deleted meanwhile
    log.error({ err: error, message: stored.name }, "message cannot be announced");
  }
}

/** A client that answers pings keeps its connection, whether or not it reads what it is told. */
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

function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
