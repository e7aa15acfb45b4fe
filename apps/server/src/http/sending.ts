import type { FastifyReply } from "fastify";
import { Counter } from "../limits/counter.ts";
import { Refusal } from "../refusal.ts";

/** A client that reads an answer more slowly is disconnected: the unread rest is held in memory. */
const slowestBytesASecond = 20_000;
/** The time to read that every answer gets on top, however small it is. Milliseconds. */
const baseMilliseconds = 60_000;

/** The most that all large answers under way may take; at least enough for `mostMessages` of the largest messages. */
const mostBytes = 256 * 1024 * 1024;
const mostMessages = 10;
/** The share of the free room that one company may take, so that some is always left for the next. */
const part = 1 / 4;
/** Smaller answers are not counted: most of such an answer is in the kernel's socket buffers. */
const smallBytes = 64 * 1024;
/** Seconds after which a refused large answer may be requested again. */
const retryAfterSeconds = 10;

/** Ends the connection of a client that reads too slowly. The time starts once earlier answers on it have been sent. */
export function limitTime(reply: FastifyReply, bytes: number): void {
  let deadline: NodeJS.Timeout | undefined;
  const begin = () => {
    const end = () => reply.request.socket.destroy();
    deadline = setTimeout(end, baseMilliseconds + Math.ceil(bytes / slowestBytesASecond) * 1000);
  };
  if (reply.raw.socket === null) reply.raw.once("socket", begin);
  else begin();
  whenOver(reply, () => clearTimeout(deadline));
}

/**
 * Takes room for an answer or a request body, which stays in memory until the client has read the answer.
 * @param whose a company, or the network that a guest's call comes from
 * @throws Refusal when too little is left
 */
export type ReserveMemory = (reply: FastifyReply, whose: string, bytes: number) => void;

export function openMemoryBudget(maxMessageBytes: number): ReserveMemory {
  const taken = new Counter();
  const most = Math.max(mostBytes, mostMessages * maxMessageBytes);
  return (reply, whose, bytes) => {
    if (bytes <= smallBytes) return;
    if (taken.count(whose) + bytes > (most - taken.all) * part) throw Refusal.tooMany(retryAfterSeconds);
    taken.add(whose, bytes);
    whenOver(reply, () => taken.remove(whose, bytes));
  };
}

/** Calls `over` once, when an answer has been sent or never will be. */
function whenOver({ raw, request: { socket } }: FastifyReply, over: () => void): void {
  let isOver = false;
  const end = () => {
    raw.off("close", end);
    socket.off("close", end);
    // When the connection closes, both events may fire.
    if (!isOver) over();
    isOver = true;
  };
  raw.on("close", end);
  // An answer that waits behind others gets no event when the connection closes. Many may wait: no listener limit.
  socket.setMaxListeners(0).on("close", end);
  if (socket.destroyed) end();
}
