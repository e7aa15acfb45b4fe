import * as z from "zod/mini";
import { canonicalAddress, canonicalDomain } from "../address.ts";
import { described } from "../described.ts";
import { daySeconds, emailPrefix, emailTexts, visibilities } from "../email.ts";
import { limits } from "../limits.ts";
import { instant } from "../values.ts";
import { heldCall, restCall } from "../wire.ts";
import { Page, paged, queryFlag } from "./list.ts";
import { included, MessagePage, MessageResource } from "./messages.ts";
import { Refusals, WaitAnswer, waitInput } from "./wait.ts";

/** A disposable address. */
export const EmailResource = z.object({
  email_name: described("The address, which is its id.", z.string()),
  domain_name: described("What stands behind its @.", z.string()),
  owner: described("The member whose address it is.", z.string()),
  reason: described("What it was made for; empty: nothing was said.", z.string()),
  run: described("The label of the program's run that made it; null: none.", z.nullable(z.string())),
  visibility: described(
    "Private: its owner and Administrators read its mail. Public: everybody in the company.",
    z.enum(visibilities),
  ),
  is_active: described("Whether it takes mail.", z.boolean()),
  expiry: described("When it stops taking mail; null: never.", z.nullable(instant)),
  creation: described("When it was made.", instant),
  modified: described("When it was last changed.", instant),
});
export type EmailResource = z.infer<typeof EmailResource>;

/** Seconds that an address may live. */
export const lifetimes = { shortest: 60, longest: 365 * daySeconds } as const;

/** In either spelling of an internationalised domain. */
const domain = z.string().check(z.minLength(1), z.maxLength(253, { abort: true }), z.overwrite(canonicalDomain));
const id = described(
  "The address. `name+anything@` leads to `name@`, as it does for mail.",
  z.string().check(z.minLength(1), z.maxLength(320, { abort: true }), z.overwrite(canonicalAddress)),
);
const reason = described(
  "What the address is for, for people.",
  z.string().check(z.trim(), z.maxLength(limits.emailReasonMax, { error: emailTexts.reasonTooLong })),
);
/** A label: what programs write in names of jobs and builds, without signs that mean something else in a URL's query. */
export const runLabel = described(
  "A label of your choice for all addresses of one run of a program.",
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(100),
      z.regex(/^[\w.:/@-]+$/, { error: "A label has letters, digits and . _ : / @ - only." }),
    ),
);
const expires_in = described(
  "Seconds until it stops taking mail, where the plan leaves a choice; null: never.",
  z.nullable(z.int().check(z.minimum(lifetimes.shortest), z.maximum(lifetimes.longest))),
);

/** Of an address's messages, the newest so many are counted. */
export const countedMessages = 1_000;

/** How much mail an address has. */
export const EmailCounts = z.object({
  email_name: described("The address.", z.string()),
  messages: described(`How many messages it has; ${countedMessages}: that many or more.`, z.int()),
  unread: described("How many of these the key's member has not opened.", z.int()),
});
export type EmailCounts = z.infer<typeof EmailCounts>;

/** Which addresses are listed. */
const filtered = {
  ...paged,
  is_active: described("Only addresses that take mail, or only those that do not.", z.optional(queryFlag)),
  domain: described("Only addresses on this domain.", z.optional(domain)),
  run: z.optional(runLabel),
};

/** A try to send mail to an address: it was taken, put off, or refused. */
export const AttemptResource = z.object({
  outcome: described("Deferred: the sender was told to try again.", z.enum(["accepted", "deferred", "refused"])),
  creation: described("When it was.", instant),
  mail_from: described("The envelope sender; empty for bounces.", z.string()),
  network: described("The network that it came from; null: not known.", z.nullable(z.string())),
  helo: described("What the client called itself; null: not known.", z.nullable(z.string())),
  tls: described("The version of TLS; empty: none; null: not known.", z.nullable(z.string())),
  reply: described("The reply that the sender got.", z.string()),
  reason: described(
    "Why it was not taken; null for what was taken. Full: the server's disk is. Over_quota: the company has received as much mail today as its plan allows. Lost: the connection was, before the end of the message. Syntax: the client sent a command or parameter that the receiver does not take.",
    z.nullable(
      z.enum([
        ...(["unknown", "ended", "too_large", "too_many_recipients"] as const),
        ...(["full", "over_quota", "busy", "lost", "syntax", "failed"] as const),
      ]),
    ),
  ),
  message: described("The message that it became; null: none, or it was deleted.", z.nullable(z.string())),
});
export type AttemptResource = z.infer<typeof AttemptResource>;

