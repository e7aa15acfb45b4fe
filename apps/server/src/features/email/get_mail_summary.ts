import { email, limits } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { readableEmails } from "./rights.ts";

/** Of what somebody has opened at an address, the newest messages are looked at, as many as mark_all_read marks. */
const mostOpened = 10_000;

export const get_mail_summary = handler(email.get_mail_summary, async (context, { emails }) => {
  const { db, member } = context;
  const found = await readableEmails(context, emails);
  const names = [...new Set([...found.values()].map(({ email_name }) => email_name))];
  const rows = await sql(db)<{ email_name: string; unread: number; creation: Date | null; sender: string | null }>`
    SELECT given.email_name, last.creation, last.sender, looked.unread
    FROM unnest(${names}::text[]) AS given (email_name)
    LEFT JOIN LATERAL (
      SELECT creation, sender FROM customer_inbox
      WHERE company = ${member.company}::uuid AND recipients = given.email_name
      ORDER BY modified DESC, name DESC LIMIT 1
    ) AS last ON true
    -- What nobody has opened is unread for everybody, and has an index of its own (customer_inbox_unopened). The rest has
    -- another (customer_inbox_opened), by which the caller's own reading is taken out.
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS unread FROM (
        (
          SELECT 1 FROM customer_inbox
          WHERE company = ${member.company}::uuid AND recipients = given.email_name AND _seen = '{}'
          ORDER BY modified DESC LIMIT ${limits.countedUnread}::int
        ) UNION ALL (
          SELECT 1 FROM (
            SELECT _seen FROM customer_inbox
            WHERE company = ${member.company}::uuid AND recipients = given.email_name AND _seen <> '{}'
            ORDER BY modified DESC LIMIT ${mostOpened}::int
          ) AS opened WHERE NOT ${member.name} = ANY(opened._seen)
        )
        LIMIT ${limits.countedUnread}::int
      ) AS message
    ) AS looked`;
  return rows.map(({ email_name, unread, creation, sender }) => ({
    email_name,
    unread,
    last: creation === null || sender === null ? null : { creation: creation.toISOString(), sender },
  }));
});
