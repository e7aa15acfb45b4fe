import { setTimeout } from "node:timers/promises";
import { sql, type World } from "../../database/database.ts";
import type { JobContext } from "../../job.ts";
import { type EmailRow, tell } from "./email.ts";

/** Addresses that one transaction settles. */
const settledTogether = 500;

/**
 * Settles the addresses whose expiry has passed, oldest first: no longer active, and told (requirement P02). Mail to
 * them is refused from the instant itself, whenever this runs. Several processes may run it at once.
 */
export async function settleExpired({ world, clock }: Pick<JobContext, "world" | "clock">): Promise<void> {
  for (let more = true; more; ) {
    const now = clock();
    more = await world.$transaction(async (tx) => {
      const names = await sql(tx)<{ email_name: string }>`
        UPDATE email SET is_active = false, expired = expiry, modified = ${now}
        WHERE email_name IN (
          SELECT email_name FROM email WHERE is_active AND expiry <= ${now}
          ORDER BY expiry LIMIT ${settledTogether} FOR UPDATE SKIP LOCKED)
        RETURNING email_name`;
      const rows: EmailRow[] = await tx.email.findMany({
        where: { email_name: { in: names.map(({ email_name }) => email_name) } },
      });
      await tell(tx, now, rows, "expired");
      return names.length === settledTogether;
    });
  }
}

/** Messages that one transaction deletes. */
const deletedTogether = 200;
/** Between two, so that deleting a million takes little from those who store and read. Share of the time it works. */
const share = 0.25;

/**
 * Deletes the mail of addresses that have expired for longer than the grace (requirement P04), a few messages at a time.
 * An address that is activated meanwhile keeps what is left.
 */
export async function deleteExpiredMail({
  world,
  clock,
  expiredMailGrace,
  stopping,
}: Pick<JobContext, "world" | "clock" | "expiredMailGrace" | "stopping">): Promise<void> {
  while (!stopping.aborted) {
    const before = performance.now();
    if (!(await deleteSome(world, new Date(clock().getTime() - expiredMailGrace)))) return;
    const took = performance.now() - before;
    await setTimeout(took * (1 / share - 1));
  }
}

/** @returns whether there was an address to do something for */
const deleteSome = (world: World, limit: Date): Promise<boolean> =>
  world.$transaction(async (tx) => {
    const [email] = await sql(tx)<{ email_name: string; company: string }>`
      SELECT email_name, company FROM email WHERE expired <= ${limit} ORDER BY expired LIMIT 1 FOR UPDATE SKIP LOCKED`;
    if (email === undefined) return false;
    const messages = await sql(tx)<{ source: string }>`
      DELETE FROM customer_inbox WHERE name IN (
        SELECT name FROM customer_inbox
        WHERE company = ${email.company}::uuid AND recipients = ${email.email_name} LIMIT ${deletedTogether})
      RETURNING source`;
    // The bytes go with the last message that was made of them.
    await sql(tx)`
      DELETE FROM message_source WHERE name = ANY(${messages.map(({ source }) => source)}::uuid[])
        AND NOT EXISTS (SELECT FROM customer_inbox WHERE source = message_source.name)`;
    if (messages.length < deletedTogether) {
      await tx.email.update({ where: { email_name: email.email_name }, data: { expired: null } });
    }
    return true;
  });
