import { NotificationLog, notificationQuota, type Topic, toFlag } from "@mayfly/contracts";
import { z } from "zod";
import { day, daysBefore } from "../../clock.ts";
import type { CommonContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { column, flagColumn, instantColumn } from "../../documents/field.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { enqueue, type JobContext, job } from "../../job.ts";
import { Counter } from "../../limits/counter.ts";
import { countUse } from "../subscription/quota.ts";

/** The document type Notification Log. Members read only their own notifications (requirement P126). */
export const notificationLog: DocumentType<"NotificationLog", keyof NotificationLog> = {
  model: "notificationLog",
  key: "name",
  readable: ({ member }) => ({ for_user: member.name }),
  indexes: () => [["creation"], ["modified"]],
  fields: {
    name: column("name", "uuid"),
    subject: column("subject", "text"),
    type: column("type", "text"),
    email_content: column("email_content", "text"),
    document_type: column("document_type", "text"),
    document_name: column("document_name", "text"),
    for_user: column("for_user", "address"),
    read: flagColumn("read"),
    creation: instantColumn("creation"),
    modified: instantColumn("modified"),
  },
};

/** News for a company's Administrators and the member it is about. */
export interface Notice {
  company: string;
  topic: Topic;
  /** The member who is told besides the Administrators. */
  owner?: string;
  subject: string;
  /** One or two sentences. */
  email_content: string;
  document_type: string;
  document_name: string;
}

/** How many notifications are stored at once, and carried by one job. */
const rowsAtOnce = 500;

/**
 * Stores each notice for every active member whom it concerns and who has not switched its topic off.
 * @param by given when a member's call is the cause, which can be repeated without end: beyond the company's quota of the
 *   day nothing is stored, but one notification that says so
 */
export async function notify(
  tx: Transaction,
  now: Date,
  notices: Notice[],
  by?: Pick<CommonContext, "limitFactor">,
): Promise<void> {
  const concerned = await sql(tx)<Concerned>`${concernedBy(notices)} ORDER BY at, for_user`;
  const room = by === undefined || by.limitFactor === 0 ? undefined : await roomFor(tx, now, concerned, by);
  const placeOf = new Counter();
  const rows = concerned.flatMap(({ for_user, at }) => {
    const { owner: _, topic: type, ...notice } = notices[at] as Notice;
    placeOf.add(notice.company);
    const beyond = placeOf.count(notice.company) - (room?.get(notice.company) ?? Number.POSITIVE_INFINITY);
    // The one after the last says why there are no more.
    if (beyond > 1) return [];
    return [{ ...notice, ...(beyond === 1 && quotaNotice), for_user, type, creation: now, modified: now }];
  });
  await store(tx, rows);
}

const quotaNotice = { subject: notificationQuota.subject, email_content: notificationQuota.content };

/** How many more notifications each company may have today; below 0: the one that says so has been stored. */
async function roomFor(
  tx: Transaction,
  now: Date,
  concerned: Concerned[],
  by: Pick<CommonContext, "limitFactor">,
): Promise<Map<string, number>> {
  const counts = new Counter();
  for (const { company } of concerned) counts.add(company);
  const uses = [...counts.entries()].map(([company, count]) => ({ company, day: day(now), count }));
  const used = await countUse(tx, by, "notification", uses, now);
  return new Map(used.map(({ company, used, allowed, count }) => [company, allowed - used + count]));
}

/**
 * Tells of many things of one kind at once: whom several of the notices concern gets one notification.
 * @param summary what it says instead of a single notice. Its document is none of the many.
 */
export async function notifyOnce(
  tx: Transaction,
  now: Date,
  notices: Notice[],
  summary: (count: number) => Pick<Notice, "subject" | "email_content">,
): Promise<void> {
  const people = await sql(tx)<{ for_user: string; count: number; first: number }>`
    SELECT for_user, count(*)::int AS count, min(at) AS first FROM (${concernedBy(notices)}) AS concerned GROUP BY for_user`;
  const rows = people.map(({ for_user, count, first }) => {
    const { owner: _, topic: type, ...notice } = notices[first] as Notice;
    const shared = count === 1 ? notice : { ...notice, document_name: "", ...summary(count) };
    return { ...shared, for_user, type, creation: now, modified: now };
  });
  await store(tx, rows);
}

/** Somebody whom a notice concerns. */
interface Concerned {
  company: string;
  for_user: string;
  /** The notice's place among those that were given. */
  at: number;
}

/** SQL that is whom notices concern: of each notice, the company's Administrators and its owner. */
function concernedBy(notices: Notice[]) {
  const given = notices.map(({ company, topic, owner }, at) => ({ at, company, topic, owner }));
  return Prisma.sql`
    SELECT notice.company::text, member.name AS for_user, notice.at
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS notice (at int, company uuid, topic text, owner text)
    JOIN member ON member.company = notice.company AND member.is_active
      AND (member.role = 'Administrator' OR member.name = notice.owner)
    LEFT JOIN notification_preference AS preference
      ON preference.member = member.name AND preference.topic = notice.topic
    WHERE coalesce(preference.enabled, true)`;
}

/** Stores them, and has their members told. */
async function store(tx: Transaction, rows: Prisma.NotificationLogCreateManyInput[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const data = rows.slice(at, at + rowsAtOnce);
    const written = await tx.notificationLog.createManyAndReturn({ data, select: { name: true } });
    await enqueue(tx, announce, { names: written.map(({ name }) => name) });
  }
}

export const announce = job("notification/announce", z.object({ names: z.array(z.uuid()) }), (context, { names }) =>
  context.announceNotifications(names),
);

/** Notifications by name, as the API returns them. */
export async function readNotifications(rootDb: RootDatabase, names: string[]): Promise<NotificationLog[]> {
  const rows = await rootDb.notificationLog.findMany({ where: { name: { in: names } } });
  return rows.map(({ read, creation, modified, ...row }) =>
    NotificationLog.parse({
      ...row,
      read: toFlag(read),
      creation: creation.toISOString(),
      modified: modified.toISOString(),
    }),
  );
}

const keptDays = 90;

export function deleteOldNotifications({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  const where = { creation: { lt: daysBefore(clock(), keptDays) } };
  return deleteInBatches(
    (take) => rootDb.notificationLog.findMany({ where, select: { name: true }, orderBy: { creation: "asc" }, take }),
    (names) => rootDb.notificationLog.deleteMany({ where: { name: { in: names } } }),
  );
}
