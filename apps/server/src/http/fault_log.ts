import type { FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { asFault } from "../wires/failure.ts";

/** Logs a fault of ours that a request met. @param words what has failed */
export type FaultLog = (request: FastifyRequest, error: unknown, words: string) => void;

/** While the database is away, every request meets the same: one line in ten seconds says so. */
export function openFaultLog(log: Logger): FaultLog {
  const tellAway = throttledLog(log, "the database is away");
  return (request, error, words) => {
    const fields = { err: error, method: request.method, path: request.url.split("?")[0] };
    if (asFault(error).type === "ServiceUnavailable") tellAway({ ...fields, reqId: request.id });
    else request.log.error(fields, words);
  };
}
