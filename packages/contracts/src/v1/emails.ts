import * as z from "zod/mini";
import { daySeconds, emailPrefix, emailTexts, visibilities } from "../email.ts";
import { limits } from "../limits.ts";
import { instant } from "../values.ts";
import { restCall } from "../wire.ts";
import { Page, paged, queryFlag } from "./list.ts";
import { included, MessageSummary } from "./messages.ts";

/** A disposable address. */
export const EmailResource = z.object({
  /** The address, which is its id. */
  email_name: z.string(),
  domain_name: z.string(),
  /** The member whose address it is. */
  owner: z.string(),
  reason: z.string(),
  /** The label of the program's run that made it; null: none. */
  run: z.nullable(z.string()),
  /** Private: its owner and Administrators read its mail. Public: everybody in the company. */
  visibility: z.enum(visibilities),
  /** Whether it takes mail. */
  is_active: z.boolean(),
  /** When it stops taking mail; null: never. */
  expiry: z.nullable(instant),
  creation: instant,
  modified: instant,
});
export type EmailResource = z.infer<typeof EmailResource>;

/** Seconds that an address may live. */
export const lifetimes = { shortest: 60, longest: 365 * daySeconds } as const;

const id = z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(320));
const reason = z.string().check(z.trim(), z.maxLength(limits.emailReasonMax, { error: emailTexts.reasonTooLong }));
/** A label: what people and programs write in names of branches, jobs and builds. */
export const runLabel = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(/^[\w.:/@#+-]+$/));
const expires_in = z.nullable(z.int().check(z.minimum(lifetimes.shortest), z.maximum(lifetimes.longest)));

export const emails = {
  /** The newest first. Of a Member: their own and Public ones. */
  list: restCall("GET", "/api/v1/emails", {
    summary: "List addresses",
    scope: "emails:read",
    input: z.strictObject({
      ...paged,
      is_active: z.optional(queryFlag),
      domain: z.optional(z.string().check(z.toLowerCase(), z.maxLength(253))),
      run: z.optional(runLabel),
    }),
    output: Page(EmailResource),
  }),
  /** Everything is optional: without a prefix it is a random one, without a domain on the platform's first. */
  create: restCall("POST", "/api/v1/emails", {
    summary: "Create an address",
    scope: "emails:write",
    input: z.strictObject({
      prefix: z.optional(emailPrefix),
      domain: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(253))),
      /** Seconds, where the plan leaves a choice; null: it never expires. */
      expires_in: z.optional(expires_in),
      reason: z._default(reason, ""),
      visibility: z._default(z.enum(visibilities), "Private"),
      run: z.optional(runLabel),
    }),
    output: EmailResource,
    location: (output) => `/api/v1/emails/${encodeURIComponent((output as EmailResource).email_name)}`,
  }),
  get: restCall("GET", "/api/v1/emails/:id", {
    summary: "Read an address",
    scope: "emails:read",
    input: z.strictObject({ id }),
    output: EmailResource,
  }),
  /** Activates, deactivates, or changes an address. To give it a new end starts from now. */
  update: restCall("PATCH", "/api/v1/emails/:id", {
    summary: "Change, activate or deactivate an address",
    scope: "emails:write",
    input: z.strictObject({
      id,
      is_active: z.optional(z.boolean()),
      expires_in: z.optional(expires_in),
      reason: z.optional(reason),
      run: z.optional(z.nullable(runLabel)),
    }),
    output: EmailResource,
  }),
  /** Deactivates it. Its mail stays, and its name is never given to anybody else. */
  remove: restCall("DELETE", "/api/v1/emails/:id", {
    summary: "Deactivate an address",
    scope: "emails:write",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  /** Deactivates all addresses of a run. */
  remove_run: restCall("DELETE", "/api/v1/emails", {
    summary: "Deactivate all addresses of a run",
    scope: "emails:write",
    input: z.strictObject({ run: runLabel }),
    output: z.object({ deactivated: z.int() }),
  }),
  /** The messages of an address, the newest first. */
  messages: restCall("GET", "/api/v1/emails/:id/messages", {
    summary: "List an address's messages",
    scope: "messages:read",
    input: z.strictObject({ id, ...paged, include: included }),
    output: Page(MessageSummary),
  }),
};
