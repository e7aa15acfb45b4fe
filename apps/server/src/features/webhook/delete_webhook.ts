import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { forgetWebhook } from "../delivery/delivery.ts";
import { actorOf, happened } from "../event/event.ts";
import { webhookEvent } from "./events.ts";

export const delete_webhook = handler(webhook.delete_webhook, async (context, { webhook_name: name }) => {
  const { db, clock } = context;
  await db.$transaction(async (tx) => {
    const row = await tx.webhook.findUnique({ where: { name } });
    const { count } = await tx.webhook.deleteMany({ where: { name } });
    if (row === null || count === 0) throw Refusal.notFound();
    await happened(tx, clock(), actorOf(context), [webhookEvent("deleted", row)]);
    await enqueue(tx, forgetWebhook, { webhook: name });
  });
  return { success: true, message: webhookTexts.deleted };
});
