import { resources, type WebhookResource } from "@mayfly/contracts";
import type * as z from "zod/mini";
import { type CreateContext, handler, type MemberContext, repeatable } from "../../context.ts";
import { answerWith, askedBy } from "../../documents/cursor.ts";
import { createWebhook } from "../../features/webhook/create_webhook.ts";
import { delete_webhook } from "../../features/webhook/delete_webhook.ts";
import { deliveryNamed, newestDeliveries, newestWebhooks, webhookNamed } from "../../features/webhook/lists.ts";
import { deliverAgain } from "../../features/webhook/redeliver.ts";
import { sendTestEvent } from "../../features/webhook/send_test_event.ts";
import { updateWebhook } from "../../features/webhook/update_webhook.ts";
import { hostOf, type WebhookRow } from "../../features/webhook/webhook.ts";

const { webhooks } = resources;
type Delivery = z.input<typeof webhooks.test.output>;
const withId = (delivery: Omit<Delivery, "id">): Delivery => ({ id: delivery.name, ...delivery });

const asResource = ({ secret, ...row }: WebhookRow, { role }: MemberContext["member"]): WebhookResource => ({
  ...row,
  id: row.name,
  has_own_secret: secret !== null,
  url: role === "Administrator" ? row.url : hostOf(row.url),
  creation: row.creation.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  paused: row.paused?.toISOString() ?? null,
});

export const list = handler(webhooks.list, async (context, input) => {
  const list = { of: "webhooks" };
  const page = await newestWebhooks(context, askedBy(context, list, input));
  return answerWith(context, list, page, (row) => asResource(row, context.member));
});

const createOne = handler(webhooks.create, async (context, given) =>
  asResource(await createWebhook(context, given), context.member),
);
export const create = repeatable(webhooks.create, createOne, {
  keep: ({ name }) => ({ name }),
  again: async (context, { name }) => asResource(await webhookNamed(context, name), context.member),
});

export const get = handler(webhooks.get, async (context, { id }) =>
  asResource(await webhookNamed(context, id), context.member),
);

export const update = handler(webhooks.update, async (context, { id, ...change }) =>
  asResource(await updateWebhook(context, id, change), context.member),
);

export const remove = handler(webhooks.remove, async (context, { id }) => {
  await delete_webhook(context, { webhook_name: id });
});

export const deliveries = handler(webhooks.deliveries, async (context, { id, status, ...input }) => {
  const webhook = await webhookNamed(context, id);
  const list = { of: "deliveries", id, status };
  const page = await newestDeliveries(context, webhook, status, askedBy(context, list, input));
  return answerWith(context, list, page, withId);
});

/** How the answer with a delivery is given again. */
const delivered = {
  keep: ({ name }: Delivery) => ({ name }),
  again: async (context: CreateContext, { name }: { name: string }) => withId(await deliveryNamed(context, name)),
};

const sendTest = handler(webhooks.test, async (context, { id }) =>
  withId({ ...(await sendTestEvent(context, id)), message: null }),
);

export const test = repeatable(webhooks.test, sendTest, delivered);

const deliverOneAgain = handler(webhooks.redeliver, async (context, { id, delivery: name }) => {
  await deliverAgain(context, { name, webhook: id });
  return withId(await deliveryNamed(context, name));
});

export const redeliver = repeatable(webhooks.redeliver, deliverOneAgain, delivered);
