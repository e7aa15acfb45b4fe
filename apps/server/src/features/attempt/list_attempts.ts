import type { AttemptResource } from "@mayfly/contracts";
import { daysBefore } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import { sql } from "../../database/company_database.ts";
import { type Page, type PageAsked, pageOf } from "../../documents/cursor.ts";
import { keptDays, storedAs } from "./record.ts";

/** A row of the list, and what decides among rows of one instant. */
export interface ListedAttempt extends Omit<AttemptResource, "creation"> {
  creation: Date;
  key: string;
}

/**
 * What SMTP saw for an address, the newest first: its messages, and what was refused or put off.
 * @param made when the address was
 */
export async function listAttempts(
  { db, member, clock }: Pick<MemberContext, "db" | "member" | "clock">,
  { address, made, after, limit }: PageAsked & { address: string; made: Date },
): Promise<Page<ListedAttempt>> {
  const { company } = member;
  const since = new Date(Math.max(daysBefore(clock(), keptDays).getTime(), made.getTime()));
  const at = after?.at ?? new Date(clock().getTime() + 60_000);
  const key = after?.key ?? "~";
  const rows = await sql(db)<ListedAttempt & { stored: string | null }>`
    SELECT * FROM (
      (
        SELECT 'accepted' AS outcome, inbox.creation, mail_from, network, helo, tls, NULL AS reply, NULL AS reason,
          inbox.name::text AS message, inbox.name::text AS key, coalesce(told, inbox.source)::text AS stored
        FROM customer_inbox AS inbox LEFT JOIN message_source ON message_source.name = inbox.source
        WHERE inbox.company = ${company}::uuid AND recipients = ${address} AND modified >= ${since} AND modified <= ${at}
          AND (modified < ${at} OR inbox.name::text < ${key})
        ORDER BY modified DESC, inbox.name DESC LIMIT ${limit + 1}::int
      ) UNION ALL (
        SELECT CASE WHEN code >= 500 THEN 'refused' ELSE 'deferred' END, creation, mail_from, network, helo, tls, reply, reason,
          NULL, slot::text, NULL
        FROM smtp_attempt
        WHERE company = ${company}::uuid AND address = ${address} AND creation >= ${since} AND creation <= ${at}
          AND (creation < ${at} OR slot::text < ${key})
        ORDER BY creation DESC, slot::text DESC LIMIT ${limit + 1}::int
      )
    ) AS attempt ORDER BY creation DESC, key DESC LIMIT ${limit + 1}::int`;
  const attempts = rows.map(({ stored, reply, ...row }) => ({
    ...{ ...row, reply: stored === null ? reply : `250 2.6.0 ${storedAs(stored)}` },
  }));
  return pageOf(attempts, limit, ({ creation: at, key }) => ({ at, key }));
}
