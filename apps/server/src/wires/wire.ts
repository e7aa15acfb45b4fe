import type { Contract } from "@mayfly/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Refusal } from "../refusal.ts";
import type { WireFormat } from "./format.ts";
import { frappe } from "./frappe.ts";
import { rest, restPrefix } from "./rest.ts";

const formats: Record<Contract["wire"], WireFormat> = { frappe, rest };

export const formatOf = ({ wire }: Pick<Contract, "wire">): WireFormat => formats[wire];

/** The wire of a request, be it for a call or for something that is not there. */
export const wireOf = ({ url }: { url: string }): Contract["wire"] =>
  url === restPrefix || url.startsWith(`${restPrefix}/`) || url.startsWith(`${restPrefix}?`) ? "rest" : "frappe";

/** The status of a refusal on the wire of the request. */
export const statusOf = (request: { url: string }, refusal: Refusal): number =>
  formats[wireOf(request)].statusOf(refusal);

/** Answers with a refusal on the wire of the request. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const format = formats[wireOf(request)];
  const { headers, contentType, body } = format.refusal(refusal, request.id);
  if (refusal.retryAfter !== undefined) void reply.header("retry-after", refusal.retryAfter);
  return reply.code(format.statusOf(refusal)).headers(headers).type(contentType).send(body);
}
