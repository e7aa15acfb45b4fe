import { type WebhookDelivery, webhook, webhookTexts } from "@mayfly/contracts";
import { type CreateContext, handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { asDelivery, deliveryColumns, wake } from "../delivery/delivery.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../subscription/subscription.ts";
import { redeliveredEvent } from "./events.ts";

export const redeliver = handler(webhook.redeliver, ({ db, ...context }, { delivery }) =>
  db.$transaction((tx) => deliverAgain({ ...context, db: tx }, { name: delivery })),
);

/** Makes a delivery due again, in the transaction that `db` is. @param asked `webhook`, if it must be one of that */
export async function deliverAgain(
  context: CreateContext,
  asked: { name: string; webhook?: string },
): Promise<WebhookDelivery> {
  const { db: tx, clock, member, throttle } = context;
  const { name } = asked;
  const delivery = await tx.webhookDelivery.findFirst({ where: asked, select: { webhook: true, message: true } });
  const hook = delivery && (await tx.webhook.findUnique({ where: { name: delivery.webhook } }));
  if (!hook) throw Refusal.notFound();
  await requireFeature(tx, member.company, "webhook", clock());
  if (!hook.enabled) throw Refusal.invalid(webhookTexts.disabled);
  const { message } = delivery;
  if (message !== null && (await tx.customerInbox.count({ where: { name: message } })) === 0) {
    throw Refusal.invalid(webhookTexts.messageGone);
  }
  await throttle.use(["webhook_company", member.company]);
  const data = { status: "pending", failures: 0, next_attempt: clock(), queued: true } as const;
  await tx.webhookDelivery.updateMany({ where: { name }, data });
  const row = await tx.webhookDelivery.findUnique({ where: { name }, select: deliveryColumns });
  if (row === null) throw Refusal.notFound();
  await happened(tx, clock(), actorOf(context), [redeliveredEvent(hook, name)]);
  await wake(tx);
  return asDelivery(row, hook);
}
