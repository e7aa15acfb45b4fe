import { randomInt } from "node:crypto";
import { webhook, webhookTexts } from "@mayfly/contracts";
import { type CreateContext, handler } from "../../context.ts";
import { actorOf, happened } from "../event/event.ts";
import { useQuota } from "../subscription/quota.ts";
import { claimSlot } from "../subscription/subscription.ts";
import { webhookEvent } from "./events.ts";
import { sealOwnSecret } from "./hmac_secret.ts";
import { requireOwnUrl } from "./same_url.ts";
import { update_webhook } from "./update_webhook.ts";
import { asWebhook, checked, countedWebhooks, type NewWebhook, type WebhookRow } from "./webhook.ts";

/** Leaves out characters that look like others (i, l, o, 0, 1), because people type the name. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
export const makeWebhookName = () =>
  `hook-${Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("")}`;

export const create_webhook = handler(webhook.create_webhook, async (context, { name, ...given }) => {
  if (name !== undefined) return update_webhook(context, { ...given, name });
  const row = await context.db.$transaction((tx) => createWebhook({ ...context, db: tx }, given));
  return { success: true, message: webhookTexts.created, ...asWebhook(row) };
});

/** Makes a webhook in the transaction that `db` is. @throws Refusal when its form or the plan does not allow it */
export async function createWebhook(
  context: CreateContext,
  { enabled = true, secret, ...given }: NewWebhook & { enabled?: boolean | undefined; secret?: string | undefined },
): Promise<WebhookRow> {
  const { db: tx, clock, member } = context;
  const { name: owner, company } = member;
  const now = clock();
  const data = { ...(await checked(context, given)), enabled };
  await claimSlot(tx, company, countedWebhooks, now);
  await requireOwnUrl(tx, { company, url: data.url, event: data.event });
  await useQuota(tx, context, company, "webhook", now);
  const name = makeWebhookName();
  const own = secret === undefined ? null : sealOwnSecret(context.secret, { company, webhook: name }, secret);
  const row = await tx.webhook.create({ data: { ...data, name, company, owner, secret: own, creation: now } });
  await happened(tx, now, actorOf(context), [webhookEvent("created", row)]);
  return row;
}
