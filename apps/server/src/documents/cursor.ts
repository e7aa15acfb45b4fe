import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { MemberContext } from "../context.ts";
import { Refusal } from "../refusal.ts";

/** Where a page ends: the last row's instant, which the list is sorted by, and its key, which decides among equals. */
export interface Mark {
  at: Date;
  key: string;
}

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

/**
 * The rows after a mark in descending order of a time and a key, in a form that an index on the time leads to.
 * @param field the column of the time
 */
export const after = (mark: Mark | undefined, field: string, key: string) =>
  mark === undefined
    ? {}
    : { [field]: { lte: mark.at }, OR: [{ [field]: { lt: mark.at } }, { [key]: { lt: mark.key } }] };

/** The page of rows of which one more than wanted was read, to know whether there are more. */
export function pageOf<Row, Resource>(
  whose: Whose,
  rows: Row[],
  { limit, list, markOf }: { limit: number; list: object; markOf: (row: Row) => Mark },
  present: (row: Row) => Resource,
): { data: Resource[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data: shown.map(present), next_cursor: more ? cursorAfter(whose, list, markOf(last)) : null };
}
