import { type Email, toFlag, visibilities } from "@mayfly/contracts";
import type pg from "pg";
import type { CurrentMember, ReadBy } from "../../context.ts";
import { type CompanyTransaction, sql, type Transaction } from "../../database/company_database.ts";
import type { DocumentType } from "../../documents/document_type.ts";
import { choiceColumn, column, flagColumn, instantColumn } from "../../documents/field.ts";
import type { Filter } from "../../documents/filters.ts";
import { type CustomerInbox, type Email as EmailRow, Prisma } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";
import { changesOf, type Event } from "../event/event.ts";
import type { Counted } from "../subscription/subscription.ts";

/** Filter for the addresses and mail a member may read: their own and Public ones; Administrators all (P55, P56). */
export const readable = (member: CurrentMember) =>
  member.role === "Administrator" ? {} : { OR: [{ owner: member.name }, { visibility: "Public" as const }] };

/**
 * The part of `name+anything` before the first plus; undefined without one. Mail for such a sub-address comes to
 * `name`, unless the whole is an address itself, active or ended. In the inbox, the message is one for `name`.
 */
export function withoutTag(local: string): string | undefined {
  const plus = local.indexOf("+");
  return plus > 0 ? local.slice(0, plus) : undefined;
}

/** Who asks for addresses. */
interface EmailReader {
  db: CompanyTransaction;
  member: CurrentMember;
}

/** The addresses to which mail for names comes, by these names. Those that the member may not read are left out. */
export async function readableEmails({ db, member }: EmailReader, names: string[]): Promise<Map<string, EmailRow>> {
  const wanted = names.map((name) => {
    const at = name.lastIndexOf("@");
    const plain = withoutTag(name.slice(0, Math.max(at, 0)));
    return [name, plain === undefined ? name : plain + name.slice(at)] as const;
  });
  const rows = await db.email.findMany({ where: { email_name: { in: wanted.flat() }, AND: readable(member) } });
  const byName = new Map(rows.map((row) => [row.email_name, row]));
  return new Map(
    wanted.flatMap(([name, plain]) => {
      const row = byName.get(name) ?? byName.get(plain);
      return row ? [[name, row] as const] : [];
    }),
  );
}

/**
 * The address to which mail for a name comes, if the member may read it.
 * @throws Refusal when there is none
 */
export async function readableEmail(reader: EmailReader, address: string): Promise<EmailRow> {
  const row = (await readableEmails(reader, [address])).get(address);
  if (row === undefined) throw Refusal.notFound();
  return row;
}

/** Filters in which `name+anything@` leads to `name@`, as it does for mail. @param column the addresses' */
export async function withAddressesMeant(reader: EmailReader, filters: Filter[], column: string): Promise<Filter[]> {
  const isNamed = (filter: Filter) => filter.column === column && (filter.operator === "=" || filter.operator === "in");
  const named = filters.filter(isNamed).flatMap(({ value }) => value);
  const tagged = named.filter((value) => typeof value === "string" && value.includes("+")) as string[];
  if (tagged.length === 0) return filters;
  const found = await readableEmails(reader, tagged);
  const meant = <Value>(value: Value) => found.get(String(value))?.email_name ?? value;
  return filters.map((filter): Filter => {
    if (!isNamed(filter)) return filter;
    if (filter.operator === "in") return { ...filter, value: filter.value.map(meant) };
    return filter.operator === "=" ? { ...filter, value: meant(filter.value) } : filter;
  });
}

/** The same for SQL on the mail of the member's company, which is called `inbox` in it. */
export const readableInbox = ({ company, name, role }: CurrentMember) =>
  role === "Administrator"
    ? Prisma.sql`inbox.company = ${company}::uuid`
    : Prisma.sql`inbox.company = ${company}::uuid AND (inbox.owner = ${name} OR inbox.visibility = 'Public')`;

/** The same as rooms of live connections (live.ts): all of the company, or the owner and the Administrators. */
export const readersOf = ({ company, owner, visibility }: ReadBy) =>
  visibility === "Public"
    ? ([["company", company]] as const)
    : ([
        ["member", owner],
        ["administrators", company],
      ] as const);

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
  const { reason, run, duration } = row;
  return { is_active, expiry, reason, run, duration };
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
