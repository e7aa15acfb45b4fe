import { webhook, webhookTexts } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { actorOf, happened } from "../event/event.ts";
import { requireFeature } from "../plan/plan.ts";
import { webhookEvent } from "./events.ts";
import { asWebhook, bringForward, checked, switched } from "./webhook.ts";

export const update_webhook = handler(webhook.update_webhook, async (context, { name, enabled, ...given }) => {
  const { db, member, clock } = context;
  await requireFeature(db, member.company, "webhook", clock());
  const before = await db.webhook.findUnique({ where: { name } });
  if (before === null) throw Refusal.notFound();
  const change = await checked(context, given, before);
  const on = enabled ?? before.enabled;
  if (enabled) await bringForward(db, clock(), name);
  // Only the given fields are written, because colleagues may change the others meanwhile.
  const row = await db.$transaction(async (tx) => {
    const [row] = await tx.webhook.updateManyAndReturn({
      where: { name },
      data: {
        ...change,
        ...(enabled !== undefined && { enabled }),
        // Other edits do not change whether deliveries succeed, so they leave `failing_since` as it is.
        ...(on && change.url !== before.url && { failing_since: null }),
        ...(enabled && !before.enabled && switched(true)),
      },
    });
    if (row === undefined) throw Refusal.notFound();
    await happened(tx, clock(), actorOf(context), [webhookEvent("updated", row, before)]);
    return row;
  });
  return { success: true, message: webhookTexts.updated, ...asWebhook(row) };
});
