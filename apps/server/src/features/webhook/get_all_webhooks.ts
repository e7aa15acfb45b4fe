import { webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { newestFirst } from "../../documents/cursor.ts";
import { isDeep, readerOf } from "../../documents/slow_queries.ts";
import { asWebhook, hostOf } from "./webhook.ts";

export const get_all_webhooks = handler(webhook.get_all_webhooks, async (context, { start, limit }) => {
  const { db, member } = await readerOf(context, isDeep(start));
  const [rows, count] = await Promise.all([
    db.webhook.findMany({ orderBy: newestFirst("creation", "name"), skip: start, take: limit }),
    db.webhook.count(),
  ]);
  const webhooks = rows.map(asWebhook);
  if (member.role === "Administrator") return { webhooks, count };
  return { webhooks: webhooks.map((one) => ({ ...one, url: hostOf(one.url) })), count };
});
