import type { Server } from "node:http";
import { networkOf } from "../rate_limit.ts";
import { Tally } from "../tally.ts";

export interface ConnectionLimits {
  maxConnections: number;
  /** Undefined where all come from a proxy, which tells its clients apart. */
  maxConnectionsPerAddress: number | undefined;
}

/** How often at most those are closed that nothing is asked over, when there are too many. Milliseconds. */
const clearEvery = 1_000;

/**
 * Bounds the connections that are open at once, as the receiver does for its own: whoever kept thousands would have all
 * descriptors of the process, those of mail and of the database too (threat 9). Past the limit new ones are closed, and
 * so are those that are only kept.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { maxConnections, maxConnectionsPerAddress = Number.POSITIVE_INFINITY } = limits;
  const open = new Tally();
  let cleared = Number.NEGATIVE_INFINITY;
  server.maxConnections = maxConnections;
  server.on("drop", () => {
    if (performance.now() - cleared < clearEvery) return;
    cleared = performance.now();
    server.closeIdleConnections();
  });
  server.on("connection", (socket) => {
    const source = networkOf(socket.remoteAddress ?? "");
    if (open.count(source) >= maxConnectionsPerAddress) return void socket.destroy();
    open.add(source);
    socket.once("close", () => open.remove(source));
  });
}
