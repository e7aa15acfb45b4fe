import { webhook } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { cut } from "../../text/cut.ts";
import { write } from "./body.ts";

/** A body can hold a whole message. This much of it is enough to recognise the message. */
const shownCharacters = 4_000;

export const get_delivery_body = handler(webhook.get_delivery_body, async ({ db }, { delivery: name }) => {
  const select = { event: true, creation: true, test: true, payload: true, message: true, body: true } as const;
  const delivery = await db.webhookDelivery.findUnique({ where: { name }, select });
  if (delivery === null) throw Refusal.notFound();
  const { message, payload } = delivery;
  const gone = message !== null && (await db.customerInbox.count({ where: { name: message } })) === 0;
  const body = delivery.body ?? (message === null ? write(delivery, payload) : undefined);
  if (gone || body === undefined) return { body: null };
  return { body: body.length > shownCharacters ? `${cut(body, shownCharacters)}…` : body };
});
