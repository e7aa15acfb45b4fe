import * as z from "zod/mini";
import { described } from "../described.ts";
import type { RefusalType } from "../wire.ts";
import { name } from "./named.ts";

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
    about: "The key does not exist, has expired or was revoked, or its member is deactivated.",
  },
  forbidden: { status: 403, title: "Not permitted", about: "The key's member may not do this." },
  insufficient_scope: {
    status: 403,
    title: "Scope missing",
    about: "The key lacks the scope named in `required_scope`. Use a key that has it.",
  },
  network_not_allowed: {
    status: 403,
    title: "Network not allowed",
    about: "The key works only from the networks it is limited to, and the request came from another.",
  },
  plan_expired: { status: 403, title: "Plan expired", about: "The company's plan has expired." },
  feature_unavailable: {
    status: 403,
    title: "Not in the plan",
    about: "The plan does not include this feature; `feature` says which.",
  },
  limit_reached: {
    status: 403,
    title: "Plan limit reached",
    about: "The plan's limit is reached; `feature` says which.",
  },
  not_found: { status: 404, title: "Not found", about: "It does not exist, or the key's member may not see it." },
  address_ended: {
    status: 410,
    title: "Address ended",
    about: "The address no longer accepts mail, so there is nothing to wait for. Activate it, or create another.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    about: "The `Allow` header lists the supported methods.",
  },
  conflict: { status: 409, title: "Conflict", about: "Something with this name already exists." },
  idempotency_in_progress: {
    status: 409,
    title: "Still running",
    about: "The first request with this Idempotency-Key has no answer yet. Try again later.",
  },
  too_large: { status: 413, title: "Request too large", about: "The request body is too large." },
  timed_out: { status: 408, title: "Request timed out", about: "The request did not arrive completely in time." },
  headers_too_large: {
    status: 431,
    title: "Headers too large",
    about: "The URL and the headers can have at most 16 KB together.",
  },
  unsupported_media_type: {
    status: 415,
    title: "Media type not supported",
    about: "Send the body as JSON, with Content-Type: application/json.",
  },
  unreadable: {
    status: 400,
    title: "Request cannot be read",
    about: "It is not valid HTTP, or its body is not a JSON object.",
  },
  invalid_cursor: {
    status: 400,
    title: "Invalid cursor",
    about: "The cursor belongs to another list or to other filters. Start again without one.",
  },
  invalid: {
    status: 422,
    title: "Invalid request",
    about: "A field is missing, unknown or invalid. `errors` lists each one, with a JSON pointer.",
  },
  idempotency_mismatch: {
    status: 422,
    title: "Idempotency key already used",
    about: "This Idempotency-Key was already used for a different request.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    about: "Try again after the number of seconds in `Retry-After`.",
  },
  too_many_guesses: {
    status: 429,
    title: "Too many unknown keys",
    about:
      "The key does not exist, and this network has sent too many such keys. Valid keys still work. Check the key, and try again after the number of seconds in `Retry-After`.",
  },
  server_error: {
    status: 500,
    title: "Server error",
    about: "Something went wrong on our side. Quote `request_id` when you report it.",
  },
  unavailable: { status: 503, title: "Service unavailable", about: "Try again in a few seconds." },
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
export const Problem = name(
  "Problem",
  z.object({
    type: described("The URL of the explanation of the code.", z.string()),
    title: described("The kind of problem, in words.", z.string()),
    status: described("The HTTP status.", z.int()),
    detail: described("What is wrong with this request, in words.", z.string()),
    code: described("The kind of problem, as a stable code for programs.", z.enum(codes)),
    request_id: described("The id of the request in the server's log.", z.string()),
    errors: described(
      "The fields that are wrong, and why.",
      z.optional(
        z.array(
          z.object({
            pointer: z.string(),
            detail: z.string(),
            position: described(
              "In a search: the position of the first wrong character, counted from 0.",
              z.optional(z.int()),
            ),
            length: described("In a search: the number of wrong characters.", z.optional(z.int())),
          }),
        ),
      ),
    ),
    required_scope: described("With `insufficient_scope`: the scope that is missing.", z.optional(z.string())),
    feature: described(
      "With `feature_unavailable` and `limit_reached`: the feature concerned.",
      z.optional(z.string()),
    ),
  }),
  {
    type: "/api/v1/docs/problems#invalid",
    title: "Invalid request",
    status: 422,
    detail: "Unknown field: prefx",
    code: "invalid",
    request_id: "8f14e45f-ceea-467f-a9d1-1c1b2c3d4e5f",
    errors: [{ pointer: "#/prefx", detail: "Unknown field: prefx" }],
  },
);
export type Problem = z.infer<typeof Problem>;
