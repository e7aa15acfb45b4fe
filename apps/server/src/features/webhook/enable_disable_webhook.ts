import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { requireFeature } from "../plan/plan.ts";
import { asWebhook, bringForward, switched } from "./webhook.ts";

export const enable_disable_webhook = handler(
  webhook.enable_disable_webhook,
  async ({ db, member, clock }, { webhook_name: name, enable }) => {
    if (enable) {
      await requireFeature(db, member.company, "webhook", clock());
      await bringForward(db, clock(), name);
    }
    const [row] = await db.webhook.updateManyAndReturn({ where: { name }, data: switched(enable) });
    if (row === undefined) throw Refusal.notFound();
    const message = enable ? webhookTexts.activated : webhookTexts.deactivated;
    return { success: true, message, ...asWebhook(row) };
  },
);
