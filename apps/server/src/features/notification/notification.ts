import { NotificationLog, notificationQuota, type Topic, toFlag } from "@mayfly/contracts";
import { z } from "zod";
import { day, daysBefore } from "../../clock.ts";
import type { CommonContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { RootDatabase } from "../../database/database.ts";
import { deleteInBatches } from "../../database/delete_in_batches.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { column, flagColumn, instantColumn } from "../../documents/field.ts";
import { enqueue, type JobContext, job } from "../../job.ts";

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

/** How many names one job carries. */
const namesTogether = 500;

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
  const written = await sql(tx)<{ name: string }>`
    WITH wanted AS (
      SELECT notice.company, member.name AS for_user, notice.subject, notice.topic, notice.email_content,
        notice.document_type, notice.document_name, row_number() OVER (PARTITION BY notice.company) AS place
      FROM json_to_recordset(${JSON.stringify(notices)}::json) AS notice (
        company uuid, topic text, owner text, subject text, email_content text, document_type text, document_name text)
      JOIN member ON member.company = notice.company AND member.is_active
        AND (member.role = 'Administrator' OR member.name = notice.owner)
      LEFT JOIN notification_preference AS preference
        ON preference.member = member.name AND preference.topic = notice.topic
      WHERE coalesce(preference.enabled, true)
    ), used AS (
      INSERT INTO quota_use AS today (company, quota, day, used)
      SELECT company, 'notification', ${day(now)}::date, count(*) FROM wanted WHERE ${by !== undefined}
      GROUP BY company ORDER BY company
      ON CONFLICT (company, quota, day) DO UPDATE SET used = today.used + excluded.used
      RETURNING company, used
    ), room AS (
      SELECT used.company, ceil(per_day * ${by?.limitFactor ?? 0}::float8) - used.used + wanted.rows AS rows
      FROM used JOIN (SELECT company, count(*) AS rows FROM wanted GROUP BY company) AS wanted USING (company)
      JOIN subscription USING (company) JOIN plan_quota USING (plan)
      WHERE plan_quota.quota = 'notification' AND ${(by?.limitFactor ?? 0) > 0}
    )
    INSERT INTO notification_log
      (name, company, for_user, subject, type, email_content, document_type, document_name, creation, modified)
    SELECT gen_random_uuid(), company, for_user,
      CASE WHEN place > room.rows THEN ${notificationQuota.subject} ELSE subject END, topic,
      CASE WHEN place > room.rows THEN ${notificationQuota.content} ELSE email_content END,
      document_type, document_name, ${now}, ${now}
    FROM wanted LEFT JOIN room USING (company)
    -- The one after the last says why there are no more.
    WHERE place <= coalesce(room.rows + 1, place) AND (room.rows IS NULL OR room.rows >= 0)
    RETURNING name`;
  await announceAll(tx, written);
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
  const concerned = notices.map(({ company, topic, owner }, at) => ({ at, company, topic, owner }));
  const people = await sql(tx)<{ for_user: string; count: number; first: number }>`
    SELECT member.name AS for_user, count(*)::int AS count, min(notice.at) AS first
    FROM json_to_recordset(${JSON.stringify(concerned)}::json) AS notice (at int, company uuid, topic text, owner text)
    JOIN member ON member.company = notice.company AND member.is_active
      AND (member.role = 'Administrator' OR member.name = notice.owner)
    LEFT JOIN notification_preference AS preference
      ON preference.member = member.name AND preference.topic = notice.topic
    WHERE coalesce(preference.enabled, true)
    GROUP BY member.name`;
  const rows = people.map(({ for_user, count, first }) => {
    const { owner: _, topic: type, ...notice } = notices[first] as Notice;
    const shared = count === 1 ? notice : { ...notice, document_name: "", ...summary(count) };
    return { ...shared, for_user, type, creation: now, modified: now };
  });
  const written = await tx.notificationLog.createManyAndReturn({ data: rows, select: { name: true } });
  await announceAll(tx, written);
}

async function announceAll(tx: Transaction, written: { name: string }[]): Promise<void> {
  for (let at = 0; at < written.length; at += namesTogether) {
    await enqueue(tx, announce, { names: written.slice(at, at + namesTogether).map(({ name }) => name) });
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
