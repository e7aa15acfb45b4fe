import { setTimeout as wait } from "node:timers/promises";
import { sql, type Transaction } from "../../database/company_database.ts";
import { longTransaction } from "../../database/database.ts";
import type { JobContext } from "../../job.ts";
import { type Event, notifyMembers, record, system } from "../event/event.ts";
import { type EmailRow, emailEvent } from "./email.ts";

/** From how many of the addresses that are due one transaction takes the companies to settle. */
const lookedAt = 500;
/** How many addresses one statement settles. */
const settledTogether = 5_000;

/**
 * Settles the addresses whose expiry has passed, oldest first: marks them inactive and tells of it (requirement P02).
 * A company's are settled in one transaction, so that each person is told once. Mail to them is refused from the expiry
 * on, whenever this runs. Several processes may run it at once.
 */
export async function settleExpired({ world, clock }: Pick<JobContext, "world" | "clock">): Promise<void> {
  // Those that expire meanwhile wait for the next run.
  const now = clock();
  for (let more = true; more; ) {
    more = await world.$transaction(async (tx) => {
      const due = await sql(tx)<{ company: string }>`
        SELECT company FROM email WHERE is_active AND expiry <= ${now} ORDER BY expiry LIMIT ${lookedAt}`;
      const companies = [...new Set(due.map(({ company }) => company))];
      const settled = await settleCompanies(tx, now, companies);
      return settled > 0 && due.length === lookedAt;
    }, longTransaction);
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

/** Limits of what one transaction deletes. It takes no further messages once those before reach this many bytes. */
const deletedTogether = { messages: 200, bytes: 64 * 1024 * 1024 };
/** Share of the time that deletion works. It pauses between transactions, so that storing and reading stay fast. */
const share = 0.25;

/**
 * Deletes the mail of addresses that expired longer ago than the grace period (requirement P04), a few messages at a
 * time. The newest go first, so that the rest keep their positions counted from the oldest, which deep pages rely on.
 * An address that is activated meanwhile keeps the messages left.
 */
export async function deleteExpiredMail({
  world,
  clock,
  log,
  expiredMailGrace,
  stopping,
}: Pick<JobContext, "world" | "clock" | "log" | "expiredMailGrace" | "stopping">): Promise<void> {
  const failed: string[] = [];
  while (!stopping.aborted) {
    const before = performance.now();
    const limit = new Date(clock().getTime() - expiredMailGrace);
    let email_name: string | undefined;
    try {
      await world.$transaction(async (tx) => {
        const email = await oldestExpired(tx, limit, failed);
        email_name = email?.email_name;
        if (email) await deleteSome(tx, email);
      });
    } catch (error) {
      if (email_name === undefined) throw error;
      // The other addresses do not wait for this one. The next run tries it again.
      log.error({ err: error, address: email_name }, "expired mail not deleted");
      failed.push(email_name);
    }
    if (email_name === undefined) return;
    const took = performance.now() - before;
    await wait(took * (1 / share - 1));
  }
}

type Expired = Pick<EmailRow, "email_name" | "company">;

async function oldestExpired(tx: Transaction, limit: Date, except: string[]): Promise<Expired | undefined> {
  const [email] = await sql(tx)<Expired>`
    SELECT email_name, company FROM email WHERE expired <= ${limit} AND email_name <> ALL(${except})
    ORDER BY expired LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return email;
}

async function deleteSome(tx: Transaction, { email_name, company }: Expired): Promise<void> {
  const { messages, bytes } = deletedTogether;
  // Postgres knows the stored length of `raw` and `lz4` without reading their bytes.
  const deleted = await sql(tx)<{ name: string; source: string }>`
    DELETE FROM customer_inbox WHERE name IN (
      SELECT name FROM (
        SELECT inbox.name,
          sum(kept) OVER (ORDER BY modified DESC, inbox.name DESC) - kept AS before
        FROM (
          SELECT name, source, modified FROM customer_inbox
          WHERE company = ${company}::uuid AND recipients = ${email_name}
          ORDER BY modified DESC, name DESC LIMIT ${messages}
        ) AS inbox
        JOIN message_source ON message_source.name = inbox.source
        CROSS JOIN LATERAL octet_length(coalesce(raw, lz4)) AS kept
      ) AS sized WHERE before < ${bytes})
    RETURNING name, source`;
  // The webhook deliveries of the messages lose their bodies too, which hold the text.
  await sql(tx)`
    UPDATE webhook_delivery SET body = NULL
    WHERE body IS NOT NULL AND message = ANY(${deleted.map(({ name }) => name)}::uuid[])`;
  // A source is deleted with the last message that was made from it.
  await sql(tx)`
    DELETE FROM message_source WHERE name = ANY(${deleted.map(({ source }) => source)}::uuid[])
      AND NOT EXISTS (SELECT FROM customer_inbox WHERE source = message_source.name)`;
  await sql(tx)`
    UPDATE email SET expired = NULL WHERE email_name = ${email_name}
      AND NOT EXISTS (SELECT FROM customer_inbox WHERE company = ${company}::uuid AND recipients = ${email_name})`;
}
