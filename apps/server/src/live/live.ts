import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { live, newNotificationLog, type SeenCustomerInbox } from "@mayfly/contracts";
import type { Logger } from "pino";
import { Server } from "socket.io";
import type { HangUp, ReadBy } from "../context.ts";
import { openRedis } from "../database/redis.ts";
import { readersOf } from "../features/email/rights.ts";
import type { Stored } from "../features/inbox/inbox.ts";
import { readNotifications } from "../features/notification/notification.ts";
import { bareHeaders } from "../http/bare_headers.ts";
import type { Messages } from "../mail/stored_messages.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import { openAnnouncements } from "./announce.ts";
import { type CallersOptions, openCallers } from "./callers.ts";
import { admitMembers } from "./members.ts";
import { type LiveServer, rooms } from "./namespace.ts";

export interface LiveOptions extends CallersOptions {
  /** Undefined in a process that serves no browsers and only tells other processes about messages. */
  http: HttpServer | undefined;
  redisUrl: string | undefined;
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
/** How long a connection may take to say what it wants to hear. */
const joinMilliseconds = 10_000;

/** The live channel. A browser joins no room itself: the server knows who it is from the session cookie (threat 31). */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { rootDb, metrics, log } = options;
  const redis =
    options.redisUrl === undefined ? undefined : await openRedis(options.redisUrl, { socketTimeout: silence }, log);
  const callers = openCallers(options);
  const io: LiveServer = new Server({
    maxHttpBufferSize: packetBytes,
    serveClient: false,
    connectTimeout: joinMilliseconds,
    allowRequest: callers.allowRequest,
    ...(redis && { adapter: (await import("@socket.io/redis-streams-adapter")).createAdapter(redis) }),
  });
  const namespace = io.of(live.namespace);
  const announce = openAnnouncements(namespace, options);
  const announceHere = (stored: Stored[]) => {
    announce(stored);
    options.onHeard(stored);
  };
  if (options.http) metrics.watch("live_sockets", "Browsers that are connected", () => namespace.sockets.size);
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
  // Socket.IO can only close when it is attached to a server.
  io.attach(options.http ?? createServer());
  admitMembers(io, callers, options.messages.prepare);
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
