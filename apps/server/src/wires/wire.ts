import type { Contract } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../refusal.ts";
import type { WireFormat } from "./format.ts";
import { frappe } from "./frappe.ts";
import { rest, restPrefix } from "./rest.ts";

const formats: Record<Contract["wire"], WireFormat> = { frappe, rest };

export const formatOf = ({ wire }: Pick<Contract, "wire">): WireFormat => formats[wire];

/** What is known of a request before, or without, its call. */
interface RoutedRequest {
  url: string;
  routeOptions?: { config?: { wire?: Contract["wire"] } };
}

/**
 * The wire of a request. A call has the wire of its contract, whatever spelling of its path the router has understood; only
 * what is not there is judged by the path.
 */
export function wireOf({ url, routeOptions }: RoutedRequest): Contract["wire"] {
  const wire = routeOptions?.config?.wire;
  if (wire !== undefined) return wire;
  const read = readPath(url);
  return read === restPrefix || read.startsWith(`${restPrefix}/`) ? "rest" : "frappe";
}

/** A request's path as people read it: without an origin, decoded, and without empty parts. */
export function readPath(url: string): string {
  const [path = ""] = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").split(/[?#;]/);
  return decoded(path).replace(/\/{2,}/g, "/");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The status of a refusal on the wire of the request. */
export const statusOf = (request: RoutedRequest, refusal: Refusal): number =>
  formats[wireOf(request)].statusOf(refusal);

/** Answers with a refusal on the wire of the request. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const format = formats[wireOf(request)];
  const { headers, contentType, body } = format.refusal(refusal, request.id);
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", refusal.retryAfter);
  return reply.code(format.statusOf(refusal)).headers(headers).type(contentType).send(body);
}
