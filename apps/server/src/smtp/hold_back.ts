import type { Socket } from "node:net";

const held = new Set<Socket>();

/**
 * Holds back what is written to a socket until all that has come in with this turn of the event loop is read, and then writes
 * it right after what is held back for others: a client with many connections wakes for each write, and often takes the
 * core from who writes. See decision 012.
 */
export function holdBack(socket: Socket): void {
  if (held.has(socket)) return;
  if (held.size === 0) setImmediate(releaseAll);
  held.add(socket);
  socket.cork();
}

/** Writes what is held back for a socket. */
export function release(socket: Socket): void {
  if (held.delete(socket)) socket.uncork();
}

function releaseAll() {
  for (const socket of held) release(socket);
}
