import { limits } from "@mayfly/contracts";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { heldMessages } from "../limits.ts";

/** `first` on entry, `refresh` on request, `more` at the end of the list, `catchUp` after the live connection was away. */
export type Load = "first" | "refresh" | "more" | "catchUp";

export interface ListState {
  items: readonly InboxItem[];
  /** The last page was full, so there may be more. */
  more: boolean;
  loading: Load | undefined;
  /** The load that waits for the running one to end. */
  next: Load | undefined;
  /** Whether the first page has loaded or failed. */
  settled: boolean;
  /** What to tell the user of the last load, if it failed. */
  notice: string | undefined;
  /** The last load of older messages failed: the next one waits for the user. */
  stalled: boolean;
  /** Messages that came over the live connection during a load, whose answer may lack them. */
  arrived: readonly InboxItem[];
}

export const emptyList: ListState = {
  items: [],
  more: false,
  loading: undefined,
  next: undefined,
  settled: false,
  notice: undefined,
  stalled: false,
  arrived: [],
};

export const without = (items: readonly InboxItem[], others: readonly InboxItem[]) => {
  const names = new Set(others.map(({ name }) => name));
  return items.filter(({ name }) => !names.has(name));
};

const newestFirst = (one: InboxItem, other: InboxItem) =>
  one.creation === other.creation ? 0 : one.creation < other.creation ? 1 : -1;

/**
 * Puts live messages on top of a list, newest first. One older than the newest listed message is sorted in by date; if
 * it is older than the last one and there are more pages, it is left out, because it comes with a later page.
 */
function place(fresh: readonly InboxItem[], items: readonly InboxItem[], more: boolean): InboxItem[] {
  const [newest, oldest] = [items[0], items.at(-1)];
  const late =
    newest === undefined ? [] : fresh.filter((item) => item.creation !== "" && newestFirst(item, newest) > 0);
  if (late.length === 0 || oldest === undefined) return [...fresh, ...items];
  const within = more ? late.filter((item) => newestFirst(item, oldest) <= 0) : late;
  return [...without(fresh, late), ...[...within, ...items].sort(newestFirst)];
}

export const begin = (state: ListState, loading: Load): ListState => ({
  ...state,
  loading,
  next: undefined,
  arrived: [],
});

/** Whether a refresh runs or waits for its turn. */
export const isRefreshing = ({ loading, next }: ListState) => loading === "refresh" || next === "refresh";

/** Takes in a page that has loaded: the next one for `more`, else the first. */
export function receivePage(state: ListState, page: readonly InboxItem[]): ListState {
  const { items, arrived, loading } = state;
  const full = page.length >= limits.inboxPageSize;
  const done = { ...state, loading: undefined, settled: true, notice: undefined, stalled: false };
  if (loading === "more") return { ...done, items: [...items, ...without(page, items)], more: full };

  const top = place(without(arrived, page), page, full);
  const last = page.at(-1);
  // What is newer than the page's end and not on it has been deleted meanwhile.
  const older = without(items, top).filter((item) => last === undefined || newestFirst(item, last) >= 0);
  // Older pages stay below a full first page that overlaps them. Without an overlap, they would hide a gap in between.
  const reaches = loading === "catchUp" && full && older.length < without(items, arrived).length;
  if (reaches && older.length > 0) return { ...done, items: [...top, ...older] };
  return { ...done, items: top, more: full };
}

/** Takes in a failed load. Without a notice, `first` and `refresh` empty the list; `more` and `catchUp` keep it. */
export function receiveFailure(state: ListState, notice: string | undefined): ListState {
  const { loading } = state;
  const done = { ...state, loading: undefined, settled: true, notice, stalled: loading === "more" };
  const quiet = notice === undefined && (loading === "first" || loading === "refresh");
  return quiet ? { ...done, items: [], more: false } : done;
}

/**
 * Adds messages that came over the live connection (newest last), mostly at the top. Once the list holds `longest`, the
 * oldest are dropped and can be loaded again: a screen left open must not fill the memory. Messages that the reader has
 * loaded beyond that stay, up to twice as many.
 */
export function receiveLive(state: ListState, came: readonly InboxItem[], longest: number = heldMessages): ListState {
  const fresh = without(came.toReversed(), state.items);
  const items = place(fresh, state.items, state.more);
  const arrived = [...fresh, ...state.arrived].slice(0, longest);
  const kept = Math.max(longest, Math.min(state.items.length, 2 * longest));
  // While an older page loads, none is dropped: that page belongs right below the last message.
  if (items.length <= kept || state.loading === "more") return { ...state, items, arrived };
  return { ...state, items: items.slice(0, kept), arrived, more: true };
}
