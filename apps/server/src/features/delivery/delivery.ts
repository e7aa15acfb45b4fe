import type { WebhookDelivery, WebhookEventData, WebhookEventName } from "@mayfly/contracts";
import { z } from "zod";
import { daysBefore } from "../../clock.ts";
import {
  type CompanyDatabase,
  type CompanyTransaction,
  sql,
  type Transaction,
} from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import { Prisma, type WebhookAttempt, type Webhook as WebhookRow } from "../../generated/prisma/client.ts";
import { type JobContext, job } from "../../job.ts";
import { queueChannel } from "./queue.ts";

export { queueChannel };

/** Something that webhooks may subscribe to. */
export type Happening = {
  [Name in WebhookEventName]: {
    company: string;
    event: Name;
    data: WebhookEventData<Name>;
    /** The domain it happened on: webhooks of another domain do not get it. */
    domain?: string;
  };
}[WebhookEventName];

/**
 * The condition by which a webhook hears of an event, in SQL.
 * @param of the expressions for the event's company, its name, and the domain that it happened on, or null
 */
export const hearsOf = (of: { company: string; event: string; domain: string }) => `
  webhook.company = ${of.company} AND webhook.event = ${of.event} AND webhook.enabled
  AND (webhook.domain IS NULL OR ${of.domain} IS NULL OR webhook.domain = ${of.domain})`;

const hearsOfHappening = Prisma.raw(
  hearsOf({ company: "happening.company", event: "happening.event", domain: "happening.domain" }),
);

/** Inserts a delivery for every webhook that subscribes to a happening, in the transaction in which it happens. */
export async function announceEvents(tx: Transaction, now: Date, happenings: Happening[]): Promise<void> {
  if (happenings.length === 0) return;
  await sql(tx)`
    WITH announced AS (
      INSERT INTO webhook_delivery (name, company, webhook, event, payload, next_attempt, creation)
      SELECT gen_random_uuid(), webhook.company, webhook.name, webhook.event, happening.data, ${now}, ${now}
      FROM json_to_recordset(${JSON.stringify(happenings)}::json) AS happening (
        company uuid, event text, data jsonb, domain text)
      JOIN webhook ON ${hearsOfHappening}
      RETURNING name
    )
    SELECT pg_notify(${queueChannel}, '')::text FROM announced LIMIT 1`;
}

/** Notifies the couriers, so that they look at the queue at once and not only when their timer fires. */
export const wake = (tx: Transaction) => sql(tx)`SELECT pg_notify(${queueChannel}, '')::text`;

/** The log shows this many of a delivery's latest attempts. */
const shownAttempts = 20;

/** What the log shows of a delivery. */
export const deliveryColumns = {
  ...{ name: true, event: true, test: true, status: true, creation: true, next_attempt: true },
  attempts: { orderBy: { attempt: "asc" }, take: -shownAttempts },
} as const;

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<{ select: typeof deliveryColumns }>;

/** A delivery as the API returns it. While its webhook is switched off, it has no next attempt. */
export const asDelivery = (row: DeliveryRow, { enabled }: { enabled: boolean }): WebhookDelivery => ({
  ...row,
  creation: row.creation.toISOString(),
  next_attempt: row.status === "pending" && enabled ? row.next_attempt.toISOString() : null,
  attempts: row.attempts.map((one) => ({ ...one, creation: one.creation.toISOString() })),
});

type Named = Pick<WebhookRow, "company" | "name">;

/** How many deliveries one statement brings forward. */
const forwardTogether = 5_000;

/**
 * Makes the pending deliveries of a disabled webhook due, so that they are sent once it is enabled. Runs before it is
 * enabled, while hardly any of them is under way. An attempt begun just before the webhook was disabled may be made twice.
 */
export async function bringForward(db: CompanyDatabase, now: Date, webhook: Named): Promise<void> {
  const isOff = (await db.webhook.count({ where: { name: webhook.name, enabled: false } })) > 0;
  if (isOff) await bringRestForward(db, now, webhook);
}

