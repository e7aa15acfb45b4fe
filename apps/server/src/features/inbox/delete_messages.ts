import type { MemberContext } from "../../context.ts";
import { sql, type Transaction } from "../../database/company_database.ts";
import { Refusal } from "../../refusal.ts";
import { forgetClaims } from "../claim/claim.ts";
import { actorOf, happened } from "../event/event.ts";
import { forgetSearched } from "../search/search.ts";
import { forgetBodies } from "../webhook/webhook.ts";
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
