import * as z from "zod/mini";
import { canonicalAddress, canonicalDomain } from "../address.ts";
import { described } from "../described.ts";
import { daySeconds, emailNote, emailPrefix, emailTag, emailTags, emailTexts, visibilities } from "../email.ts";
import { oneLine } from "../fields.ts";
import { limits } from "../limits.ts";
import { instant } from "../values.ts";
import { rest } from "../wire.ts";
import { jobPath } from "./jobs.ts";
import { Page, PageWith, paged, queryFlag } from "./list.ts";
import { included, MessagePage, MessageResource } from "./messages.ts";
import { exampleOf, name } from "./named.ts";
import { Refusals, WaitAnswer, waitInput } from "./wait.ts";

/** A disposable address. */
export const EmailResource = name(
  "Email",
  z.object({
    id: described("Its id: the address, with its domain in ASCII.", z.string()),
    email_name: described("The same as `id`.", z.string()),
    unicode_name: described("The address with its domain as people write it.", z.string()),
    domain_name: described("The part after the @.", z.string()),
    owner: described("The member who owns the address.", z.string()),
    reason: described("What it was created for; may be empty.", z.string()),
    run: described("The label of the run that created it; null if there is none.", z.nullable(z.string())),
    tags: described("Its tags; may be empty.", z.array(z.string())),
    note: described("What people have noted about it; may be empty.", z.string()),
    visibility: described(
      "`Private`: only its owner and Administrators can read its mail. `Public`: everyone in the company can.",
      z.enum(visibilities),
    ),
    is_active: described("Whether it accepts mail.", z.boolean()),
    expiry: described("When it stops accepting mail; null if never.", z.nullable(instant)),
    creation: described("When it was created.", instant),
    modified: described("When it was last changed.", instant),
  }),
  {
    id: "signup-test@mayfly.test",
    email_name: "signup-test@mayfly.test",
    unicode_name: "signup-test@mayfly.test",
    domain_name: "mayfly.test",
    owner: "ada@lakeside.example",
    reason: "Sign-up flow on staging",
    run: "ci/4711",
    tags: ["smoke"],
    note: "",
    visibility: "Private",
    is_active: true,
    expiry: "2026-12-05T09:30:00.000Z",
    creation: "2026-11-28T09:30:00.000Z",
    modified: "2026-11-28T09:30:00.000Z",
  },
);
export type EmailResource = z.infer<typeof EmailResource>;

/** Seconds that an address may live. */
export const lifetimes = { shortest: 60, longest: 365 * daySeconds } as const;

/** In either spelling of an internationalised domain. */
const domain = z.string().check(z.minLength(1), z.maxLength(253, { abort: true }), z.overwrite(canonicalDomain));
const id = described(
  "The address. `name+anything@` stands for `name@`, as it does for mail.",
  z.string().check(z.minLength(1), z.maxLength(320, { abort: true }), z.overwrite(canonicalAddress)),
);
const reason = described(
  "What the address is for.",
  z.string().check(z.overwrite(oneLine), z.maxLength(limits.emailReasonMax, { error: emailTexts.reasonTooLong })),
);
const tags = described(
  `Tags of your choice, at most ${limits.tagsMax}, of lowercase letters, digits and hyphens.`,
  emailTags,
);
const note = described(`A note, of at most ${limits.noteMax} characters.`, emailNote);
/** A label: what programs write in names of jobs and builds, without signs that mean something else in a URL's query. */
export const runLabel = described(
  "A label of your choice for the addresses of one run, such as a CI job.",
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(100),
      z.regex(/^[\w.:/@-]+$/, { error: "A label may contain only letters, digits and . _ : / @ -" }),
    ),
);
const expires_in = described(
  "Seconds until it stops accepting mail, if the plan lets you choose; null for never.",
  z.nullable(z.int().check(z.minimum(lifetimes.shortest), z.maximum(lifetimes.longest))),
);

/** Of an address's messages, the newest so many are counted. */
export const countedMessages = 1_000;