export const emails = {
  list: restCall("GET", "/api/v1/emails", {
    summary: "List addresses",
    description: "The newest first. Of a Member: their own and Public ones.",
    scope: "emails:read",
    input: z.strictObject(filtered),
    output: Page(EmailResource),
  }),
  counts: restCall("GET", "/api/v1/emails/counts", {
    summary: "Count the messages of several addresses",
    description: "For each address of the list, in its order.",
    scope: "messages:read",
    input: z.strictObject(filtered),
    output: Page(EmailCounts),
  }),
  create: restCall("POST", "/api/v1/emails", {
    summary: "Create an address",
    description:
      "Everything is optional: without a prefix it is a random one, without a domain on the platform's first.",
    scope: "emails:write",
    input: z.strictObject({
      prefix: described("What stands before the @; without one, a random name.", z.optional(emailPrefix)),
      domain: described(
        "One of the company's verified domains, or the platform's; without one, the platform's first.",
        z.optional(domain),
      ),
      expires_in: z.optional(expires_in),
      reason: z._default(reason, ""),
      visibility: described(
        "Who reads its mail: its owner and Administrators, or everybody in the company.",
        z._default(z.enum(visibilities), "Private"),
      ),
      run: z.optional(runLabel),
    }),
    example: { reason: "Sign-up flow on staging", run: "ci/4711" },
    output: EmailResource,
    location: (output) => `/api/v1/emails/${encodeURIComponent((output as EmailResource).email_name)}`,
  }),
  get: restCall("GET", "/api/v1/emails/:id", {
    summary: "Read an address",
    scope: "emails:read",
    input: z.strictObject({ id }),
    output: EmailResource,
  }),
  update: restCall("PATCH", "/api/v1/emails/:id", {
    summary: "Change, activate or deactivate an address",
    description: "Activates, deactivates, or changes an address. To give it a new end starts from now.",
    scope: "emails:write",
    input: z.strictObject({
      id,
      is_active: described("Activates or deactivates it.", z.optional(z.boolean())),
      expires_in: z.optional(expires_in),
      reason: z.optional(reason),
      run: described("Another label; null: none.", z.optional(z.nullable(runLabel))),
    }),
    example: { reason: "Sign-up flow on production", run: null },
    output: EmailResource,
  }),
  remove: restCall("DELETE", "/api/v1/emails/:id", {
    summary: "Deactivate an address",
    description: "Deactivates it. Its mail stays, and its name is never given to anybody else.",
    scope: "emails:write",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  remove_run: restCall("DELETE", "/api/v1/emails", {
    summary: "Deactivate all addresses of a run",
    description: "Deactivates all addresses of a run.",
    scope: "emails:write",
    input: z.strictObject({ run: runLabel }),
    output: z.object({ deactivated: described("How many addresses it was.", z.int()) }),
  }),
  attempts: restCall("GET", "/api/v1/emails/:id/attempts", {
    summary: "List what SMTP saw for an address",
    description:
      "Every try to send mail there in the last seven days, the newest first: accepted messages, and up to 50 deferred or refused attempts a day.",
    scope: "messages:read",
    input: z.strictObject({ id, ...paged }),
    output: z.extend(Page(AttemptResource), {
      refusals: described("All attempts that were refused or deferred, in the last seven days.", Refusals),
    }),
  }),
  wait: heldCall("/api/v1/emails/:id/wait", {
    summary: "Wait for mail",
    description:
      "Answers as soon as the address has mail that matches, the newest first. When nothing came in time, the answer says why.",
    scope: "messages:read",
    fieldScopes: { claim: "messages:write" },
    input: z.strictObject({ id, ...waitInput }),
    example: { match: { subject: "code", has: "code" }, timeout: 30 },
    output: WaitAnswer,
  }),
  messages: restCall("GET", "/api/v1/emails/:id/messages", {
    summary: "List an address's messages",
    description: "The messages of an address, the newest first.",
    scope: "messages:read",
    input: z.strictObject({ id, ...paged, include: included }),
    output: MessagePage,
  }),
  count: restCall("GET", "/api/v1/emails/:id/counts", {
    summary: "Count an address's messages",
    scope: "messages:read",
    input: z.strictObject({ id }),
    output: EmailCounts,
  }),
  latest: restCall("GET", "/api/v1/emails/:id/messages/latest", {
    summary: "Read an address's newest message",
    description: "Answers 404 while the address has no message. To wait for one, use wait.",
    scope: "messages:read",
    input: z.strictObject({ id, include: included }),
    output: MessageResource,
  }),
  remove_messages: restCall("DELETE", "/api/v1/emails/:id/messages", {
    summary: "Delete all messages of an address",
    description: "Deletes them for good, the newest first, some 1,000 in one call. Repeat it while `left` is true.",
    scope: "messages:write",
    input: z.strictObject({ id }),
    output: z.object({
      deleted: described("How many messages this call deleted.", z.int()),
      left: described("Whether the address has messages still.", z.boolean()),
    }),
  }),
};
