import { type Contract, problems } from "@mayfly/contracts";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { Refusal } from "../refusal.ts";
import { unknownField } from "../wires/issue_sentence.ts";

/** The fields of a call, as its wire carries them. @throws Refusal when the request cannot be read */
export const inputOf = (contract: Contract, request: FastifyRequest): Record<string, unknown> =>
  contract.wire === "rest" ? restInputOf(contract, request) : frappeInputOf(request);

/** Query, body and path parameters form one set of fields, as in the framework. */
const frappeInputOf = (request: FastifyRequest) => ({
  ...(request.query as object),
  ...bodyOf(request),
  ...(request.params as object),
});

/** Whether what is wrong is a field of the path. */
export const isAboutPath = ({ path }: Contract, { issues }: Pick<z.core.$ZodError, "issues">) =>
  issues.some(({ path: [field] }) => path.includes(`:${String(field)}`));

/**
 * What a REST request says of its body, before that is read: of another kind, nothing is looked into.
 * @throws Refusal when it has one that is no JSON
 */
export function requireJson({ headers }: FastifyRequest): void {
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (!hasBody) return;
  const refuse = (text: string) => Refusal.unread(text).as("unsupported_media_type");
  if (!/^application\/json *(; *charset="?utf-8"? *)?$/i.test(headers["content-type"] ?? "")) {
    throw refuse(problems.unsupported_media_type.about);
  }
  if (!/^(identity)?$/i.test(headers["content-encoding"] ?? "")) {
    throw refuse("Send the body uncompressed, without Content-Encoding.");
  }
}

/** Each field of a REST request has one place: the path, the body of what creates or changes, else the query. */
function restInputOf({ verb }: Contract, request: FastifyRequest): Record<string, unknown> {
  const { params, query } = request;
  if (request.body === null) throw Refusal.unread("The request body must be an object.");
  const body = bodyOf(request);
  const isInBody = verb === "POST" || verb === "PATCH";
  const [given, elsewhere] = isInBody ? [body, query as object] : [query as object, body];
  const misplaced = Object.keys(elsewhere).concat(
    Object.keys(given).filter((name) => Object.hasOwn(params as object, name)),
  );
  if (misplaced.length > 0) {
    const wrong = misplaced.map((name) => ({ path: [name], text: unknownField(name) }));
    throw Object.assign(Refusal.invalid(wrong[0]?.text ?? ""), { problems: wrong });
  }
  const repeated = isInBody
    ? []
    : Object.keys(given).filter((name) => Array.isArray(given[name as keyof typeof given]));
  const [first] = repeated;
  if (first !== undefined) {
    const wrong = repeated.map((name) => ({ path: [name], text: `${name.slice(0, 100)} was given more than once.` }));
    throw Object.assign(Refusal.invalid(wrong[0]?.text ?? ""), { problems: wrong });
  }
  return { ...given, ...(params as object) };
}

export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const body = request.body ?? {};
  if (typeof body !== "object" || Array.isArray(body)) {
    throw Refusal.unread("The request body must be an object.");
  }
  return body as Record<string, unknown>;
}