/** How much mail an address has. */
export const EmailCounts = name(
  "EmailCounts",
  z.object({
    id: described("The id of the address.", z.string()),
    email_name: described("The address, with its domain in ASCII.", z.string()),
    unicode_name: described("The address with its domain as people write it.", z.string()),
    messages: described(`How many messages it has; ${countedMessages}: that many or more.`, z.int()),
    unread: described("How many of these the key's member has not opened.", z.int()),
  }),
  {
    id: exampleOf(EmailResource).id,
    email_name: exampleOf(EmailResource).email_name,
    unicode_name: exampleOf(EmailResource).unicode_name,
    messages: 3,
    unread: 1,
  },
);
export type EmailCounts = z.infer<typeof EmailCounts>;

/** Which addresses are listed. */
const filtered = {
  ...paged,
  is_active: described("`true`: only active addresses; `false`: only inactive ones.", z.optional(queryFlag)),
  domain: described("Only addresses on this domain.", z.optional(domain)),
  run: z.optional(runLabel),
  tag: described("Only addresses with this tag.", z.optional(emailTag)),
};

/** A try to send mail to an address: it was taken, put off, or refused. */
export const AttemptResource = name(
  "Attempt",
  z.object({
    outcome: described(
      "`deferred`: the sender was told to try again later.",
      z.enum(["accepted", "deferred", "refused"]),
    ),
    creation: described("When the attempt was made.", instant),
    mail_from: described("The envelope sender; empty for bounces.", z.string()),
    network: described("The network it came from; null if unknown.", z.nullable(z.string())),
    helo: described("The name that the client gave in HELO or EHLO; null if unknown.", z.nullable(z.string())),
    tls: described("The TLS version; empty without TLS, null if unknown.", z.nullable(z.string())),
    reply: described("The reply that the sender received.", z.string()),
    reason: described(
      "Why it was not accepted; null if it was. `full`: the server's disk is full. `over_quota`: the company has received as much mail today as its plan allows. `lost`: the connection was lost before the message was complete. `syntax`: the client sent a command or parameter that the receiver does not accept.",
      z.nullable(
        z.enum([
          ...(["unknown", "ended", "too_large", "too_many_recipients"] as const),
          ...(["full", "over_quota", "busy", "lost", "syntax", "failed"] as const),
        ]),
      ),
    ),
    message: described(
      "The id of the resulting message; null if there is none or it was deleted.",
      z.nullable(z.string()),
    ),
  }),
  {
    outcome: "refused",
    creation: "2026-11-28T09:31:40.000Z",
    mail_from: "app@staging.example",
    network: "198.51.100.7",
    helo: "mx.staging.example",
    tls: "TLSv1.3",
    reply: "550 5.2.1 The address is no longer active",
    reason: "ended",
    message: null,
  },
);
export type AttemptResource = z.infer<typeof AttemptResource>;

