import * as z from "zod/mini";
import { described, formerName } from "../described.ts";
import { instant } from "../values.ts";
import { deliveryStatuses, WebhookAttempt, WebhookForm, webhookTexts } from "../webhook.ts";
import { rest } from "../wire.ts";
import { Page, paged } from "./list.ts";
import { name } from "./named.ts";

/** Where the events of one kind go. */
export const WebhookResource = name(
  "Webhook",
  z.object({
    id: described("Its id.", z.string()),
    name: formerName(),
    url: described(
      "Where events are sent. Members' keys see only its host, because the rest often contains a secret.",
      z.string(),
    ),
    event: described("The event that it subscribes to.", z.string()),
    enabled: described("Whether events are delivered.", z.boolean()),
    domain: described("Only events on this domain are sent; null for all domains.", z.nullable(z.string())),
    description: described("A note on what it is for.", z.string()),
    has_own_secret: described(
      "Whether it has a signing secret of its own; otherwise the company's is used.",
      z.boolean(),
    ),
    creation: described("When it was created.", instant),
    failing_since: described("Since when deliveries have been failing; null if they are not.", z.nullable(instant)),
    paused: described("When it was switched off because of failures; null if it was not.", z.nullable(instant)),
  }),
  {
    id: "hook-k3v9m2p7qa",
    name: "hook-k3v9m2p7qa",
    url: "https://ci.lakeside.example/hooks/mail",
    event: "email.received",
    enabled: true,
    domain: null,
    description: "Mail for the test runner",
    has_own_secret: false,
    creation: "2026-11-28T09:30:00.000Z",
    failing_since: null,
    paused: null,
  },
);
export type WebhookResource = z.infer<typeof WebhookResource>;

export const DeliveryResource = name(
  "Delivery",
  z.object({
    id: described("Its id, the `webhook-id` that every attempt carries.", z.string()),
    name: formerName(),
    event: described("The event that it reports.", z.string()),
    message: described(
      "The id of the message that it is about; null if there is none or it was deleted.",
      z.nullable(z.string()),
    ),
    test: described("Whether it is a test event, with made-up data.", z.boolean()),
    status: described("`pending`: an attempt is still to come.", z.enum(deliveryStatuses)),
    creation: described("When it was queued.", instant),
    next_attempt: described("When it is tried next; null if it is not.", z.nullable(instant)),
    attempts: described("The latest attempts, oldest first.", z.array(WebhookAttempt)),
  }),
  {
    id: "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
    name: "0198f2c4-6a11-7c02-8d15-0a1b2c3d4e5f",
    event: "email.received",
    message: "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a",
    test: false,
    status: "delivered",
    creation: "2026-11-28T09:31:12.000Z",
    next_attempt: null,
    attempts: [{ attempt: 1, creation: "2026-11-28T09:31:12.000Z", duration: 41, status: 204, answer: "" }],
  },
);

const id = described("The webhook's id.", z.string().check(z.minLength(1), z.maxLength(140)));
const { url: anyUrl, event: anyEvent, domain: anyDomain, description: anyDescription } = WebhookForm.shape;
const url = described("Where events are sent: an http or https URL on the public internet.", anyUrl);
const event = described("The event to subscribe to.", anyEvent);
const domain = described("Only events on this domain are sent; null for all domains.", anyDomain);
const description = described("A note on what it is for.", anyDescription);
/** As Standard Webhooks has secrets: `whsec_` and 24 to 64 bytes in base64. */
const isSecret = (text: string) => {
  const [, signs = "", end = ""] = /^whsec_([A-Za-z0-9+/]*)(={0,2})$/.exec(text) ?? [];
  const bytes = (signs.length * 3) / 4;
  return (signs.length + end.length) % 4 === 0 && bytes >= 24 && Math.floor(bytes) <= 64;
};
const secret = described(
  "A signing secret for this webhook alone, used from now on instead of the company's: `whsec_` and 24 to 64 random bytes in base64. It is never returned.",
  z.string({ error: webhookTexts.secretInvalid }).check(z.refine(isSecret, { error: webhookTexts.secretInvalid })),
);
const delivery = described("The delivery's id.", z.uuid());
const write = { scope: "webhooks:write" as const, access: "Administrator" as const };

export const webhooks = {
  list: rest.get("/api/v1/webhooks", {
    summary: "List webhooks",
    description: "Newest first.",
    scope: "webhooks:read",
    input: z.strictObject(paged),
    output: Page("WebhookPage", WebhookResource),
  }),
  create: rest.post("/api/v1/webhooks", {
    summary: "Create a webhook",
    ...write,
    causes: "webhook.created",
    input: z.strictObject({
      url,
      event,
      domain,
      description,
      enabled: described("Whether events are delivered from now on.", z._default(z.boolean(), true)),
      secret: z.optional(secret),
    }),
    example: {
      url: "https://ci.lakeside.example/hooks/mail",
      event: "email.received",
      description: "Mail for the test runner",
    },
    output: WebhookResource,
    location: (output) => `/api/v1/webhooks/${(output as WebhookResource).id}`,
  }),
  get: rest.get("/api/v1/webhooks/:id", {
    summary: "Get a webhook",
    scope: "webhooks:read",
    names: { id: "webhook" },
    input: z.strictObject({ id }),
    output: WebhookResource,
  }),
  update: rest.patch("/api/v1/webhooks/:id", {
    summary: "Change a webhook",
    ...write,
    names: { id: "webhook" },
    causes: "webhook.updated",
    input: z.strictObject({
      id,
      url: z.optional(url),
      event: z.optional(event),
      domain,
      description,
      enabled: described("Switches it on or off.", z.optional(z.boolean())),
      secret: described(
        "A new signing secret for this webhook alone; null to use the company's.",
        z.optional(z.nullable(secret)),
      ),
    }),
    example: { description: "Mail for the nightly tests" },
    output: WebhookResource,
  }),
  remove: rest.remove("/api/v1/webhooks/:id", {
    summary: "Delete a webhook",
    ...write,
    names: { id: "webhook" },
    causes: "webhook.deleted",
    input: z.strictObject({ id }),
    output: z.void(),
  }),
  deliveries: rest.get("/api/v1/webhooks/:id/deliveries", {
    summary: "List a webhook's deliveries",
    description: "Past and pending deliveries, newest first. What receivers answered can quote private mail.",
    scope: "webhooks:read",
    access: "Administrator",
    names: { id: "webhook" },
    input: z.strictObject({
      id,
      ...paged,
      status: described("Only deliveries with this status.", z.optional(z.enum(deliveryStatuses))),
    }),
    output: Page("DeliveryPage", DeliveryResource),
  }),
  test: rest.post("/api/v1/webhooks/:id/test", {
    summary: "Send a test event",
    description:
      "Sends the webhook's event with made-up data. The delivery appears in the list, with its outcome once it has been attempted.",
    ...write,
    names: { id: "webhook" },
    causes: "webhook.tested",
    input: z.strictObject({ id }),
    output: DeliveryResource,
  }),
  redeliver: rest.post("/api/v1/webhooks/:id/deliveries/:delivery/redeliver", {
    summary: "Redeliver an event",
    description: "Sends the same id and body again and restarts the retries.",
    ...write,
    names: { id: "webhook", delivery: "delivery" },
    causes: "webhook.redelivered",
    input: z.strictObject({ id, delivery }),
    output: DeliveryResource,
  }),
};
