import { type WebhookEventName, webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../plan/plan.ts";
import { webhookEvent } from "./events.ts";
import { sampleOf } from "./sample.ts";
import { asDelivery, deliveryColumns, wake } from "./webhook.ts";

export const send_test_event = handler(webhook.send_test_event, async (context, { webhook_name: name }) => {
  const { db, clock, member, throttle } = context;
  const hook = await db.webhook.findUnique({ where: { name } });
  if (hook === null) throw Refusal.notFound();
  await requireFeature(db, member.company, "webhook", clock());
  if (!hook.enabled) throw Refusal.invalid(webhookTexts.disabled);
  await throttle.use(["webhook_company", member.company]);
  const { company, event } = hook;
  const now = clock();
  const payload = sampleOf(event as WebhookEventName, hook.domain, member.name, now);
  return db.$transaction(async (tx) => {
    const row = await tx.webhookDelivery.create({
      data: { company, webhook: name, event, payload, test: true, next_attempt: now, creation: now },
      select: deliveryColumns,
    });
    await happened(tx, now, actorOf(context), [webhookEvent("tested", hook)]);
    await wake(tx);
    return asDelivery(row, hook);
  });
});
