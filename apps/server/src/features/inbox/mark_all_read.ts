import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { cursorAfter, readCursor } from "../../documents/cursor.ts";
import { Prisma } from "../../generated/prisma/client.ts";
import { readableEmails, readableInbox } from "../email/rights.ts";

/** Messages that one call marks at most, and entries of the index that it passes, of which a Member may read some. */
const mostMarked = 1_000;
const mostPassed = 50_000;

interface Marked {
  marked: string[] | null;
  at: Date | null;
  key: string | null;
}

export const mark_all_read = handler(inbox.mark_all_read, async (context, { email, after }) => {
  const { db, member, tellSeen } = context;
  const { name, company } = member;
  const address = email?.includes("+") ? (await readableEmails(context, [email])).get(email)?.email_name : email;
  const list = { of: "mark_all_read", address: address ?? email ?? null };
  const place = readCursor(context, list, after);
  const conditions = [
    Prisma.sql`inbox.company = ${company}::uuid`,
    ...(email === undefined ? [] : [Prisma.sql`inbox.recipients = ${address ?? email}`]),
    ...(place ? [Prisma.sql`(inbox.modified, inbox.name) < (${place.at}, ${place.key}::uuid)`] : []),
  ];
  const [looked] = await sql(db)<Marked>`
    WITH passed AS MATERIALIZED (
      SELECT company, modified, name, owner, visibility FROM customer_inbox AS inbox
      WHERE ${Prisma.join(conditions, " AND ")}
      ORDER BY modified DESC, name DESC LIMIT ${mostPassed}::int
    ), looked AS MATERIALIZED (
      SELECT modified, name FROM passed AS inbox WHERE ${readableInbox(member)}
      ORDER BY modified DESC, name DESC LIMIT ${mostMarked}::int
    ), marked AS (
      UPDATE customer_inbox AS inbox SET _seen = array_append(_seen, ${name})
      WHERE inbox.name = ANY(ARRAY(SELECT name FROM looked)) AND NOT ${name} = ANY(_seen)
      RETURNING inbox.name
    ), edge AS (
      (SELECT modified, name FROM looked ORDER BY modified DESC, name DESC OFFSET ${mostMarked - 1}::int LIMIT 1)
      UNION ALL
      (SELECT modified, name FROM passed ORDER BY modified DESC, name DESC OFFSET ${mostPassed - 1}::int LIMIT 1)
    )
    SELECT ARRAY(SELECT name::text FROM marked) AS marked, edge.modified AS at, edge.name::text AS key
    FROM (SELECT) AS always LEFT JOIN (SELECT * FROM edge ORDER BY modified DESC, name DESC LIMIT 1) AS edge ON true`;
  const marked = looked?.marked ?? [];
  for (const message of marked) tellSeen(name, message);
  const next = looked?.at && looked.key ? cursorAfter(context, list, { at: looked.at, key: looked.key }) : null;
  // Callers of the version before, without `after`, go on while something is left.
  const left = next !== null && (place !== undefined || marked.length > 0);
  return { marked: marked.length, left, next };
});
