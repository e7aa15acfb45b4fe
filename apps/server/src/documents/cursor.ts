import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { MemberContext } from "../context.ts";
import type { Mark } from "../mark.ts";
import { Refusal } from "../refusal.ts";

/** Whose cursors they are. */
type Whose = Pick<MemberContext, "secret" | "member">;

const Written = z.tuple([z.iso.datetime(), z.string(), z.string()]);
const sealLength = 16;

/** Ties a mark to the list that it was made for, and to the company. */
const sealOf = ({ secret, member }: Whose, list: object, at: string, key: string) =>
  createHmac("sha256", secret("cursors"))
    .update(JSON.stringify([member.company, list, at, key]))
    .digest("base64url")
    .slice(0, sealLength);

/** A cursor for what comes after a row (row Q09). @param list the list and its filters */
export function cursorAfter(whose: Whose, list: object, { at, key }: Mark): string {
  const instant = at.toISOString();
  return Buffer.from(JSON.stringify([instant, key, sealOf(whose, list, instant, key)])).toString("base64url");
}

/** @throws Refusal when the cursor was not made for this list of this company */
export function readCursor(whose: Whose, list: object, cursor: string | undefined): Mark | undefined {
  if (cursor === undefined) return undefined;
  const read = Written.safeParse(parsed(Buffer.from(cursor, "base64url").toString()));
  if (read.success) {
    const [at, key, seal] = read.data;
    const expected = Buffer.from(sealOf(whose, list, at, key));
    const given = Buffer.from(seal);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return { at: new Date(at), key };
  }
  throw Refusal.invalid("The cursor belongs to another list or to other filters.").as("invalid_cursor");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is asked of a list: so many rows after a mark. */
export interface PageAsked {
  after: Mark | undefined;
  limit: number;
}

/** A page of a list. */
export interface Page<Row> {
  rows: Row[];
  /** Where to go on; undefined: there is no more. */
  next: Mark | undefined;
}

/** Descending order of a time and a key, which decides among equals. */
export const newestFirst = <Time extends string, Key extends string>(
  time: Time,
  key: Key,
): [Record<Time, "desc">, Record<Key, "desc">] => [
  { [time]: "desc" } as Record<Time, "desc">,
  { [key]: "desc" } as Record<Key, "desc">,
];

/** The rows after a mark in that order, in a form that an index on the time leads to. */
const after = (mark: Mark | undefined, time: string, key: string) =>
  mark === undefined
    ? {}
    : { [time]: { lte: mark.at }, OR: [{ [time]: { lt: mark.at } }, { [key]: { lt: mark.key } }] };

/** The part of Prisma's findMany that makes a page. */
interface PageQuery<Time extends string, Key extends string> {
  where: object;
  orderBy: (Record<Time, "desc"> | Record<Key, "desc">)[];
  take: number;
}

/**
 * Reads a page of a list whose newest rows come first.
 * @param time the column of the time
 * @param key the column that decides among equals
 */
export async function newestPage<
  Time extends string,
  Key extends string,
  Row extends Record<Time, Date> & Record<Key, string>,
>(
  asked: PageAsked,
  [time, key]: [time: Time, key: Key],
  read: (page: PageQuery<Time, Key>) => PromiseLike<Row[]>,
): Promise<Page<Row>> {
  const rows = await read({
    where: after(asked.after, time, key),
    orderBy: newestFirst(time, key),
    // One more says whether there are more.
    take: asked.limit + 1,
  });
  return pageOf(rows, asked.limit, (row) => ({ at: row[time], key: row[key] }));
}

/** @param rows one more than wanted, if there are more */
export function pageOf<Row>(rows: Row[], limit: number, markOf: (row: Row) => Mark): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? markOf(last) : undefined };
}

/** What a call with a cursor asks of a list. @throws Refusal as `readCursor` does */
export const askedBy = (
  whose: Whose,
  list: object,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): PageAsked => ({ after: readCursor(whose, list, cursor), limit });

/** A page as the answer to such a call. */
export const answerWith = <Row, Resource>(
  whose: Whose,
  list: object,
  { rows, next }: Page<Row>,
  present: (row: Row) => Resource,
): { data: Resource[]; next_cursor: string | null } => ({
  data: rows.map(present),
  next_cursor: next === undefined ? null : cursorAfter(whose, list, next),
});
