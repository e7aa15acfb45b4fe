import type { CurrentMember, ReadBy } from "../../context.ts";
import type { CompanyTransaction } from "../../database/company_database.ts";
import type { Filter } from "../../documents/filters.ts";
import { type Email as EmailRow, Prisma } from "../../generated/prisma/client.ts";
import { Refusal } from "../../refusal.ts";

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
