import * as z from "zod/mini";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";
import { blank, Done, doneTo, flag, instant, logical, paging } from "./values.ts";
import { webhookEventNames } from "./webhook_event.ts";
import { api, get, methods, post } from "./wire.ts";

/** The hex HMAC-SHA256 of the body, with the company's secret as it is shown (requirement P72). */
export const signatureHeader = "X-Mayfly-Signature";

export const webhookTexts = {
  title: "Webhooks",
  limitReached: "Limit reached",
  createTitle: "Create New Webhook",
  creating: "Creating...",
  created: "Webhook created successfully!",
  editTitle: "Edit Webhook",
  updating: "Updating...",
  updated: "Webhook updated successfully!",
  deleted: "Webhook deleted successfully!",
  deleteFailed: "Failed to delete webhook",
  deleteThrown: "An error occurred while deleting webhook",
  activated: "Webhook activated successfully!",
  deactivated: "Webhook deactivated successfully!",
  toggleFailed: "Failed to update webhook status",
  toggleThrown: "An error occurred while updating webhook status",
  secretCopied: "Secret key copied to clipboard!",
  secretFetchFailed: "Failed to fetch secret key",
  secretCopyFailed: "Failed to copy secret key",
  regenerated: "HMAC password regenerated successfully!",
  regenerateFailed: "Failed to regenerate HMAC password",
  regenerateThrown: "An error occurred while regenerating HMAC password",
  upgrade:
    "Webhooks are not available in your current plan. Upgrade to start receiving real-time notifications about events.",
  urlRequired: "URL is required",
  urlInvalid: "Please enter a valid http or https URL",
  urlCredentials: "The URL must not contain a user name or password",
  urlInside: "The URL must lead to the public internet",
  eventRequired: "Event is required",
  foreignDomain: "Domain not found",
  messageGone: "The message is no longer kept",
  bodyAhead: "Nothing has been sent yet.",
  bodyGone: "What was sent is not kept. A message's text is kept only once a try has failed.",
  bodyFailed: "What was sent could not be loaded.",
  empty: "No webhooks yet",
  emptyHint: "Have Mayfly tell your systems when mail arrives or an address changes.",
  listFailed: "The webhooks could not be loaded.",
  deliveriesEmpty: "No deliveries yet",
  deliveriesEmptyHint: "They appear here as soon as the event happens, and stay for seven days.",
  testQueued: "Test event queued. The result appears below.",
  deliveringAgain: "Delivering again",
  paused: "Paused because its deliveries failed. Enable it to send what waits and what comes.",
  disabled: "Enable the webhook first",
} as const;

const credentials = /^https?:\/\/[^/?#]*@/i;

const url = z
  .pipe(
    z
      .string({ error: webhookTexts.urlRequired })
      .check(
        z.trim(),
        z.minLength(1, { error: webhookTexts.urlRequired, abort: true }),
        z.maxLength(limits.urlMax, { error: texts.tooLong("URL", limits.urlMax), abort: true }),
      ),
    z.url({ protocol: /^https?$/, error: webhookTexts.urlInvalid }),
  )
  .check(z.refine((text) => !credentials.test(text), { error: webhookTexts.urlCredentials }));

/** Blank and null both mean none. */
const domain = z.pipe(
  z.nullable(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(253, { error: webhookTexts.foreignDomain }))),
  z.transform((name) => name || null),
);

const name = z.string().check(z.minLength(1), z.maxLength(limits.lineMax));

/** What a person says of a webhook. Of one that is there already, absent fields stay as they are. */
export const WebhookForm = z.object({
  url,
  event: z.enum(webhookEventNames, { error: webhookTexts.eventRequired }),
  enabled: blank(z.optional(logical)),
  domain: z.optional(domain),
  description: z.optional(
    z.pipe(
      z.nullable(
        z.string().check(
          z.trim(),
          z.maxLength(limits.webhookDescriptionMax, {
            error: texts.tooLong("Description", limits.webhookDescriptionMax),
          }),
        ),
      ),
      z.transform((text) => text ?? ""),
    ),
  ),
});

