import type { Refusals, RefusedAttempt } from "@mayfly/contracts";
import { day } from "../../clock.ts";
import { type CompanyDatabase, sql } from "../../database/company_database.ts";
import { namesNear } from "./near_names.ts";
import { type Attempt, others, platform, unnamed } from "./record.ts";

interface NearQuery {
  company: string;
  address: string;
  /** No earlier than the address was made: what was tried before that is nobody's to know (threat 54). */
  since: Date;
}

/** The newest of such tries that are shared among their sources. */
const looked = 1_000;

/**
 * Tries to send mail to an address that failed, and to names like it that nobody has (row R03): first to the address itself,
 * then to names that are near it, then to others on the domain, if it is the company's, then those that named nobody, with
 * an empty address: only a company that is the only one here, or whose verified domain the sender is of, is told of
 * them, since they may have been meant for others. Of each the newest come first. One source cannot hide those of others:
 * of each, one is told before a second one of any.
 */
export async function refusedNear(
  db: CompanyDatabase,
  { company, address, since, limit }: NearQuery & { limit: number },
): Promise<RefusedAttempt[]> {
  const near = namesNear(address);
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const rows = await sql(db)<
    Pick<Attempt, "address" | "code" | "reply" | "mail_from"> & { creation: Date; nearness: number; isShared: boolean }
  >`
    SELECT * FROM (
      SELECT *, row_number() OVER (PARTITION BY nearness, network ORDER BY creation DESC) AS place FROM (
        (
          SELECT 0 AS nearness, address, creation, network, code, reply, mail_from, false AS "isShared" FROM smtp_attempt
          WHERE company = ${company}::uuid AND address = ${address} AND creation >= ${since}
          ORDER BY creation DESC LIMIT ${looked}
        ) UNION ALL (
          SELECT 1, address, creation, network, code, reply, mail_from, company = ${platform}::uuid FROM smtp_attempt
          WHERE company IN (${company}::uuid, ${platform}::uuid) AND address = ANY(${near}) AND creation >= ${since}
            AND reason = 'unknown'
          ORDER BY creation DESC LIMIT ${looked}
        ) UNION ALL (
          SELECT 2, address, creation, network, code, reply, mail_from, false FROM smtp_attempt
          WHERE company = ${company}::uuid AND creation >= ${since} AND reason = 'unknown' AND address <> ALL(${near})
            AND address <> ${address} AND split_part(address, '@', 2) = ${domain}
          ORDER BY creation DESC LIMIT ${looked}
        ) UNION ALL (
          SELECT 3, '', creation, network, code, reply, mail_from, false FROM (
            SELECT * FROM smtp_attempt WHERE company = ${unnamed}::uuid AND creation >= ${since}
            ORDER BY creation DESC LIMIT ${looked}
          ) AS one
          WHERE NOT EXISTS (SELECT FROM company WHERE name <> ${company}::uuid)
            OR EXISTS (SELECT FROM domain WHERE domain_name = lower(split_part(mail_from, '@', -1))
              AND domain.company = ${company}::uuid AND is_verified)
        )
      ) AS tried ORDER BY nearness, place, creation DESC LIMIT ${limit}
    ) AS told ORDER BY nearness, creation DESC`;
  return rows.map(({ address, creation, code, reply, mail_from, isShared }) => ({
    ...{ address, creation: creation.toISOString(), reply },
    outcome: code >= 500 ? ("refused" as const) : ("deferred" as const),
    // A name that is nobody's on a domain of the platform's: the mail may have been meant for another company.
    mail_from: isShared ? null : mail_from,
  }));
}

/** How many tries to send mail to an address failed, those included that are not kept. */
export async function refusalsOf(db: CompanyDatabase, { company, address, since }: NearQuery): Promise<Refusals> {
  // A day on which the first try was too early is told by the tries that are kept of it.
  const [row] = await sql(db)<{ count: number; first: Date | null; last: Date | null }>`
    SELECT coalesce(sum(CASE WHEN day.first >= ${since} THEN day.count ELSE kept.count END), 0)::int AS count,
      min(CASE WHEN day.first >= ${since} THEN day.first ELSE kept.first END) AS first,
      max(CASE WHEN day.last >= ${since} THEN day.last ELSE kept.last END) AS last
    FROM smtp_attempt_count AS day CROSS JOIN LATERAL (
      SELECT count(*) AS count, min(creation) AS first, max(creation) AS last FROM smtp_attempt AS attempt
      WHERE attempt.company = day.company AND attempt.day = day.day AND attempt.address = day.address
        AND attempt.creation >= ${since}
    ) AS kept
    WHERE day.company = ${company}::uuid AND day.address = ${address} AND day.day >= ${day(since)}::date`;
  const { count = 0, first, last } = row ?? {};
  return { count, first: first?.toISOString() ?? null, last: last?.toISOString() ?? null };
}

/** Whether there were so many unknown names that tries at some of them, which might be near an address, are not kept. */
export async function isIncomplete(
  db: CompanyDatabase,
  { company, since, isShared }: Pick<NearQuery, "company" | "since"> & { isShared: boolean },
): Promise<boolean> {
  const [row] = await sql(db)<{ exists: boolean }>`
    SELECT EXISTS (
      SELECT FROM smtp_attempt_count
      WHERE company = ${isShared ? platform : company}::uuid AND address = ${others} AND day >= ${day(since)}::date
        AND (last IS NULL OR last >= ${since}))`;
  return row?.exists === true;
}
