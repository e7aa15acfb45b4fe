import { day, daysBefore } from "../../clock.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import { namesNear } from "./near_names.ts";
import { keptDays, platform } from "./record.ts";

/**
 * Whether a name on a domain of the platform's is withheld from a company, because mail for it was refused in the last seven
 * days, and may have been meant for somebody else (threat 54). Explanations tell of such a name to whoever has an address
 * one letter away. Whose mail it was cannot be known, so it is withheld
 *
 * - while another company has an address so near: the mail is as likely meant for that one,
 * - from a company that was told of it by addresses younger than the first of these tries: somebody was trying it before.
 *
 * What is left: a company whose own address was near from the first try on, as after a typo of its own; and one that was
 * told nothing. So nobody can use up names by sending mail to them.
 */
export async function isWithheld(
  tx: Transaction,
  { company, address, now }: { company: string; address: string; now: Date },
): Promise<boolean> {
  const since = daysBefore(now, keptDays);
  const [tried] = await sql(tx)<{ first: Date | null; last: Date | null }>`
    SELECT min(coalesce(first, day)) AS first, max(coalesce(last, day + 1)) AS last FROM smtp_attempt_count
    WHERE company = ${platform}::uuid AND day >= ${day(since)}::date AND address = ${address}`;
  if (!tried?.first || !tried.last || tried.last < since) return false;
  const near = await sql(tx)<{ is_own: boolean; from: Date }>`
    SELECT company = ${company}::uuid AS is_own, min(creation) AS from FROM email
    WHERE email_name = ANY(${namesNear(address)}) GROUP BY is_own`;
  const { first, last } = tried;
  return near.some(({ is_own, from }) => !is_own || (from > first && from <= last));
}
