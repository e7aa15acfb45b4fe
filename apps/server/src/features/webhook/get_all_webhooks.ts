import { webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { asWebhook } from "./webhook.ts";

export const get_all_webhooks = handler(webhook.get_all_webhooks, async ({ db }, { start, limit }) => {
  const [rows, count] = await Promise.all([
    db.webhook.findMany({ orderBy: [{ creation: "desc" }, { name: "desc" }], skip: start, take: limit }),
    db.webhook.count(),
  ]);
  return { webhooks: rows.map(asWebhook), count };
});
