import { createHash } from "node:crypto";
import { z } from "zod";
import { Refusal } from "../refusal.ts";

/** Where a page ends: the last row's instant, which the list is sorted by, and its key, which decides among equals. */
export interface Mark {
  at: Date;
  key: string;
}

const Written = z.tuple([z.string(), z.iso.datetime(), z.string()]);

/** The list that a cursor belongs to: its path and its filters. */
const listOf = (list: unknown) => createHash("sha256").update(JSON.stringify(list)).digest("base64url").slice(0, 12);

/** A cursor for what comes after a row (row Q09). @param list the list's path and its filters */
export const cursorAfter = (list: unknown, { at, key }: Mark): string =>
  Buffer.from(JSON.stringify([listOf(list), at.toISOString(), key])).toString("base64url");

/** @throws Refusal when the cursor was not made for this list */
export function readCursor(list: unknown, cursor: string | undefined): Mark | undefined {
  if (cursor === undefined) return undefined;
  const read = Written.safeParse(parsed(Buffer.from(cursor, "base64url").toString()));
  if (!read.success || read.data[0] !== listOf(list) || read.data[2].includes("\0")) {
    throw Refusal.invalid("The cursor was not made for this list with these filters.").as("invalid_cursor");
  }
  const [, at, key] = read.data;
  return { at: new Date(at), key };
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
  rows: Row[],
  { limit, list, markOf }: { limit: number; list: unknown; markOf: (row: Row) => Mark },
  present: (row: Row) => Resource,
): { data: Resource[]; next_cursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { data: shown.map(present), next_cursor: more ? cursorAfter(list, markOf(last)) : null };
}
