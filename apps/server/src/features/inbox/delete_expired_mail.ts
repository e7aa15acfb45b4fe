import { setTimeout as wait } from "node:timers/promises";
import type { Transaction } from "../../database/company_database.ts";
import type { JobContext } from "../../job.ts";
import { type ExpiredEmail, forgetExpiry, oldestExpired } from "../email/email.ts";
import { deleteNewest } from "./delete_messages.ts";

/** Share of the time that deletion works. It pauses between transactions, so that storing and reading stay fast. */
const share = 0.25;

/**
 * Deletes the mail of addresses that expired longer ago than the grace period (requirement P04), a few messages at a
 * time. An address that is activated meanwhile keeps the messages left.
 */
export async function deleteExpiredMail({
  rootDb,
  clock,
  log,
  expiredMailGrace,
  stopping,
}: Pick<JobContext, "rootDb" | "clock" | "log" | "expiredMailGrace" | "stopping">): Promise<void> {
  const failed: string[] = [];
  while (!stopping.aborted) {
    const before = performance.now();
    const limit = new Date(clock().getTime() - expiredMailGrace);
    let email_name: string | undefined;
    try {
      await rootDb.$transaction(async (tx) => {
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

async function deleteSome(tx: Transaction, { email_name, company }: ExpiredEmail): Promise<void> {
  await deleteNewest(tx, { email_name, company });
  const left = await tx.customerInbox.findFirst({ where: { company, recipients: email_name }, select: { name: true } });
  if (left === null) await forgetExpiry(tx, email_name);
}
