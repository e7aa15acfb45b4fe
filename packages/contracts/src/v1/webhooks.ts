import * as z from "zod/mini";
import { instant } from "../values.ts";
import { deliveryStatuses, WebhookAttempt, WebhookForm } from "../webhook.ts";
import { restCall } from "../wire.ts";
import { Page, paged } from "./list.ts";

/** Where the events of one kind go. */
export const WebhookResource = z.object({
  name: z.string(),
  /** For keys of Members only its host: the rest often holds a secret. */
  url: z.string(),
  event: z.string(),
  enabled: z.boolean(),
  /** It gets only events on this domain; null: on all domains. */
  domain: z.nullable(z.string()),
  description: z.string(),
  creation: instant,
  /** Since when nothing has been delivered. */
  failing_since: z.nullable(instant),
  /** When the failures switched it off. */
  paused: z.nullable(instant),
});
export type WebhookResource = z.infer<typeof WebhookResource>;

export const DeliveryResource = z.object({
  /** The `webhook-id` that every attempt carries. */
  name: z.string(),
  event: z.string(),
  test: z.boolean(),
  status: z.enum(deliveryStatuses),
  creation: instant,
  /** When it is tried next; null when it is not. */
  next_attempt: z.nullable(instant),
  attempts: z.array(WebhookAttempt),
});

const id = z.string().check(z.minLength(1), z.maxLength(140));
const { url, event, domain, description } = WebhookForm.shape;
const write = { scope: "webhooks:write" as const, access: "Administrator" as const };

export const webhooks = {
  /** The newest first. */
  list: restCall("GET", "/api/v1/webhooks", {
    summary: "List webhooks",
    scope: "webhooks:read",
    input: z.strictObject(paged),
    output: Page(WebhookResource),
  }),
  create: restCall("POST", "/api/v1/webhooks", {
    summary: "Create a webhook",
    ...write,
    input: z.strictObject({ url, event, domain, description, enabled: z._default(z.boolean(), true) }),
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
      enabled: z.optional(z.boolean()),
    }),
    output: WebhookResource,
  }),
  remove: restCall("DELETE", "/api/v1/webhooks/:id", {
    summary: "Delete a webhook",
    ...write,
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  /** Deliveries that were or will be made, the newest first. Answers can quote private mail. */
  deliveries: restCall("GET", "/api/v1/webhooks/:id/deliveries", {
    summary: "List a webhook's deliveries",
    scope: "webhooks:read",
    access: "Administrator",
    input: z.strictObject({ id, ...paged }),
    output: Page(DeliveryResource),
  }),
};
