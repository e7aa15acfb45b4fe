import { type Contract, type ProblemCode, problemOfType, problems } from "@mayfly/contracts";
import type { Refusal } from "../refusal.ts";
import type { WireFormat } from "./format.ts";

/** Below it, every path is a resource of the REST API (row Q07). */
export const restPrefix = "/api/v1";

/** The stable word for a refusal. */
export function codeOf({ type, code, isUnread, allow }: Refusal): ProblemCode {
  if (code !== undefined) return code;
  if (allow !== undefined) return "method_not_allowed";
  return isUnread ? "unreadable" : problemOfType[type];
}

/** A field of the request's body, or of its query, as a JSON pointer in a URL's fragment (RFC 6901, section 6). */
const pointerTo = (path: string[]) =>
  `#${path.map((part) => `/${encodeURIComponent(part.toWellFormed().replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("")}`;

/** The wire of the REST API: JSON, HTTP's own statuses, and problem details for refusals. */
export const rest: WireFormat = {
  statusOf: (refusal) => problems[codeOf(refusal)].status,

  refusal(refusal, request_id) {
    const code = codeOf(refusal);
    const { status, title } = problems[code];
    const { message: detail, problems: errors, allow, named } = refusal;
    const { required_scope } = named;
    const headers = {
      "cache-control": "no-store",
      ...(required_scope && { "www-authenticate": `Bearer error="insufficient_scope", scope="${required_scope}"` }),
      ...(status === 401 && { "www-authenticate": code === "invalid_key" ? 'Bearer error="invalid_token"' : "Bearer" }),
      ...(allow !== undefined && { allow }),
    };
    const pointed = errors?.map(({ path, text, ...place }) => ({ pointer: pointerTo(path), detail: text, ...place }));
    const type = `${restPrefix}/docs/problems#${code}`;
    const problem = { type, title, status, detail, code, request_id, ...(pointed && { errors: pointed }), ...named };
    return { headers, contentType: "application/problem+json; charset=utf-8", body: JSON.stringify(problem) };
  },

  answer({ location, job }: Contract, output) {
    const [created, begun] = [location?.(output), job?.(output)];
    const place = created ?? begun;
    return {
      // Without an output there is nothing to say but that it is done.
      status: created !== undefined ? 201 : begun !== undefined ? 202 : output === undefined ? 204 : 200,
      headers: place === undefined ? {} : { location: place },
      contentType: "application/json; charset=utf-8",
      body: output === undefined ? "" : JSON.stringify(output),
    };
  },
};
