import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { readableEmails, readableInbox } from "../email/email.ts";

/** Messages that one call looks at, and marks, at most. */
const mostLookedAt = 10_000;
const mostMarked = 1_000;

export const mark_all_read = handler(inbox.mark_all_read, async (context, { email }) => {
  const { db, member, tellSeen } = context;
  const { name } = member;
  const address = email?.includes("+") ? (await readableEmails(context, [email])).get(email)?.email_name : email;
  const ofAddress = email === undefined ? Prisma.sql`true` : Prisma.sql`inbox.recipients = ${address ?? email}`;
  const marked = await sql(db)<{ name: string }>`
    UPDATE customer_inbox SET _seen = array_append(_seen, ${name})
    WHERE name IN (
      SELECT newest.name FROM (
        SELECT name, _seen FROM customer_inbox AS inbox
        WHERE ${readableInbox(member)} AND ${ofAddress}
        ORDER BY modified DESC, name DESC LIMIT ${mostLookedAt}::int
      ) AS newest WHERE NOT ${name} = ANY(newest._seen) LIMIT ${mostMarked}::int
    ) AND NOT ${name} = ANY(_seen)
    RETURNING name::text`;
  for (const message of marked) tellSeen(name, message.name);
  return { marked: marked.length, left: marked.length === mostMarked };
});
