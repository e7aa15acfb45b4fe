import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { bringForward, bringRestForward } from "../delivery/delivery.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../subscription/subscription.ts";
import { webhookEvent } from "./events.ts";
import { asWebhook, switched } from "./webhook.ts";

export const enable_disable_webhook = handler(
  webhook.enable_disable_webhook,
  async (context, { webhook_name: name, enable }) => {
    const { db, member, clock } = context;
    if (enable) {
      await requireFeature(db, member.company, "webhook", clock());
      await bringForward(db, clock(), { company: member.company, name });
    }
    const row = await db.$transaction(async (tx) => {
      const before = await tx.webhook.findUnique({ where: { name } });
      const [after] = await tx.webhook.updateManyAndReturn({ where: { name }, data: switched(enable) });
      if (before === null || after === undefined) throw Refusal.notFound();
      if (enable && !before.enabled) await bringRestForward(tx, clock(), before);
      if (before.enabled !== enable) {
        const event = webhookEvent(enable ? "enabled" : "disabled", after, before);
        await happened(tx, clock(), actorOf(context), [event]);
      }
      return after;
    });
    const message = enable ? webhookTexts.activated : webhookTexts.deactivated;
    return { success: true, message, ...asWebhook(row) };
  },
);
