import type { Socket } from "node:net";

const held = new Set<Socket>();

/**
 * Holds back what is written to a socket until everything that arrived in this turn of the event loop is read, and then
 * writes it right after what is held back for other sockets. A client with many connections wakes up at each write, and
 * often takes the core from the writing thread. See decision 012.
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
