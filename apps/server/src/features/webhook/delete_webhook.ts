import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { enqueue } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { forgetWebhook } from "./webhook.ts";

export const delete_webhook = handler(webhook.delete_webhook, async ({ db }, { webhook_name: name }) => {
  await db.$transaction(async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { name } });
    if (count === 0) throw Refusal.notFound();
    await enqueue(tx, forgetWebhook, { webhook: name });
  });
  return { success: true, message: webhookTexts.deleted };
});
