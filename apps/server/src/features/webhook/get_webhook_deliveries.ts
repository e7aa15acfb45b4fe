import { limits, webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { asDelivery, asWebhook, deliveryColumns } from "./webhook.ts";

export const get_webhook_deliveries = handler(
  webhook.get_webhook_deliveries,
  async ({ db }, { webhook_name, start, limit }) => {
    const hook = await db.webhook.findUnique({ where: { name: webhook_name } });
    if (hook === null) throw Refusal.notFound();
    const where = { webhook: webhook_name };
    const [rows, count] = await Promise.all([
      db.webhookDelivery.findMany({
        where,
        select: deliveryColumns,
        orderBy: [{ creation: "desc" }, { name: "desc" }],
        skip: start,
        take: limit,
      }),
      db.webhookDelivery.count({ where, take: limits.count }),
    ]);
    return { webhook: asWebhook(hook), deliveries: rows.map((row) => asDelivery(row, hook)), count };
  },
);
