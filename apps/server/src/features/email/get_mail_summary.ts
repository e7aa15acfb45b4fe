import { email } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { readable } from "./email.ts";

/** Messages of an address that are looked at. */
const newest = 100;

export const get_mail_summary = handler(email.get_mail_summary, async ({ db, member }, { emails }) => {
  const where = { AND: [readable(member), { email_name: { in: emails } }] };
  const names = (await db.email.findMany({ where, select: { email_name: true } })).map(({ email_name }) => email_name);
  const rows = await sql(db)<{ email_name: string; unread: number; creation: Date | null; sender: string | null }>`
    SELECT given.email_name, last.creation, last.sender, looked.unread
    FROM unnest(${names}::text[]) AS given (email_name)
    LEFT JOIN LATERAL (
      SELECT creation, sender FROM customer_inbox
      WHERE company = ${member.company}::uuid AND recipients = given.email_name
      ORDER BY modified DESC, name DESC LIMIT 1
    ) AS last ON true
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE NOT ${member.name} = ANY(_seen))::int AS unread FROM (
        SELECT _seen FROM customer_inbox
        WHERE company = ${member.company}::uuid AND recipients = given.email_name
        ORDER BY modified DESC, name DESC LIMIT ${newest}::int
      ) AS message
    ) AS looked`;
  return rows.map(({ email_name, unread, creation, sender }) => ({
    email_name,
    unread,
    last: creation === null || sender === null ? null : { creation: creation.toISOString(), sender },
  }));
});
