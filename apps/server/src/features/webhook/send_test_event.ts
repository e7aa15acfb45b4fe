import { type WebhookDelivery, type WebhookEventName, webhook, webhookTexts } from "@mayfly/contracts";
import { type CreateContext, handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { asDelivery, deliveryColumns, wake } from "../delivery/delivery.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../subscription/subscription.ts";
import { webhookEvent } from "./events.ts";
import { sampleOf } from "./sample.ts";

export const send_test_event = handler(webhook.send_test_event, ({ db, ...context }, { webhook_name }) =>
  db.$transaction((tx) => sendTestEvent({ ...context, db: tx }, webhook_name)),
);

/** Queues made-up data of a webhook's event, in the transaction that `db` is. */
export async function sendTestEvent(context: CreateContext, name: string): Promise<WebhookDelivery> {
  const { db: tx, clock, member, throttle } = context;
  const hook = await tx.webhook.findUnique({ where: { name } });
  if (hook === null) throw Refusal.notFound();
  await requireFeature(tx, member.company, "webhook", clock());
  if (!hook.enabled) throw Refusal.invalid(webhookTexts.disabled);
  await throttle.use(["webhook_company", member.company]);
  const { company, event } = hook;
  const now = clock();
  const payload = sampleOf(event as WebhookEventName, hook.domain, member.name, now);
  const row = await tx.webhookDelivery.create({
    data: { company, webhook: name, event, payload, test: true, next_attempt: now, creation: now },
    select: deliveryColumns,
  });
  await happened(tx, now, actorOf(context), [webhookEvent("tested", hook)]);
  await wake(tx);
  return asDelivery(row, hook);
}
