import { type WebhookEventName, webhook, webhookTexts } from "@mayfly/contracts";
import { handler, type MemberContext } from "../../context.ts";
import { Refusal } from "../../refusal.ts";
import { bringForward, bringRestForward } from "../delivery/delivery.ts";
import { actorOf, type Event, happened } from "../event/event.ts";
import { requireFeature } from "../subscription/subscription.ts";
import { webhookEvent } from "./events.ts";
import { sealOwnSecret } from "./hmac_secret.ts";
import { requireOwnUrl } from "./same_url.ts";
import { asWebhook, checked, type NewWebhook, switched, type WebhookRow } from "./webhook.ts";

export const update_webhook = handler(webhook.update_webhook, async (context, { name, ...change }) => {
  const row = await updateWebhook(context, name, change);
  return { success: true, message: webhookTexts.updated, ...asWebhook(row) };
});

/** What is changed of a webhook; what is left out stays. */
type WebhookChange = { [Name in keyof NewWebhook]?: NewWebhook[Name] | undefined } & {
  enabled?: boolean | undefined;
  /** Its own from now on; null: the company's signs. */
  secret?: string | null | undefined;
};

/** @throws Refusal when there is no such webhook, or the change or the plan is not allowed */
export async function updateWebhook(
  context: MemberContext,
  name: string,
  { enabled, secret, ...given }: WebhookChange,
): Promise<WebhookRow> {
  const { db, member, clock } = context;
  await requireFeature(db, member.company, "webhook", clock());
  const before = await db.webhook.findUnique({ where: { name } });
  if (before === null) throw Refusal.notFound();
  const { url = before.url, event = before.event as WebhookEventName, ...others } = given;
  const change = await checked(context, { ...others, url, event }, before);
  const on = enabled ?? before.enabled;
  const sealed = (text: string) => sealOwnSecret(context.secret, { company: member.company, webhook: name }, text);
  if (enabled) await bringForward(db, clock(), before);
  // Only the given fields are written, because colleagues may change the others meanwhile.
  return db.$transaction(async (tx) => {
    // One that has shared its URL since before this rule may be changed otherwise.
    if (change.url !== before.url || change.event !== before.event) {
      await requireOwnUrl(tx, { company: member.company, name, url: change.url, event: change.event });
    }
    const [row] = await tx.webhook.updateManyAndReturn({
      where: { name },
      data: {
        ...change,
        ...(secret !== undefined && { secret: secret === null ? null : sealed(secret) }),
        ...(enabled !== undefined && { enabled }),
        // Other edits do not change whether deliveries succeed, so they leave `failing_since` as it is.
        ...(on && change.url !== before.url && { failing_since: null }),
        ...(enabled && !before.enabled && switched(true)),
      },
    });
    if (row === undefined) throw Refusal.notFound();
    if (enabled && !before.enabled) await bringRestForward(tx, clock(), before);
    const told: Event[] = [webhookEvent("updated", row, before)];
    if (secret !== undefined)
      told.push({ type: "webhook_secret.replaced", company: member.company, subject: name, data: {} });
    await happened(tx, clock(), actorOf(context), told);
    return row;
  });
}
