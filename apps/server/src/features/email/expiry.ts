import { sql, type Transaction } from "../../database/company_database.ts";
import type { JobContext } from "../../job.ts";
import { type Event, notifyMembers, record, system } from "../event/event.ts";
import { type EmailRow, emailEvent } from "./email.ts";

/** A company's addresses may all end at once. Milliseconds. */
const timeout = 120_000;
/** From how many of the addresses that are due one transaction takes the companies to settle. */
const lookedAt = 500;
/** How many addresses one statement settles. */
const settledTogether = 5_000;

/**
 * Settles the addresses whose expiry has passed, oldest first: marks them inactive and tells of it (requirement P02).
 * A company's are settled in one transaction, so that each person is told once. Mail to them is refused from the expiry
 * on, whenever this runs. Several processes may run it at once.
 */
export async function settleExpired({ rootDb, clock }: Pick<JobContext, "rootDb" | "clock">): Promise<void> {
  // Those that expire meanwhile wait for the next run.
  const now = clock();
  for (let more = true; more; ) {
    more = await rootDb.$transaction(
      async (tx) => {
        const due = await sql(tx)<{ company: string }>`
        SELECT company FROM email WHERE is_active AND expiry <= ${now} ORDER BY expiry LIMIT ${lookedAt}`;
        const companies = [...new Set(due.map(({ company }) => company))];
        const settled = await settleCompanies(tx, now, companies);
        return settled > 0 && due.length === lookedAt;
      },
      { timeout },
    );
  }
}

/** @returns how many addresses have been settled */
async function settleCompanies(tx: Transaction, now: Date, companies: string[]): Promise<number> {
  const settled: Event[] = [];
  for (let more = companies.length > 0; more; ) {
    const rows = await sql(tx)<EmailRow>`
      UPDATE email SET is_active = false, expired = expiry, modified = ${now}
      WHERE email_name IN (
        SELECT email_name FROM email
        WHERE company = ANY(${companies}::uuid[]) AND is_active AND expiry <= ${now}
        ORDER BY expiry LIMIT ${settledTogether} FOR UPDATE SKIP LOCKED)
      RETURNING *`;
    const events = rows.map((row) => emailEvent("expired", row));
    await record(tx, now, system, events);
    settled.push(...events);
    more = rows.length === settledTogether;
  }
  await notifyMembers(tx, now, system, settled);
  return settled.length;
}
