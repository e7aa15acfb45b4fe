import type { FastifyReply, FastifyRequest } from "fastify";
import { asFault, asRefusal } from "../wires/failure.ts";
import { codeOf } from "../wires/rest.ts";
import { refuse, statusOf } from "../wires/wire.ts";
import { logFault } from "./fault_log.ts";
import type { Pages } from "./pages.ts";

export const reads = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

/** Whether a browser opens this URL as a page, rather than a program calling it. */
export const isVisit = (request: FastifyRequest) =>
  reads(request) && request.headers.accept?.includes("text/html") === true;

const pathOf = ({ url }: FastifyRequest) => url.split("?")[0];

/** Answers what has failed, or was refused, as its caller reads it, and logs it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, pages: Pages) {
  const refusal = asRefusal(error, request.headers["content-type"]);
  const said = refusal ?? asFault(error);
  if (refusal === undefined) {
    logFault(request, error, "request failed");
    if (isVisit(request) && pages.send("500.html", request, reply, statusOf(request, said))) return reply;
  } else {
    const { method, ip, key, routeOptions } = request;
    const status = statusOf(request, said);
    // What nobody can be asked about, or has no end, is not worth a line that the operator keeps.
    if (key === undefined || status === 429) {
      request.log.debug({ method, path: pathOf(request), from: ip, status }, "request refused");
    } else {
      const call = `${method} ${routeOptions.url ?? pathOf(request)}`;
      request.log.info({ key, call, status, code: codeOf(said) }, "request refused");
    }
  }
  return refuse(request, reply, said);
}
