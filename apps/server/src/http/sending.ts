import type { FastifyReply } from "fastify";
import { Refusal } from "../refusal.ts";
import { Tally } from "../tally.ts";

/** Who takes an answer more slowly is not waited for: what is left of it is in memory. Bytes a second. */
const slowest = 20_000;
/** With any answer, however small. Milliseconds. */
const patience = 60_000;

/** Of all large answers that are on their way; room for some of the largest messages in any case. */
const mostBytes = 256 * 1024 * 1024;
const mostMessages = 10;
/** What one company may have of the room that is free, so that many leave some for the next. */
const part = 1 / 4;
/** Smaller answers always have room: most of one is in the system's buffers. */
const smallBytes = 64 * 1024;
/** Seconds after which a large one may be asked for again. */
const again = 10;

/** Ends the connection of who takes an answer too slowly, from when no other is before it on its connection. */
export function limitTime(reply: FastifyReply, bytes: number): void {
  let deadline: NodeJS.Timeout | undefined;
  const begin = () => {
    const end = () => reply.request.socket.destroy();
    deadline = setTimeout(end, patience + Math.ceil(bytes / slowest) * 1000);
  };
  if (reply.raw.socket === null) reply.raw.once("socket", begin);
  else begin();
  whenOver(reply, () => clearTimeout(deadline));
}

/**
 * Takes room for an answer, or for what comes with a call, that will be in memory until the answer has been read.
 * @param whose a company, or where a guest's call comes from
 * @throws Refusal when there is none
 */
export type TakeRoom = (reply: FastifyReply, whose: string, bytes: number) => void;

export function openRoom(maxMessageBytes: number): TakeRoom {
  const taken = new Tally();
  const most = Math.max(mostBytes, mostMessages * maxMessageBytes);
  return (reply, whose, bytes) => {
    if (bytes <= smallBytes) return;
    if (taken.count(whose) + bytes > (most - taken.all) * part) throw Refusal.tooMany(again);
    taken.add(whose, bytes);
    whenOver(reply, () => taken.remove(whose, bytes));
  };
}

/** Once, when an answer has left or never will. */
function whenOver({ raw, request: { socket } }: FastifyReply, over: () => void): void {
  let isOver = false;
  const end = () => {
    raw.off("close", end);
    socket.off("close", end);
    // The end of a connection tells both.
    if (!isOver) over();
    isOver = true;
  };
  raw.on("close", end);
  // Answers that wait behind another on their connection, which may be many, are not told that it is gone.
  socket.setMaxListeners(0).on("close", end);
  if (socket.destroyed) end();
}