export const emails = {
  list: rest.get("/api/v1/emails", {
    summary: "List addresses",
    description: "Newest first. Members see their own addresses and Public ones.",
    scope: "emails:read",
    input: z.strictObject(filtered),
    output: Page("EmailPage", EmailResource),
  }),
  counts: rest.get("/api/v1/emails/counts", {
    summary: "Count the messages of several addresses",
    description: "For each address of the list, in its order.",
    scope: "messages:read",
    input: z.strictObject(filtered),
    output: Page("EmailCountsPage", EmailCounts),
  }),
  create: rest.post("/api/v1/emails", {
    summary: "Create an address",
    description: "All fields are optional. By default, the prefix is random and the domain is the platform's first.",
    scope: "emails:write",
    causes: "email.created",
    input: z.strictObject({
      prefix: described("The part before the @; random by default.", z.optional(emailPrefix)),
      domain: described(
        "One of the company's verified domains or the platform's domains; by default, the platform's first.",
        z.optional(domain),
      ),
      expires_in: z.optional(expires_in),
      reason: z._default(reason, ""),
      visibility: described(
        "Who can read its mail: its owner and Administrators (`Private`) or everyone in the company (`Public`).",
        z._default(z.enum(visibilities), "Private"),
      ),
      run: z.optional(runLabel),
      tags: z._default(tags, []),
      note: z._default(note, ""),
    }),
    example: { reason: "Sign-up flow on staging", run: "ci/4711", tags: ["smoke"] },
    output: EmailResource,
    location: (output) => `/api/v1/emails/${encodeURIComponent((output as EmailResource).id)}`,
  }),
  get: rest.get("/api/v1/emails/:id", {
    summary: "Get an address",
    scope: "emails:read",
    names: { id: "address" },
    input: z.strictObject({ id }),
    output: EmailResource,
  }),
  update: rest.patch("/api/v1/emails/:id", {
    summary: "Change, activate or deactivate an address",
    description: "A new `expires_in` counts from now.",
    scope: "emails:write",
    names: { id: "address" },
    causes: "email.updated",
    input: z.strictObject({
      id,
      is_active: described("Activates or deactivates it.", z.optional(z.boolean())),
      expires_in: z.optional(expires_in),
      reason: z.optional(reason),
      run: described("A new label; null removes it.", z.optional(z.nullable(runLabel))),
      tags: described("All of its tags from now on.", z.optional(emailTags)),
      note: z.optional(note),
    }),
    example: { reason: "Sign-up flow on production", run: null },
    output: EmailResource,
  }),
  remove: rest.remove("/api/v1/emails/:id", {
    summary: "Deactivate an address",
    description: "Its mail is kept, and its name is never given to anyone else.",
    scope: "emails:write",
    names: { id: "address" },
    causes: "email.deactivated",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  remove_run: rest.remove("/api/v1/emails", {
    summary: "Deactivate all addresses of a run",
    description:
      "Deactivates every address with this `run` label. Their mail is kept. If there are more than fit in a call of about two seconds, the answer is 202 and the rest goes on as a job.",
    scope: "emails:write",
    names: { run: "run" },
    causes: "email.deactivated",
    input: z.strictObject({ run: runLabel }),
    output: z.object({
      deactivated: described("How many addresses this call deactivated.", z.int()),
      job: described("The job that deactivates the rest; null: all are deactivated.", z.nullable(z.uuid())),
    }),
    job: (output) => jobPath((output as { job: string | null }).job),
  }),
  attempts: rest.get("/api/v1/emails/:id/attempts", {
    summary: "List delivery attempts for an address",
    description:
      "All attempts to send mail there in the last seven days, newest first: accepted messages, and up to 50 deferred or refused attempts a day.",
    scope: "messages:read",
    names: { id: "address" },
    input: z.strictObject({ id, ...paged }),
    output: PageWith(
      "AttemptPage",
      AttemptResource,
      {
        refusals: described(
          "All attempts that were refused or deferred in the last seven days, listed or not.",
          Refusals,
        ),
      },
      { refusals: { count: 1, first: exampleOf(AttemptResource).creation, last: exampleOf(AttemptResource).creation } },
    ),
  }),
  wait: rest.hold("/api/v1/emails/:id/wait", {
    summary: "Wait for mail",
    description:
      "Answers as soon as the address has mail that matches, newest first. If nothing arrives in time, the answer says why.",
    scope: "messages:read",
    fieldScopes: { claim: "messages:write" },
    names: { id: "address" },
    input: z.strictObject({ id, ...waitInput }),
    example: { match: { subject: "code", has: "code" }, timeout: 30 },
    output: WaitAnswer,
  }),
  messages: rest.get("/api/v1/emails/:id/messages", {
    summary: "List an address's messages",
    description: "Newest first.",
    scope: "messages:read",
    names: { id: "address" },
    input: z.strictObject({ id, ...paged, include: included }),
    example: { include: "text,html,codes,links" },
    output: MessagePage,
  }),
  count: rest.get("/api/v1/emails/:id/counts", {
    summary: "Count an address's messages",
    scope: "messages:read",
    names: { id: "address" },
    input: z.strictObject({ id }),
    output: EmailCounts,
  }),
  latest: rest.get("/api/v1/emails/:id/messages/latest", {
    summary: "Read an address's newest message",
    description: "Answers 404 while the address has no message. To wait for one, use wait.",
    scope: "messages:read",
    names: { id: "address" },
    input: z.strictObject({ id, include: included }),
    example: { include: "text,html,codes,links" },
    output: MessageResource,
  }),
  remove_messages: rest.remove("/api/v1/emails/:id/messages", {
    summary: "Delete all messages of an address",
    description: "Deletes them for good, the newest first, some 1,000 in one call. Repeat it while `left` is true.",
    scope: "messages:write",
    names: { id: "address" },
    causes: "message.deleted",
    input: z.strictObject({ id }),
    output: z.object({
      deleted: described("How many messages this call deleted.", z.int()),
      left: described("Whether the address has messages still.", z.boolean()),
    }),
  }),
};
