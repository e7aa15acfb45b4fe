import type { FastifyReply, FastifyRequest } from "fastify";
import type { HeldContext, TurnContext } from "../context.ts";
import { Refusal } from "../refusal.ts";
import type { TakeMembersTurn } from "./shares.ts";

/** What a call is held by. */
export interface Holding {
  request: FastifyRequest;
  reply: FastifyReply;
  takeTurn: TakeMembersTurn;
  takeTurnToRead: TakeMembersTurn;
  /** The caller's context as it is by then. @throws Refusal when they may no longer make the call */
  permitAgain(): Promise<TurnContext>;
  /** Reports what a part of the work is refused for. */
  report<Value>(context: TurnContext, work: () => Promise<Value>): Promise<Value>;
  /** Whether what the call does is kept for an Idempotency-Key: then it is not lost with its answer. */
  isKept: boolean;
}

/** The context of a call that may be answered much later: what it asks of the database is done in turns, each for itself. */
export function hold(
  context: TurnContext,
  { request, reply, takeTurn, takeTurnToRead, permitAgain, report, isKept }: Holding,
): HeldContext {
  const { raw } = reply;
  const gone = new AbortController();
  raw.once("close", () => gone.abort());
  if (raw.closed) gone.abort();
  // The client has nothing to say until it is answered.
  request.raw.socket.setTimeout(0);
  return {
    ...context,
    signal: gone.signal,
    elapsed: () => reply.elapsedTime,
    inTurn: (work, { readsMail }) =>
      (readsMail ? takeTurnToRead : takeTurn)(context.member, async () => {
        if (gone.signal.aborted) throw Refusal.invalid("The caller closed the connection.");
        const now = await permitAgain();
        return report(now, () => work(now));
      }),
    ifLost(undo) {
      if (isKept) return;
      const undoIfLost = () => {
        if (raw.writableFinished) return;
        undo().catch((error) => request.log.error({ err: error }, "what a lost answer did cannot be undone"));
      };
      if (raw.closed) undoIfLost();
      else raw.once("close", undoIfLost);
    },
  };
}
