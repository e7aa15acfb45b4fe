import type { CurrentMember, MemberContext } from "../../context.ts";
import { newestFirst, newestPage, type Page, type PageAsked } from "../../documents/cursor.ts";
import { readerOf } from "../../documents/slow_queries.ts";
import type { CustomerInbox, Prisma } from "../../generated/prisma/client.ts";
import type { Mark } from "../../mark.ts";
import { Refusal } from "../../refusal.ts";
import type { EmailRow } from "../email/email.ts";
import { readable, readableEmail } from "../email/rights.ts";

/** Reads mail: also what a wait has, which is no slow call. */
type Reader = Pick<MemberContext, "db">;

/** Whether an index leads to all mail that a member may read: what Members may read of all addresses together has none. */
export const isFoundByIndex = ({ role }: Pick<CurrentMember, "role">) => role === "Administrator";

/** All mail that the member may read (P54 to P56), the newest first. @throws Refusal when it takes too long */
export async function newestMail(given: MemberContext, asked: PageAsked): Promise<Page<CustomerInbox>> {
  const { db, member } = await readerOf(given, !isFoundByIndex(given.member));
  return newestPage(asked, ["modified", "name"], ({ where, ...page }) =>
    db.customerInbox.findMany({ ...page, where: { AND: [readable(member), where] } }),
  );
}

/** The mail of an address that the member may read (`readableEmail`), the newest first. */
export const newestMailTo = (
  { db }: Reader,
  { email_name }: Pick<EmailRow, "email_name">,
  asked: PageAsked,
): Promise<Page<CustomerInbox>> =>
  newestPage(asked, ["modified", "name"], ({ where, ...page }) =>
    db.customerInbox.findMany({ ...page, where: { recipients: email_name, ...where } }),
  );

/** The newest message of an address. @throws Refusal when the member may not read the address, or it has none */
export async function latestMessage(context: Pick<MemberContext, "db" | "member">, address: string) {
  const { email_name } = await readableEmail(context, address);
  const [row] = await newestWhere(context, { recipients: email_name }, 1);
  if (row === undefined) throw Refusal.notFound(`${email_name} has no messages.`);
  return row;
}

/** Mail that the caller has found to be readable: the newest first, at most `limit`. */
export const newestWhere = (
  { db }: Reader,
  where: Prisma.CustomerInboxWhereInput,
  limit?: number,
): Promise<CustomerInbox[]> =>
  db.customerInbox.findMany({
    where,
    orderBy: newestFirst("modified", "name"),
    ...(limit !== undefined && { take: limit }),
  });

/** The place of the message that has exactly so many newer ones; undefined if there are fewer. */
export async function placeAfterNewest(
  { db }: Reader,
  where: Prisma.CustomerInboxWhereInput,
  newer: number,
): Promise<Mark | undefined> {
  const row = await db.customerInbox.findFirst({
    where,
    orderBy: newestFirst("modified", "name"),
    skip: newer,
    select: { modified: true, name: true },
  });
  return row === null ? undefined : { at: row.modified, key: row.name };
}