/** Where the events of one kind go. `id` equals `name`, `is_active` equals `enabled` (requirement P67). */
export const Webhook = z.object({
  id: z.string(),
  /** Made by the server; typed to delete it (requirement P69). */
  name: z.string(),
  url: z.string(),
  event: z.string(),
  enabled: flag,
  is_active: flag,
  /** Only what happens on this domain; null: on all. */
  domain: z.nullable(z.string()),
  domain_name: z.nullable(z.string()),
  description: z.string(),
  creation: instant,
  /** Since when nothing has been delivered. */
  failing_since: z.nullable(instant),
  /** When the failures switched it off. */
  paused: z.nullable(instant),
});
export type Webhook = z.infer<typeof Webhook>;

const WebhookEvent = z.object({
  id: z.string(),
  name: z.string(),
  label: z.string(),
  description: z.string(),
});

const HmacPassword = z.object({ header: z.string(), hmac_secret: z.string() });

const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export const WebhookAttempt = z.object({
  attempt: z.number(),
  creation: instant,
  /** Milliseconds. */
  duration: z.number(),
  /** The HTTP status; null when there was no answer. */
  status: z.nullable(z.number()),
  /** The start of the answer, or why there is none. */
  answer: z.string(),
});

export const WebhookDelivery = z.object({
  /** The `webhook-id` that every try carries. */
  name: z.string(),
  event: z.string(),
  test: z.boolean(),
  status: z.enum(deliveryStatuses),
  creation: instant,
  /** When it is tried next; null when it is not. */
  next_attempt: z.nullable(instant),
  /** The latest of them, the oldest first. */
  attempts: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A delivery, and what it tells of. */
export const LoggedDelivery = z.extend(WebhookDelivery, {
  /** The address, domain or member; empty when the message is no longer kept. */
  about: z.string(),
  /** Of a message. */
  subject: z.string(),
  /** The message, where it can be opened. */
  message: z.nullable(z.string()),
});
export type LoggedDelivery = z.infer<typeof LoggedDelivery>;

const page = paging(limits.listPageMax);

export const webhook = methods(`${api}.webhook`, {
  /** The company's one secret; it follows from SECRET_KEY until it is first replaced. */
  get_hmac_password: get({ access: "Administrator", input: z.object({}), output: HmacPassword }),
  /** Signatures use the new secret from the next try on. */
  regenerate_hmac_password: post({ access: "Administrator", input: z.object({}), output: HmacPassword }),
  /** The newest first. */
  get_all_webhooks: get({
    access: "Member",
    input: z.object(page),
    output: z.object({ webhooks: z.array(Webhook), count: z.number() }),
  }),
  /** With a name it changes that one instead (requirement P66). */
  create_webhook: post({
    access: "Administrator",
    plan: true,
    input: z.extend(WebhookForm, { name: blank(z.optional(name)) }),
    output: doneTo(Webhook),
  }),
  update_webhook: post({
    access: "Administrator",
    plan: true,
    input: z.extend(WebhookForm, { name }),
    output: doneTo(Webhook),
  }),
  /** To enable it needs the plan. */
  enable_disable_webhook: post({
    access: "Administrator",
    input: z.object({ webhook_name: name, enable: logical }),
    output: doneTo(Webhook),
  }),
  delete_webhook: post({
    access: "Administrator",
    input: z.object({ webhook_name: name }),
    output: Done,
  }),
  get_webhook_events: get({
    access: "Member",
    input: z.object({}),
    output: z.object({ events: z.array(WebhookEvent) }),
  }),
  /** What was sent or is yet to be, the newest first, each with its attempts. Answers can quote private mail. */
  get_webhook_deliveries: get({
    access: "Administrator",
    input: z.object({ webhook_name: name, ...page }),
    output: z.object({ webhook: Webhook, deliveries: z.array(LoggedDelivery), count: z.number() }),
  }),
  /**
   * The start of the text that was sent, or will be; null when it is not kept: that of a message is from the first try
   * that fails, and as long as the message.
   */
  get_delivery_body: get({
    access: "Administrator",
    input: z.object({ delivery: z.uuid() }),
    output: z.object({ body: z.nullable(z.string()) }),
  }),
  /** Sends the webhook's event with made-up data. */
  send_test_event: post({
    access: "Administrator",
    plan: true,
    input: z.object({ webhook_name: name }),
    output: WebhookDelivery,
  }),
  /** Sends the same id and body again, and begins the retries anew. */
  redeliver: post({
    access: "Administrator",
    plan: true,
    input: z.object({ delivery: z.uuid() }),
    output: WebhookDelivery,
  }),
});
