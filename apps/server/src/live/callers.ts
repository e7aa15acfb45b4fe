import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { ServerOptions } from "socket.io";
import { callerBySession, sessionTokenIn } from "../caller.ts";
import type { Clock } from "../clock.ts";
import type { CurrentMember } from "../context.ts";
import type { RootDatabase } from "../database/database.ts";
import { isForOneHost } from "../http/one_host.ts";
import { isSameOrigin } from "../http/same_origin.ts";
import { openFairLimiter } from "../limits/fair_limiter.ts";
import { networkOf } from "../limits/rate_limit.ts";
import { Refusal } from "../refusal.ts";

/** Look-ups of one network's requests for a connection: how many run at once, and how many wait. */
const askAtOnce = 4;
const askWaiting = 3_000;

export interface CallersOptions {
  publicUrl: URL;
  cookieName: string;
  /** Addresses and networks of proxies whose forwarded address counts. */
  trustProxy: string[] | undefined;
  rootDb: RootDatabase;
  clock: Clock;
}

/** Who asks for a connection to the live channel: the server knows it by the session cookie (threat 31). */
export interface Callers {
  /** Lets requests for a connection in, and finds out whose they are. */
  allowRequest: NonNullable<ServerOptions["allowRequest"]>;
  /** The member who asked for a connection, as they were then. */
  askedBy(request: IncomingMessage): CurrentMember | undefined;
  /** The same, as they are now. */
  memberOf(request: IncomingMessage): Promise<CurrentMember | undefined>;
  tokenOf(request: IncomingMessage): string | undefined;
}

export function openCallers({ publicUrl, cookieName, trustProxy, rootDb, clock }: CallersOptions): Callers {
  const tokenOf = (request: IncomingMessage) => sessionTokenIn(request.headers.cookie, cookieName);
  const memberOf = async (request: IncomingMessage) =>
    (await callerBySession({ rootDb, clock }, tokenOf(request)))?.member;
  const isTrusted = proxyAddr.compile(trustProxy ?? []);
  /** The network that a request comes from, by which the limits count. */
  const sourceOf = (request: IncomingMessage) => networkOf(proxyAddr(request, isTrusted));
  /** The member who asked for a connection. */
  const members = new WeakMap<IncomingMessage, CurrentMember | undefined>();
  // A client that keeps asking delays the calls of others to the database by a few look-ups at most.
  const takeTurnToAsk = openFairLimiter({
    atOnce: () => askAtOnce,
    waiting: { most: () => askWaiting, full: () => Refusal.tooMany(1) },
  });
  return {
    tokenOf,
    memberOf,
    askedBy: (request) => members.get(request),
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
  };
}
