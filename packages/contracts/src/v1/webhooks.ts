import * as z from "zod/mini";
import { described } from "../described.ts";
import { instant } from "../values.ts";
import { deliveryStatuses, WebhookAttempt, WebhookForm } from "../webhook.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** Where the events of one kind go. */
export const WebhookResource = z.object({
  name: described("Its id.", z.string()),
  url: described("For keys of Members only its host: the rest often holds a secret.", z.string()),
  event: described("The event that it hears of.", z.string()),
  enabled: described("Whether deliveries are made.", z.boolean()),
  domain: described("It gets only events on this domain; null: on all domains.", z.nullable(z.string())),
  description: described("What it is for, for people.", z.string()),
  creation: described("When it was made.", instant),
  failing_since: described("Since when nothing has been delivered.", z.nullable(instant)),
  paused: described("When the failures switched it off.", z.nullable(instant)),
});
export type WebhookResource = z.infer<typeof WebhookResource>;

export const DeliveryResource = z.object({
  name: described("The `webhook-id` that every attempt carries.", z.string()),
  event: described("The event that it tells of.", z.string()),
  test: described("Whether it is a test event, with made-up data.", z.boolean()),
  status: described("Pending: it is tried again.", z.enum(deliveryStatuses)),
  creation: described("When it was queued.", instant),
  next_attempt: described("When it is tried next; null when it is not.", z.nullable(instant)),
  attempts: described("The latest attempts, the oldest first.", z.array(WebhookAttempt)),
});

const id = described("The webhook's name.", z.string().check(z.minLength(1), z.maxLength(140)));
const { url: anyUrl, event: anyEvent, domain: anyDomain, description: anyDescription } = WebhookForm.shape;
const url = described("Where it is sent: an http or https URL on the public internet.", anyUrl);
const event = described("The event to hear of.", anyEvent);
const domain = described("Only events on this domain; null: on all.", anyDomain);
const description = described("What it is for, for people.", anyDescription);
const write = { scope: "webhooks:write" as const, access: "Administrator" as const };

export const webhooks = {
  list: restCall("GET", "/api/v1/webhooks", {
    summary: "List webhooks",
    description: "The newest first.",
    scope: "webhooks:read",
    input: z.strictObject(paged),
    output: Page(WebhookResource),
  }),
  create: restCall("POST", "/api/v1/webhooks", {
    summary: "Create a webhook",
    ...write,
    input: z.strictObject({
      url,
      event,
      domain,
      description,
      enabled: described("Whether deliveries are made from now on.", z._default(z.boolean(), true)),
    }),
    output: WebhookResource,
    location: (output) => `/api/v1/webhooks/${(output as WebhookResource).name}`,
  }),
  get: restCall("GET", "/api/v1/webhooks/:id", {
    summary: "Read a webhook",
    scope: "webhooks:read",
    input: z.strictObject({ id }),
    output: WebhookResource,
  }),
  update: restCall("PATCH", "/api/v1/webhooks/:id", {
    summary: "Change a webhook",
    ...write,
    input: z.strictObject({
      id,
      url: z.optional(url),
      event: z.optional(event),
      domain,
      description,
      enabled: described("Switches it on or off.", z.optional(z.boolean())),
    }),
    output: WebhookResource,
  }),
  remove: restCall("DELETE", "/api/v1/webhooks/:id", {
    summary: "Delete a webhook",
    ...write,
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  deliveries: restCall("GET", "/api/v1/webhooks/:id/deliveries", {
    summary: "List a webhook's deliveries",
    description: "Deliveries that were or will be made, the newest first. Answers can quote private mail.",
    scope: "webhooks:read",
    access: "Administrator",
    input: z.strictObject({ id, ...paged }),
    output: Page(DeliveryResource),
  }),
};
