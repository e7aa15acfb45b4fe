import { limits } from "@mayfly/contracts";
import type { InboxItem } from "./message.ts";

/** `first` on entry, `refresh` on request, `more` at the end of the list, `catchUp` after the live connection was away. */
export type Load = "first" | "refresh" | "more" | "catchUp";

export interface Messages {
  items: readonly InboxItem[];
  /** The last page was full, so there may be more. */
  more: boolean;
  loading: Load | undefined;
  /** The load that waits for the one that runs. */
  next: Load | undefined;
  /** Whether the first page, or its failure, is here. */
  settled: boolean;
  /** What to say of the last load, if it failed. */
  notice: string | undefined;
  /** The last load of more failed: the next waits for the user. */
  stalled: boolean;
  /** Came over the live connection while a load runs, whose answer may not know them. */
  arrived: readonly InboxItem[];
  /** What older messages are being searched for. */
  search: string | undefined;
}

export const noMessages: Messages = {
  items: [],
  more: false,
  loading: undefined,
  next: undefined,
  settled: false,
  notice: undefined,
  stalled: false,
  arrived: [],
  search: undefined,
};

export const without = (items: readonly InboxItem[], others: readonly InboxItem[]) => {
  const names = new Set(others.map(({ name }) => name));
  return items.filter(({ name }) => !names.has(name));
};

const newestFirst = (one: InboxItem, other: InboxItem) =>
  one.receivedAt === other.receivedAt ? 0 : one.receivedAt < other.receivedAt ? 1 : -1;

/**
 * Live messages above a list, the newest first. One that lags behind what is listed goes where it belongs; if that is
 * below the last of them, it comes with a later page.
 */
function place(fresh: readonly InboxItem[], items: readonly InboxItem[], more: boolean): InboxItem[] {
  const [newest, oldest] = [items[0], items.at(-1)];
  const late =
    newest === undefined ? [] : fresh.filter((item) => item.receivedAt !== "" && newestFirst(item, newest) > 0);
  if (late.length === 0 || oldest === undefined) return [...fresh, ...items];
  const within = more ? late.filter((item) => newestFirst(item, oldest) <= 0) : late;
  return [...without(fresh, late), ...[...within, ...items].sort(newestFirst)];
}

export const begin = (messages: Messages, loading: Load): Messages => ({
  ...messages,
  loading,
  next: undefined,
  arrived: [],
});

/** A refresh runs, or waits its turn. */
export const isRefreshing = ({ loading, next }: Messages) => loading === "refresh" || next === "refresh";

/** A page is here: the next one for `more`, else the first. */
export function receivePage(messages: Messages, page: readonly InboxItem[]): Messages {
  const { items, arrived, loading } = messages;
  const full = page.length >= limits.inboxPageSize;
  const done = { ...messages, loading: undefined, settled: true, notice: undefined, stalled: false };
  if (loading === "more") return { ...done, items: [...items, ...without(page, items)], more: full };

  const top = place(without(arrived, page), page, full);
  const older = without(items, top);
  // What was loaded before stays below a full first page that reaches it; across a gap it would hide what lies between.
  const reaches = loading === "catchUp" && full && older.length < without(items, arrived).length;
  if (reaches && older.length > 0) return { ...done, items: [...top, ...older] };
  return { ...done, items: top, more: full };
}

/** A load failed. Without a notice the list empties, unless older pages are only not getting longer. */
export function receiveFailure(messages: Messages, notice: string | undefined): Messages {
  const { loading } = messages;
  const done = { ...messages, loading: undefined, settled: true, notice, stalled: loading === "more" };
  const quiet = notice === undefined && (loading === "first" || loading === "refresh");
  return quiet ? { ...done, items: [], more: false } : done;
}

/**
 * Messages came over the live connection, the newest last: they go into the list, mostly to its top. Once the list is
 * `longest`, the oldest are let go of, and can be loaded again: a screen left open must not fill the memory. What its
 * reader has loaded beyond that stays, up to twice as many.
 */
export function receiveLive(
  messages: Messages,
  came: readonly InboxItem[],
  longest: number = limits.inboxHeld,
): Messages {
  const fresh = without(came.toReversed(), messages.items);
  const items = place(fresh, messages.items, messages.more);
  const arrived = [...fresh, ...messages.arrived].slice(0, longest);
  const kept = Math.max(longest, Math.min(messages.items.length, 2 * longest));
  // A page that is on its way belongs right below the last of them.
  if (items.length <= kept || messages.loading === "more") return { ...messages, items, arrived };
  return { ...messages, items: items.slice(0, kept), arrived, more: true };
}
