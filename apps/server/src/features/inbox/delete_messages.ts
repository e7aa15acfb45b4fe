import { timer } from "../../clock.ts";
import type { MemberContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";
import { forgetClaims } from "../claim/claim.ts";
import { forgetBodies } from "../delivery/delivery.ts";
import { readableEmail } from "../email/rights.ts";
import { actorOf, happened } from "../event/event.ts";
import { forgetSearched } from "../search/search.ts";
import { readableMessage } from "./inbox.ts";
import { forgetTimelines } from "./timeline.ts";

/** Deletes what was kept of messages besides their rows, which are deleted already. */
export async function forgetMessages(tx: Transaction, deleted: { name: string; source: string }[]): Promise<void> {
  const names = deleted.map(({ name }) => name);
  await forgetBodies(tx, names);
  await forgetClaims(tx, names);
  await forgetTimelines(tx, names);
  await forgetSearched(tx, names);
  // A source is deleted with the last message that was made from it.
  await sql(tx)`
    DELETE FROM message_source WHERE name = ANY(${deleted.map(({ source }) => source)}::uuid[])
      AND NOT EXISTS (SELECT FROM customer_inbox WHERE source = message_source.name)`;
}

/**
 * Deletes a message for good (row Q08), for who manages its address: the owner, and Administrators.
 * @throws Refusal when the caller may not read the message, or not delete it
 */
export async function deleteMessage(context: MemberContext, name: string): Promise<void> {
  const { db, member, clock, tellDeleted } = context;
  const { company } = member;
  const { recipients, owner, visibility } = await readableMessage(context, name);
  if (owner !== member.name && member.role !== "Administrator") throw Refusal.forbidden();
  const gone = await db.$transaction(async (tx) => {
    const deleted = await sql(tx)<{ name: string; source: string }>`
      DELETE FROM customer_inbox WHERE name = ${name}::uuid AND company = ${company}::uuid RETURNING name::text, source::text`;
    if (deleted.length === 0) return false;
    await forgetMessages(tx, deleted);
    const event = { type: "message.deleted", company, subject: name, data: { recipients } } as const;
    await happened(tx, clock(), actorOf(context), [event]);
    return true;
  });
  if (!gone) throw Refusal.notFound();
  tellDeleted({ company, owner, visibility }, name);
}

/** Limits of what one transaction deletes. It takes no further messages once those before reach this many bytes. */
const deletedTogether = { messages: 200, bytes: 64 * 1024 * 1024 };

/**
 * Deletes the newest messages of an address, as many as one transaction takes. The newest go first, so that the rest keep
 * their positions counted from the oldest, which deep pages rely on.
 */
export async function deleteNewest(
  tx: Transaction,
  { company, email_name }: { company: string; email_name: string },
): Promise<{ name: string; source: string }[]> {
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
  await forgetMessages(tx, deleted);
  return deleted;
}

/** What one call deletes, and how long it begins with more. */
const deletedAtOnce = { messages: 1_000, milliseconds: 2_000 };

/**
 * Deletes the messages of an address for good, as many as one call may, for who manages it.
 * @returns how many were deleted, and whether the address has messages still
 * @throws Refusal when the caller may not read the address, or not delete its mail
 */
export async function deleteMessagesOf(
  context: MemberContext,
  address: string,
): Promise<{ deleted: number; left: boolean }> {
  const { db, member, clock, tellDeleted } = context;
  const { company } = member;
  const { email_name, owner, visibility } = await readableEmail(context, address);
  if (owner !== member.name && member.role !== "Administrator") throw Refusal.forbidden();
  const isTooLate = timer(clock, deletedAtOnce.milliseconds);
  let deleted = 0;
  for (let isMore = true; isMore && deleted < deletedAtOnce.messages && !isTooLate(); ) {
    const gone = await db.$transaction(async (tx) => {
      const some = await deleteNewest(tx, { company, email_name });
      const data = { recipients: email_name };
      const events = some.map(({ name }) => ({ type: "message.deleted", company, subject: name, data }) as const);
      await happened(tx, clock(), actorOf(context), events);
      return some;
    });
    for (const { name } of gone) tellDeleted({ company, owner, visibility }, name);
    deleted += gone.length;
    isMore = gone.length > 0;
  }
  const one = await db.customerInbox.findFirst({ where: { recipients: email_name }, select: { name: true } });
  return { deleted, left: one !== null };
}
