import type { Webhook as WebhookRow } from "../../generated/prisma/client.ts";
import { changesOf, type Event, type WebhookData } from "../event/event.ts";
import { hostOf } from "./webhook.ts";

const stateOf = ({ event, url, domain, description, enabled }: WebhookRow): WebhookData => ({
  ...{ event, host: hostOf(url), domain, description, enabled },
});

type Change = "created" | "updated" | "enabled" | "disabled" | "deleted" | "tested";

/** The event of a change to a webhook. Of its URL it says the host alone, because the rest often holds a secret. */
export function webhookEvent(what: Change, row: WebhookRow, before?: WebhookRow): Event {
  const changes = before && {
    ...changesOf(stateOf(before), stateOf(row)),
    // That the rest of the URL has changed is worth knowing, and no secret.
    ...(before.url !== row.url && { host: [hostOf(before.url), hostOf(row.url)] as [string, string] }),
  };
  return {
    ...{ type: `webhook.${what}`, company: row.company, subject: row.name, data: stateOf(row) },
    ...(changes && { changes }),
  };
}

export const pausedEvent = (row: WebhookRow, reason: "gone" | "failing", failing_days: number): Event => ({
  ...{ type: "webhook.paused", company: row.company, subject: row.name },
  data: { ...stateOf(row), reason, failing_days },
});

export const redeliveredEvent = (row: WebhookRow, delivery: string): Event => ({
  ...{ type: "webhook.redelivered", company: row.company, subject: row.name },
  data: { ...stateOf(row), delivery },
});
