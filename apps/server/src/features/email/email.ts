import { type Email, toFlag, visibilities } from "@mayfly/contracts";
import type pg from "pg";
import { sql, type Transaction } from "../../database/company_database.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { choiceColumn, column, flagColumn, instantColumn } from "../../documents/field.ts";
import type { CustomerInbox, Email as EmailRow } from "../../generated/prisma/client.ts";
import { changesOf, type Event } from "../event/event.ts";
import type { Counted } from "../subscription/subscription.ts";
import { readable, withAddressesMeant } from "./rights.ts";

/** The document type Email. */
export const email: DocumentType<"Email", keyof Email> = {
  model: "email",
  key: "email_name",
  readable: ({ member }) => readable(member),
  meant: (context, filters) => withAddressesMeant(context, filters, "email_name"),
  // A Member's own and Public addresses are picked from those of the company: people make these, one at a time.
  indexes: () => [["creation"], ["modified"], ["last_activity"], ["owner", "creation"]],
  fields: {
    name: column("email_name", "address"),
    email_name: column("email_name", "address"),
    expiry: instantColumn("expiry", { nullable: true }),
    reason: column("reason", "text"),
    run: column("run", "text"),
    tags: column("tags", "labels"),
    note: column("note", "text"),
    visibility: choiceColumn("visibility", visibilities),
    is_active: flagColumn("is_active"),
    deactivated: flagColumn("deactivated"),
    last_activity: instantColumn("last_activity"),
    creation: instantColumn("creation"),
    modified: instantColumn("modified"),
    owner: column("owner", "address"),
  },
};

export type { EmailRow };

export const asEmail = (row: EmailRow): Email => ({
  ...row,
  name: row.email_name,
  is_active: toFlag(row.is_active),
  deactivated: toFlag(row.deactivated),
  last_activity: row.last_activity.toISOString(),
  expiry: row.expiry?.toISOString() ?? null,
  creation: row.creation.toISOString(),
  modified: row.modified.toISOString(),
});

/** Whether an address takes mail (invariant 3). */
export const takesMail = ({ is_active, expiry }: Pick<EmailRow, "is_active" | "expiry">, now: Date) =>
  is_active && (expiry === null || expiry > now);

/** Filter for the addresses that take mail. */
export const active = (now: Date) => ({ is_active: true, OR: [{ expiry: null }, { expiry: { gt: now } }] });

/** What the plan counts: the addresses that take mail. */
export const countedEmails: Counted = {
  feature: "email",
  used: (tx, company, now) => tx.email.count({ where: { company, ...active(now) } }),
};

/** Filter for the addresses that take mail, or had ended before `then`. */
export const notEndedSince = (then: Date, now: Date) => ({ OR: [active(now), { expiry: { lt: then } }] });

/** Ends some of the addresses on a domain that the company has lost. @returns their names, at most `limit` */
export async function endEmailsOn(
  tx: Transaction,
  now: Date,
  { company, domain_name }: Pick<EmailRow, "company" | "domain_name">,
  limit: number,
): Promise<string[]> {
  const rows = await tx.email.updateManyAndReturn({
    where: { company, domain_name, ...active(now) },
    data: { is_active: false, expiry: now, modified: now },
    limit,
    select: { email_name: true },
  });
  return rows.map(({ email_name }) => email_name);
}

/** When something that lives for this many seconds from now ends; null: never. */
export const lifetime = (now: Date, seconds: number | null) =>
  seconds === null ? null : new Date(now.getTime() + seconds * 1000);

/** The event of a change to an address. */
export const emailEvent = (
  what: "created" | "updated" | "activated" | "deactivated" | "expired",
  row: EmailRow,
  before?: EmailRow,
): Event => {
  const { email_name, domain_name, owner, reason, visibility } = row;
  const { is_active, expiry, creation } = asEmail(row);
  return {
    type: `email.${what}`,
    company: row.company,
    subject: email_name,
    data: { email_name, domain_name, owner, reason, visibility, is_active, expiry, creation },
    ...(before && { changes: changesOf(stateOf(before), stateOf(row)) }),
  };
};

const stateOf = (row: EmailRow) => {
  const { is_active, expiry } = asEmail(row);
  const { reason, run, tags, note, duration } = row;
  return { is_active, expiry, reason, run, tags, note, duration };
};

/** An address whose expiry has passed, and which has mail from before. */
export type ExpiredEmail = Pick<EmailRow, "email_name" | "company">;

/** The address that expired first, before `limit`. Until the transaction ends, no other one finds it. */
export async function oldestExpired(tx: Transaction, limit: Date, except: string[]): Promise<ExpiredEmail | undefined> {
  const [email] = await sql(tx)<ExpiredEmail>`
    SELECT email_name, company FROM email WHERE expired <= ${limit} AND email_name <> ALL(${except})
    ORDER BY expired LIMIT 1 FOR UPDATE SKIP LOCKED`;
  return email;
}

/** Says when the newest of messages that have come lately came to their addresses. */
export async function noteActivity(
  pool: Pick<pg.Pool, "query">,
  came: Pick<CustomerInbox, "recipients" | "modified">[],
): Promise<void> {
  const newest = new Map<string, Date>();
  for (const { recipients, modified } of came) {
    if ((newest.get(recipients) ?? modified) <= modified) newest.set(recipients, modified);
  }
  const given = [[...newest.keys()], [...newest.values()]];
  const { rows } = await pool.query<{ email_name: string }>(noteFree, given);
  // One by one: whoever changes several at once would wait for this in another order.
  for (const { email_name } of rows) await pool.query(noteOne, [email_name, newest.get(email_name)]);
}

/** Notes it of those that nobody else is changing. @returns those that somebody is */
const noteFree = `
  WITH older AS MATERIALIZED (
    SELECT email_name, came FROM unnest($1::text[], $2::timestamptz[]) AS given (email_name, came)
    JOIN email USING (email_name) WHERE last_activity < came
  ), free AS MATERIALIZED (
    SELECT email_name, came FROM email JOIN older USING (email_name) WHERE last_activity < came
    FOR NO KEY UPDATE OF email SKIP LOCKED
  ), noted AS (
    UPDATE email SET last_activity = came FROM free WHERE email.email_name = free.email_name
  )
  SELECT email_name FROM older EXCEPT SELECT email_name FROM free`;
const noteOne = "UPDATE email SET last_activity = $2 WHERE email_name = $1 AND last_activity < $2";

/** Says that an expired address has no more mail to be deleted. */
export const forgetExpiry = (tx: Transaction, email_name: string) =>
  tx.email.updateMany({ where: { email_name }, data: { expired: null } });
