import { randomUUID } from "node:crypto";
import { daysBefore } from "../../clock.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import type { JobContext } from "../../job.ts";
import { announceEvents, type Happening } from "../delivery/delivery.ts";
import { notify, notifyOnce } from "../notification/notification.ts";
import type { Actor } from "./actor.ts";
import { type Event, webhookEventOf } from "./event_types.ts";
import { noticeOf, summaryOf } from "./notices.ts";

export { type Actor, actorOf, operator, system } from "./actor.ts";
export { changesOf, type Event, type WebhookData } from "./event_types.ts";

/**
 * Says what a transaction changes: writes a row for each event, and tells the members and webhooks that hear of such
 * events. All of it is there after the commit, and nothing of it if there is none (invariant 5).
 */
export async function happened(tx: Transaction, now: Date, actor: Actor, given: Event[]): Promise<void> {
  // Whoever saves a form as it was has changed nothing.
  const events = given.filter(({ changes }) => changes === undefined || Object.keys(changes).length > 0);
  await record(tx, now, actor, events);
  await notifyMembers(tx, now, actor, events);
}

/** Writes the rows, and the deliveries to webhooks. Whoever has very many events notifies of them when all are written. */
export async function record(tx: Transaction, now: Date, actor: Actor, events: Event[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, company, subject, data, changes }) => ({
    ...{ name: randomUUID(), type, company, subject, data, changes: changes ?? null },
  }));
  await sql(tx)`
    INSERT INTO event (name, company, type, actor, via, network, api_key, subject, data, changes, creation)
    SELECT name, company, type, ${actor.name}, ${actor.via}::"EventVia", ${actor.network}, ${actor.api_key ?? null}::uuid, subject, data,
      nullif(changes, 'null'), ${now}
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS event (
      name uuid, company uuid, type text, subject text, data jsonb, changes jsonb)`;
  await announceEvents(tx, now, events.flatMap(happeningOf));
}

/** Stores notifications for the members whom the events concern. */
export async function notifyMembers(tx: Transaction, now: Date, actor: Actor, events: Event[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const notices = events.flatMap((event) => noticeOf(event, actor) ?? []);
  if (notices.length === 0) return;
  // What a member does once counts against the quota of notifications; what is done to many is told once.
  const summary = events.length > 1 || actor.limitFactor === undefined ? summaryOf(first.type) : undefined;
  if (summary) return notifyOnce(tx, now, notices, summary);
  const { limitFactor } = actor;
  return notify(tx, now, notices, limitFactor === undefined ? undefined : { limitFactor });
}

function happeningOf(event: Event): Happening[] {
  const name = (webhookEventOf as Partial<Record<Event["type"], Happening["event"]>>)[event.type];
  if (name === undefined) return [];
  const { company, data } = event;
  const domain = "domain_name" in data ? { domain: data.domain_name } : {};
  // The table pairs only events whose data are what the webhook's event promises.
  return [{ company, event: name, data, ...domain } as Happening];
}

/** Deletes the events that are older than AUDIT_DAYS. */
export function deleteOldEvents({
  rootDb,
  clock,
  auditDays,
}: Pick<JobContext, "rootDb" | "clock" | "auditDays">): Promise<void> {
  const where = { creation: { lt: daysBefore(clock(), auditDays) } };
  return deleteInBatches(
    (take) => rootDb.event.findMany({ where, select: { name: true }, orderBy: { creation: "asc" }, take }),
    (names) => rootDb.event.deleteMany({ where: { name: { in: names } } }),
  );
}
