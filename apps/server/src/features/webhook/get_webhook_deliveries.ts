import { limits, webhook } from "@mayfly/contracts";
import { z } from "zod";
import { handler } from "../../context.ts";
import { newestFirst } from "../../documents/cursor.ts";
import { isDeep, readerOf } from "../../documents/slow_queries.ts";
import { asDelivery, deliveryColumns } from "../delivery/delivery.ts";
import { webhookNamed } from "./lists.ts";
import { asWebhook } from "./webhook.ts";

export const get_webhook_deliveries = handler(
  webhook.get_webhook_deliveries,
  async (context, { webhook_name, start, limit }) => {
    const { db } = await readerOf(context, isDeep(start));
    const hook = await webhookNamed({ db }, webhook_name);
    const where = { webhook: webhook_name };
    const [rows, count] = await Promise.all([
      db.webhookDelivery.findMany({
        where,
        select: { ...deliveryColumns, payload: true, message: true },
        orderBy: newestFirst("creation", "name"),
        skip: start,
        take: limit,
      }),
      db.webhookDelivery.count({ where, take: limits.count }),
    ]);
    const names = rows.flatMap(({ message }) => message ?? []);
    const kept = await db.customerInbox.findMany({
      where: { name: { in: names } },
      select: { name: true, recipients: true, subject: true },
    });
    const messages = new Map(kept.map((message) => [message.name, message]));
    const deliveries = rows.map((row) => {
      const message = row.message === null ? undefined : messages.get(row.message);
      return { ...asDelivery(row, hook), ...knownBy(message ?? row.payload), message: message?.name ?? null };
    });
    return { webhook: asWebhook(hook), deliveries, count };
  },
);

/** The fields of an event's data by which people recognise it. */
const Known = z
  .object({
    recipients: z.string(),
    email_name: z.string(),
    domain_name: z.string(),
    name: z.string(),
    subject: z.string(),
  })
  .partial()
  .catch({});

function knownBy(payload: unknown) {
  const { recipients, email_name, domain_name, name, subject = "" } = Known.parse(payload);
  return { about: recipients ?? email_name ?? domain_name ?? name ?? "", subject };
}
