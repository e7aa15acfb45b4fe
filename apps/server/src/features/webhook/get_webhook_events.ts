import { webhook, webhookEvents } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const get_webhook_events = handler(webhook.get_webhook_events, async () => ({
  events: Object.entries(webhookEvents).map(([name, { label, description }]) => ({
    id: name,
    name,
    label,
    description,
  })),
}));