/**
 * The same for what couriers have put off since, in the transaction that enables the webhook, once its row is changed. One
 * whose attempt is being recorded is left as that says: its recorder may be waiting for the webhook's row.
 */
export async function bringRestForward(
  tx: CompanyDatabase | CompanyTransaction,
  now: Date,
  { company, name }: Named,
): Promise<void> {
  for (let more = true; more; ) {
    const forward = await sql(tx)`
      UPDATE webhook_delivery SET next_attempt = ${now}, queued = true WHERE name = ANY (ARRAY(
        SELECT name FROM webhook_delivery
        WHERE company = ${company}::uuid AND webhook = ${name} AND status = 'pending' AND next_attempt > ${now}
        LIMIT ${forwardTogether}::int FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING name`;
    more = forward.length === forwardTogether;
  }
}

/** More deliveries than this are not counted. */
const countedQueued = 10_000;

/** How many deliveries are in the queue of the whole installation, up to `countedQueued`. */
export async function countQueued(rootDb: RootDatabase): Promise<number> {
  const [row] = await sql(rootDb)<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM webhook_delivery WHERE status = 'pending' AND queued::int = 1
      ORDER BY next_attempt LIMIT ${countedQueued}::int) AS counted`;
  return row?.count ?? 0;
}

/** For how many seconds the oldest delivery in the queue of the whole installation has been due; 0 when none is. */
export async function oldestQueued(rootDb: RootDatabase, now: Date): Promise<number> {
  const [row] = await sql(rootDb)<{ oldest: Date }>`
    SELECT next_attempt AS oldest FROM webhook_delivery
    WHERE status = 'pending' AND queued::int = 1 ORDER BY next_attempt LIMIT 1`;
  return row === undefined ? 0 : Math.max(0, (now.getTime() - row.oldest.getTime()) / 1000);
}

/** The attempts to tell a company's webhooks of a message. @param creation the message's, which its deliveries share */
export const attemptsOf = (
  db: CompanyDatabase,
  { company, message, creation }: { company: string; message: string; creation: Date },
) =>
  sql(db)<{ webhook: string } & Pick<WebhookAttempt, "attempt" | "status" | "answer" | "duration" | "creation">>`
    SELECT webhook.name AS webhook, attempt, one.status, answer, duration, one.creation
    FROM webhook JOIN webhook_delivery AS delivery ON delivery.webhook = webhook.name
      JOIN webhook_attempt AS one ON one.delivery = delivery.name
    WHERE webhook.company = ${company}::uuid AND delivery.creation = ${creation} AND message = ${message}::uuid
    ORDER BY one.creation LIMIT 100`;

/** Removes what was sent of messages that are deleted. */
export async function forgetBodies(tx: Transaction, messages: string[]): Promise<void> {
  await sql(tx)`
    UPDATE webhook_delivery SET body = NULL WHERE body IS NOT NULL AND message = ANY(${messages}::uuid[])`;
}

/** The same of single deliveries. */
export const forgetBodiesOf = ({ webhookDelivery }: RootDatabase, deliveries: string[]) =>
  webhookDelivery.updateMany({ where: { name: { in: deliveries } }, data: { body: null } });

/** Days that a delivery stays in the log. */
const keptDays = 7;

export const deleteOldDeliveries = ({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">) =>
  deleteDeliveries(rootDb, { creation: { lt: daysBefore(clock(), keptDays) } });

/** Deletes the deliveries of a webhook that has been deleted. */
export const forgetWebhook = job("webhook/forget", z.object({ webhook: z.string() }), ({ rootDb }, { webhook }) =>
  deleteDeliveries(rootDb, { webhook }),
);

const deleteDeliveries = ({ webhookDelivery }: RootDatabase, where: { webhook: string } | { creation: { lt: Date } }) =>
  deleteInBatches(
    (take) => webhookDelivery.findMany({ where, select: { name: true }, orderBy: { creation: "asc" }, take }),
    (names) => webhookDelivery.deleteMany({ where: { name: { in: names } } }),
  );
