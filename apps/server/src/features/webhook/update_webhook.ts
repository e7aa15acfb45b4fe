import { webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { requireFeature } from "../plan/plan.ts";
import { asWebhook, checked, switched } from "./webhook.ts";

export const update_webhook = handler(webhook.update_webhook, async (context, { name, enabled, ...given }) => {
  await requireFeature(context.db, context.member.company, "webhook");
  const [row] = await context.db.webhook.updateManyAndReturn({
    where: { name },
    data: { ...(await checked(context, given)), ...(enabled !== undefined && switched(enabled)) },
  });
  if (row === undefined) throw Refusal.notFound();
  return asWebhook(row);
});
