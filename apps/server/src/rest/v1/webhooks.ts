import { resources, type WebhookResource } from "@mayfly/contracts";
import type * as z from "zod/mini";
import { type CreateContext, handler, type MemberContext, repeatable } from "../../context.ts";
import { after, pageOf, readCursor } from "../../documents/cursor.ts";
import { keptMessages } from "../../features/inbox/inbox.ts";
import { createWebhook } from "../../features/webhook/create_webhook.ts";
import { delete_webhook } from "../../features/webhook/delete_webhook.ts";
import { deliverAgain } from "../../features/webhook/redeliver.ts";
import { sendTestEvent } from "../../features/webhook/send_test_event.ts";
import { updateWebhook } from "../../features/webhook/update_webhook.ts";
import { asDelivery, deliveryColumns, hostOf, type WebhookRow } from "../../features/webhook/webhook.ts";
import { Refusal } from "../../refusal.ts";

const { webhooks } = resources;
type Delivery = z.input<typeof webhooks.test.output>;

const asResource = ({ secret, ...row }: WebhookRow, { role }: MemberContext["member"]): WebhookResource => ({
  ...row,
  has_own_secret: secret !== null,
  url: role === "Administrator" ? row.url : hostOf(row.url),
  creation: row.creation.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  paused: row.paused?.toISOString() ?? null,
});

const markOf = ({ creation: at, name: key }: { creation: Date; name: string }) => ({ at, key });

async function webhookOf({ db }: CreateContext, name: string): Promise<WebhookRow> {
  const row = await db.webhook.findUnique({ where: { name } });
  if (row === null) throw Refusal.notFound();
  return row;
}

export const list = handler(webhooks.list, async (context, { limit, cursor }) => {
  const { db, member } = context;
  const list = { of: "webhooks" };
  const rows = await db.webhook.findMany({
    where: after(readCursor(context, list, cursor), "creation", "name"),
    orderBy: [{ creation: "desc" }, { name: "desc" }],
    take: limit + 1,
  });
  return pageOf(context, rows, { limit, list, markOf }, (row) => asResource(row, member));
});

const createOne = handler(webhooks.create, async (context, given) =>
  asResource(await createWebhook(context, given), context.member),
);
export const create = repeatable(webhooks.create, createOne, {
  keep: ({ name }) => ({ name }),
  again: async (context, { name }) => asResource(await webhookOf(context, name), context.member),
});

export const get = handler(webhooks.get, async (context, { id }) =>
  asResource(await webhookOf(context, id), context.member),
);

export const update = handler(webhooks.update, async (context, { id, ...change }) =>
  asResource(await updateWebhook(context, id, change), context.member),
);

export const remove = handler(webhooks.remove, async (context, { id }) => {
  await delete_webhook(context, { webhook_name: id });
});

export const deliveries = handler(webhooks.deliveries, async (context, { id, limit, cursor, status }) => {
  const webhook = await webhookOf(context, id);
  const list = { of: "deliveries", id, status };
  const rows = await context.db.webhookDelivery.findMany({
    where: { webhook: id, ...(status && { status }), ...after(readCursor(context, list, cursor), "creation", "name") },
    select: { ...deliveryColumns, message: true },
    orderBy: [{ creation: "desc" }, { name: "desc" }],
    take: limit + 1,
  });
  const kept = await keptOf(context, rows);
  return pageOf(context, rows, { limit, list, markOf }, (row) => ({
    ...asDelivery(row, webhook),
    message: kept(row.message),
  }));
});

/** @returns tells the message of a delivery; null when there is none, or it has been deleted */
async function keptOf({ db, member }: Pick<CreateContext, "db" | "member">, rows: { message: string | null }[]) {
  const names = rows.flatMap(({ message }) => message ?? []);
  const kept = await keptMessages({ db, company: member.company }, names);
  return (message: string | null) => (message !== null && kept.has(message) ? message : null);
}

/** How the answer with a delivery is given again. */
const delivered = {
  keep: ({ name }: Delivery) => ({ name }),
  async again(context: CreateContext, { name }: { name: string }): Promise<Delivery> {
    const row = await context.db.webhookDelivery.findUnique({
      where: { name },
      select: { ...deliveryColumns, message: true, webhook: true },
    });
    if (row === null) throw Refusal.notFound();
    const kept = await keptOf(context, [row]);
    const { webhook, message, ...columns } = row;
    return { ...asDelivery(columns, await webhookOf(context, webhook)), message: kept(message) };
  },
};

const sendTest = handler(webhooks.test, async (context, { id }) => ({
  ...(await sendTestEvent(context, id)),
  message: null,
}));

export const test = repeatable(webhooks.test, sendTest, delivered);

const deliverOneAgain = handler(webhooks.redeliver, async (context, { id, delivery: name }) => {
  const { db } = context;
  const again = await deliverAgain(context, { name, webhook: id });
  // One whose message was deleted is refused.
  const row = await db.webhookDelivery.findUnique({ where: { name }, select: { message: true } });
  return { ...again, message: row?.message ?? null };
});

export const redeliver = repeatable(webhooks.redeliver, deliverOneAgain, delivered);
