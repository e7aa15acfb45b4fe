import type { FastifyRequest } from "fastify";

/** Logs a fault of ours that a request met. @param words what has failed */
export const logFault = (request: FastifyRequest, error: unknown, words: string): void =>
  request.log.error({ err: error, method: request.method, path: request.url.split("?")[0] }, words);
