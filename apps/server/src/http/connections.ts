import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Logger } from "pino";
import { networkOf } from "../rate_limit.ts";
import { Tally } from "../tally.ts";

export interface ConnectionLimits {
  maxConnections: number;
  /** Undefined where all come from a proxy, which tells its clients apart. */
  maxConnectionsPerAddress: number | undefined;
}

/** How often connections are closed at most to make room; one over which nothing has been asked has as long. Milliseconds. */
const clearEvery = 1_000;

/**
 * Bounds the connections that are open at once, as the receiver does for its own: whoever kept thousands would have all
 * descriptors of the process, those of mail and of the database too (threat 9). Past the limit new ones are closed, and
 * so are those over which nothing is asked: not any more, or not yet.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, log: Logger): void {
  const { maxConnections, maxConnectionsPerAddress = Number.POSITIVE_INFINITY } = limits;
  const open = new Tally();
  /** Those over which nothing has been asked yet, and since when. */
  const silent = new Map<Socket, number>();
  let cleared = Number.NEGATIVE_INFINITY;
  server.maxConnections = maxConnections;
  server.on("drop", () => {
    const now = performance.now();
    if (now - cleared < clearEvery) return;
    cleared = now;
    log.warn({ open: open.all }, "too many HTTP connections");
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
