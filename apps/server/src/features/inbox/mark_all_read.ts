import { inbox } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { Prisma } from "../../generated/prisma/client.ts";

/** Messages that one call looks at, and marks, at most. */
const mostLookedAt = 10_000;
const mostMarked = 1_000;

export const mark_all_read = handler(inbox.mark_all_read, async ({ db, member, tellSeen }, { email }) => {
  const { company, name, role } = member;
  const ofAddress = email === undefined ? Prisma.sql`true` : Prisma.sql`recipients = ${email}`;
  const readable = role === "Administrator" ? Prisma.sql`true` : Prisma.sql`(owner = ${name} OR visibility = 'Public')`;
  const marked = await sql(db)<{ name: string }>`
    UPDATE customer_inbox SET _seen = array_append(_seen, ${name})
    WHERE name IN (
      SELECT newest.name FROM (
        SELECT name, _seen FROM customer_inbox
        WHERE company = ${company}::uuid AND ${ofAddress} AND ${readable}
        ORDER BY modified DESC, name DESC LIMIT ${mostLookedAt}::int
      ) AS newest WHERE NOT ${name} = ANY(newest._seen) LIMIT ${mostMarked}::int
    ) AND NOT ${name} = ANY(_seen)
    RETURNING name::text`;
  for (const message of marked) tellSeen(name, message.name);
  return { marked: marked.length, left: marked.length === mostMarked };
});
