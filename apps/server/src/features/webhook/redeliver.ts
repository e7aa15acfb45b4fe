import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../plan/plan.ts";
import { redeliveredEvent } from "./events.ts";
import { asDelivery, deliveryColumns, wake } from "./webhook.ts";

export const redeliver = handler(webhook.redeliver, async (context, { delivery: name }) => {
  const { db, clock, member, throttle } = context;
  const delivery = await db.webhookDelivery.findUnique({ where: { name }, select: { webhook: true, message: true } });
  const hook = delivery && (await db.webhook.findUnique({ where: { name: delivery.webhook } }));
  if (!hook) throw Refusal.notFound();
  await requireFeature(db, member.company, "webhook", clock());
  if (!hook.enabled) throw Refusal.invalid(webhookTexts.disabled);
  const { message } = delivery;
  if (message !== null && (await db.customerInbox.count({ where: { name: message } })) === 0) {
    throw Refusal.invalid(webhookTexts.messageGone);
  }
  await throttle.use(["webhook_company", member.company]);
  return db.$transaction(async (tx) => {
    const data = { status: "pending", failures: 0, next_attempt: clock() } as const;
    await tx.webhookDelivery.updateMany({ where: { name }, data });
    const row = await tx.webhookDelivery.findUnique({ where: { name }, select: deliveryColumns });
    if (row === null) throw Refusal.notFound();
    await happened(tx, clock(), actorOf(context), [redeliveredEvent(hook, name)]);
    await wake(tx);
    return asDelivery(row, hook);
  });
});
