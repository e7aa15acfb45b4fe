import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { Counter } from "../limits/counter.ts";
import { networkOf } from "../limits/rate_limit.ts";

export interface ConnectionLimits {
  maxConnections: number;
  /** Undefined behind a proxy: all connections come from its address, and only the proxy can tell its clients apart. */
  maxConnectionsPerAddress: number | undefined;
}

/** The least time between two rounds of closing connections, and for one to send its first request. Milliseconds. */
const clearEvery = 1_000;

/**
 * Limits the connections that are open at once, as the mail receiver does for its own: a client that kept thousands
 * would use up the process's file descriptors, those for mail and the database too (threat 9). Beyond the limit new
 * connections are closed, and so are idle ones: those that await a next request, or have not sent a first one.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Logger): void {
  const { maxConnections, maxConnectionsPerAddress = Number.POSITIVE_INFINITY } = limits;
  const open = new Counter();
  /** The connections that have not sent a request yet, each with the time at which it was opened. */
  const silent = new Map<Socket, number>();
  let cleared = Number.NEGATIVE_INFINITY;
  server.maxConnections = maxConnections;
  server.on("drop", () => {
    const now = performance.now();
    if (now - cleared < clearEvery) return;
    cleared = now;
    log.warn({ open: open.all, outage: "too many HTTP connections" }, "too many HTTP connections");
    server.closeIdleConnections();
    for (const [socket, since] of silent) if (now - since >= clearEvery) socket.destroy();
  });
  server.on("connection", (socket) => {
    const source = networkOf(socket.remoteAddress ?? "");
    if (open.count(source) >= maxConnectionsPerAddress) return void socket.destroy();
    open.add(source);
    silent.set(socket, performance.now());
    socket.once("close", () => {
      open.remove(source);
      silent.delete(socket);
    });
  });
  const asked = ({ socket }: IncomingMessage) => silent.delete(socket);
  server.on("request", asked).on("upgrade", asked);
}
