import type { Contract, RefusalType } from "@mayfly/contracts";
import type { Refusal } from "../refusal.ts";
import type { WireFormat } from "./format.ts";

/** Below it, every path is a resource of the REST API (row Q07). */
export const restPrefix = "/api/v1";

/** The status, the stable word and the title of each refusal (RFC 9457, row Q10). */
const problems: Record<RefusalType, [status: number, code: string, title: string]> = {
  AuthenticationError: [401, "unauthenticated", "Not authenticated"],
  PermissionError: [403, "forbidden", "Not permitted"],
  DoesNotExistError: [404, "not_found", "Not found"],
  DuplicateEntryError: [409, "conflict", "Conflict"],
  RequestTooLarge: [413, "too_large", "Request too large"],
  ValidationError: [422, "invalid", "Invalid request"],
  TooManyRequests: [429, "rate_limited", "Too many requests"],
  ServerError: [500, "server_error", "Server error"],
  ServiceUnavailable: [503, "unavailable", "Service unavailable"],
};
const unread: (typeof problems)[RefusalType] = [400, "unreadable", "Request cannot be read"];
const wrongMethod: (typeof problems)[RefusalType] = [405, "method_not_allowed", "Method not allowed"];

function problemOf({ type, isUnread, allow }: Refusal) {
  if (allow !== undefined) return wrongMethod;
  return isUnread ? unread : problems[type];
}

/** A field of the request's body, or of its query, as a JSON pointer (RFC 6901). */
const pointerTo = (path: string[]) =>
  path.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** The wire of the REST API: JSON, HTTP's own statuses, and problem details for refusals. */
export const rest: WireFormat = {
  statusOf: (refusal) => problemOf(refusal)[0],

  refusal(refusal, request_id) {
    const [status, code, title] = problemOf(refusal);
    const { message: detail, problems: errors, allow } = refusal;
    const headers = {
      ...(status === 401 && { "www-authenticate": "Bearer" }),
      ...(allow !== undefined && { allow }),
    };
    const named = errors?.map(({ path, text }) => ({ pointer: pointerTo(path), detail: text }));
    const problem = { type: "about:blank", title, status, detail, code, request_id };
    const body = JSON.stringify({ ...problem, ...(named && { errors: named }) });
    return { headers, contentType: "application/problem+json; charset=utf-8", body };
  },

  answer({ location }: Contract, output) {
    const created = location?.(output);
    return {
      // Without an output there is nothing to say but that it is done.
      status: created !== undefined ? 201 : output === undefined ? 204 : 200,
      headers: created === undefined ? {} : { location: created },
      contentType: "application/json; charset=utf-8",
      body: output === undefined ? "" : JSON.stringify(output),
    };
  },
};
