import * as z from "zod/mini";
import { described } from "../described.ts";
import type { RefusalType } from "../wire.ts";

/** Why the REST API refuses a request, by the stable word that programs look at (row Q10). */
export const problems = {
  unauthenticated: {
    status: 401,
    title: "Not authenticated",
    about: "The request has no key. Send it as Authorization: Bearer mfly_…",
  },
  invalid_key: {
    status: 401,
    title: "Invalid key",
    about: "There is no such key, it has expired or was revoked, or its member has been deactivated.",
  },
  forbidden: { status: 403, title: "Not permitted", about: "The key's member may not do this." },
  insufficient_scope: {
    status: 403,
    title: "Scope missing",
    about: "The key lacks the scope that required_scope names. Make a key that has it.",
  },
  network_not_allowed: {
    status: 403,
    title: "Network not allowed",
    about: "The key may be used only from the networks that it lists, and the request came from another.",
  },
  plan_expired: { status: 403, title: "Plan expired", about: "The company's plan has expired." },
  feature_unavailable: {
    status: 403,
    title: "Not in the plan",
    about: "The company's plan lacks a feature, which the member feature names.",
  },
  limit_reached: {
    status: 403,
    title: "Plan limit reached",
    about: "The company has as many as its plan allows. The member feature names of what.",
  },
  not_found: { status: 404, title: "Not found", about: "It does not exist, or the key's member may not see it." },
  address_ended: {
    status: 410,
    title: "Address ended",
    about: "The address takes no more mail, so none can be waited for. Activate it, or create another.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    about: "The header Allow lists the methods that there are.",
  },
  conflict: { status: 409, title: "Conflict", about: "Something with this name is there already." },
  idempotency_in_progress: {
    status: 409,
    title: "Still running",
    about: "The first request with this Idempotency-Key has no answer yet. Repeat it later.",
  },
  too_large: { status: 413, title: "Request too large", about: "The request's body is too large." },
  unsupported_media_type: {
    status: 415,
    title: "Media type not supported",
    about: "A body is JSON: send it with Content-Type: application/json.",
  },
  unreadable: { status: 400, title: "Request cannot be read", about: "The body is not JSON, or not an object." },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    about: "The cursor was not made for this list with these filters. Begin without one.",
  },
  invalid: {
    status: 422,
    title: "Invalid request",
    about: "A field is missing, unknown or wrong. The member errors names each by a JSON pointer.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Other request with this key",
    about: "An earlier request with this Idempotency-Key had another body.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    about: "Repeat the request after as many seconds as Retry-After says.",
  },
  too_many_guesses: {
    status: 429,
    title: "Too many unknown keys",
    about:
      "There is no such key, and the network has sent too many that do not exist. Keys that exist work all the while. Check the key; Retry-After says when it may be tried again.",
  },
  server_error: {
    status: 500,
    title: "Server error",
    about: "The fault is ours. Quote request_id when you report it.",
  },
  unavailable: { status: 503, title: "Service unavailable", about: "Repeat the request in a few seconds." },
} as const satisfies Record<string, { status: number; title: string; about: string }>;
export type ProblemCode = keyof typeof problems;

/** The word for a refusal that has none of its own. */
export const problemOfType: Record<RefusalType, ProblemCode> = {
  AuthenticationError: "unauthenticated",
  PermissionError: "forbidden",
  DoesNotExistError: "not_found",
  DuplicateEntryError: "conflict",
  RequestTooLarge: "too_large",
  ValidationError: "invalid",
  TooManyRequests: "rate_limited",
  ServerError: "server_error",
  ServiceUnavailable: "unavailable",
};

const codes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** A refusal as the REST API writes it: problem details (RFC 9457). */
export const Problem = z.object({
  type: described("Where the code is explained.", z.string()),
  title: described("The kind of problem, for people.", z.string()),
  status: described("The HTTP status.", z.int()),
  detail: described("What is wrong with this request, for people.", z.string()),
  code: described("The kind of problem, for programs. It does not change.", z.enum(codes)),
  request_id: described("By which the server's log names the request.", z.string()),
  errors: described(
    "What is wrong with which field of the request.",
    z.optional(
      z.array(
        z.object({
          pointer: z.string(),
          detail: z.string(),
          position: described("Of a search: the first character that is wrong, from 0.", z.optional(z.int())),
          length: described("How many characters are wrong.", z.optional(z.int())),
        }),
      ),
    ),
  ),
  required_scope: described("Of insufficient_scope.", z.optional(z.string())),
  feature: described("Of feature_unavailable and limit_reached.", z.optional(z.string())),
});
export type Problem = z.infer<typeof Problem>;
