import {
  happensOnDomain,
  toFlag,
  type Webhook,
  type WebhookDelivery,
  type WebhookEventData,
  type WebhookEventName,
  webhookTexts,
} from "@mayfly/contracts";
import { z } from "zod";
import type { MemberContext } from "../../context.ts";
import { type CompanyDatabase, sql, type Transaction, type World } from "../../database/database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import { daysBefore } from "../../days.ts";
import type { Prisma, Webhook as WebhookRow } from "../../generated/prisma/client.ts";
import { type JobContext, job } from "../../job.ts";
import { Refusal } from "../../refusal.ts";
import { queueChannel } from "./queue.ts";

export { queueChannel };

/** Something that webhooks may want to hear of. */
export type Happening = {
  [Name in WebhookEventName]: {
    company: string;
    event: Name;
    data: WebhookEventData<Name>;
    /** Where it happened: webhooks of another domain do not hear of it. */
    domain?: string;
  };
}[WebhookEventName];

/** Leaves a delivery behind for every webhook that wants to hear of it, in the transaction that it happens in. */
export async function announceEvents(tx: Transaction, now: Date, happenings: Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await sql(tx)`
    WITH announced AS (
      INSERT INTO webhook_delivery (name, company, webhook, event, payload, next_attempt, creation)
      SELECT gen_random_uuid(), webhook.company, webhook.name, webhook.event, happening.data, ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(happenings)}::json) AS happening (
        company uuid, event text, data jsonb, domain text)
      JOIN webhook ON webhook.company = happening.company AND webhook.event = happening.event AND webhook.enabled
        AND (webhook.domain IS NULL OR happening.domain IS NULL OR webhook.domain = happening.domain)
      RETURNING name
    )
    SELECT pg_notify(${queueChannel}, '')::text FROM announced LIMIT 1`;
}

/** Has the queue looked at once instead of at its next turn. */
export const wake = (tx: Transaction) => sql(tx)`SELECT pg_notify(${queueChannel}, '')::text`;

export const asWebhook = (row: WebhookRow): Webhook => ({
  ...row,
  id: row.name,
  enabled: toFlag(row.enabled),
  is_active: toFlag(row.enabled),
  domain_name: row.domain,
  creation: row.creation.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  paused: row.paused?.toISOString() ?? null,
});

/** Of a delivery that is sent again and again, the log shows the latest attempts. */
const shownAttempts = 20;

/** What the log shows of a delivery. */
export const deliveryColumns = {
  ...{ name: true, event: true, test: true, status: true, creation: true, next_attempt: true },
  attempts: { orderBy: { attempt: "asc" }, take: -shownAttempts },
} as const;

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof deliveryColumns }>;

/** A delivery as the wire has it. Of a webhook that is switched off nothing is tried. */
export const asDelivery = (row: DeliveryRow, { enabled }: { enabled: boolean }): WebhookDelivery => ({
  ...row,
  creation: row.creation.toISOString(),
  next_attempt: row.status === "pending" && enabled ? row.next_attempt.toISOString() : null,
  attempts: row.attempts.map((one) => ({ ...one, creation: one.creation.toISOString() })),
});

/**
 * What a person says of a webhook, as the database keeps it, and no word of what they leave out. A domain that has been
 * removed may stay: the webhook hears of it again once it is added again.
 * @param before its domain as it is
 * @throws Refusal when it is not for this company
 */
export async function checked(
  { db, outbound, defaultDomains }: MemberContext,
  {
    url,
    event,
    domain,
    description,
  }: { url: string; event: WebhookEventName; domain?: string | null | undefined; description?: string | undefined },
  before: Pick<WebhookRow, "domain"> = { domain: null },
) {
  const goal = new URL(url);
  // Also where they are not seen before it is taken apart, as after three slashes.
  if (goal.username || goal.password) throw Refusal.invalid(webhookTexts.urlCredentials);
  if (!outbound.mayReach(goal)) throw Refusal.invalid(webhookTexts.urlInside);
  const kept = happensOnDomain(event) ? domain : null;
  const own =
    !kept ||
    kept === before.domain ||
    defaultDomains.includes(kept) ||
    (await db.domain.count({ where: { domain_name: kept } }));
  if (!own) throw Refusal.invalid(webhookTexts.foreignDomain);
  return { url, event, ...(description !== undefined && { description }), ...(kept !== undefined && { domain: kept }) };
}

/** A webhook that is switched on again has a clean slate. */
export const switched = (enabled: boolean) => (enabled ? { enabled, paused: null, failing_since: null } : { enabled });

/** Deliveries that are brought forward with one statement. */
const forwardTogether = 5_000;

/**
 * Has what waits for a webhook that is off come due, so that it is sent once it is on: before that, as then hardly
 * anything of it is under way. A try that was begun just before it was switched off may be made twice.
 */
export async function bringForward({ webhook, webhookDelivery }: CompanyDatabase, now: Date, name: string) {
  if ((await webhook.count({ where: { name, enabled: false } })) === 0) return;
  const where = { webhook: name, status: "pending", next_attempt: { gt: now } } as const;
  for (let more = true; more; ) {
    const { count } = await webhookDelivery.updateMany({ where, data: { next_attempt: now }, limit: forwardTogether });
    more = count === forwardTogether;
  }
}

/** Days that a delivery stays in the log. */
const keptDays = 7;

export const deleteOldDeliveries = ({ world, clock }: Pick<JobContext, "world" | "clock">) =>
  deleteDeliveries(world, { creation: { lt: daysBefore(clock(), keptDays) } });

/** What is left of a webhook that has been deleted. */
export const forgetWebhook = job("webhook/forget", z.object({ webhook: z.string() }), ({ world }, { webhook }) =>
  deleteDeliveries(world, { webhook }),
);

const deleteDeliveries = ({ webhookDelivery }: World, where: { webhook: string } | { creation: { lt: Date } }) =>
  deleteInBatches(
    (take) => webhookDelivery.findMany({ where, select: { name: true }, orderBy: { creation: "asc" }, take }),
    (names) => webhookDelivery.deleteMany({ where: { name: { in: names } } }),
  );
