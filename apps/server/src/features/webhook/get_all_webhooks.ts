import { webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { isDeep } from "../../documents/slow_queries.ts";
import { asWebhook, hostOf } from "./webhook.ts";

export const get_all_webhooks = handler(
  webhook.get_all_webhooks,
  async ({ db, member }, { start, limit }) => {
    const [rows, count] = await Promise.all([
      db.webhook.findMany({ orderBy: [{ creation: "desc" }, { name: "desc" }], skip: start, take: limit }),
      db.webhook.count(),
    ]);
    const webhooks = rows.map(asWebhook);
    if (member.role === "Administrator") return { webhooks, count };
    return { webhooks: webhooks.map((one) => ({ ...one, url: hostOf(one.url) })), count };
  },
  (_, { start }) => isDeep(start),
);
