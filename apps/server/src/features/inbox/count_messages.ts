import { countedMessages, type EmailCounts, unicodeAddress } from "@mayfly/contracts";
import type { MemberContext } from "../../context.ts";
import { sql } from "../../database/company_database.ts";

/** Counts the newest messages of addresses that the member may read. @returns the counts in the order of the names */
export async function countMessages(
  { db, member }: Pick<MemberContext, "db" | "member">,
  names: string[],
): Promise<EmailCounts[]> {
  const rows = await sql(db)<Omit<EmailCounts, "unicode_name">>`
    SELECT given.email_name, counted.messages, counted.unread
    FROM unnest(${names}::text[]) WITH ORDINALITY AS given (email_name, place)
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS messages, count(*) FILTER (WHERE NOT ${member.name} = ANY(_seen))::int AS unread
      FROM (
        SELECT _seen FROM customer_inbox
        WHERE company = ${member.company}::uuid AND recipients = given.email_name
        ORDER BY modified DESC, name DESC LIMIT ${countedMessages}::int
      ) AS newest
    ) AS counted
    ORDER BY given.place`;
  return rows.map((row) => ({ ...row, unicode_name: unicodeAddress(row.email_name) }));
}
