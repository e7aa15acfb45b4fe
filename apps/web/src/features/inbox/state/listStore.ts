import type { InboxItem } from "../../../data/inboxItem.ts";
import { listNotice } from "./listNotice.ts";
import { begin, emptyList, type ListState, type Load, receiveFailure, receiveLive, receivePage } from "./listState.ts";

type FetchPage = (start: number) => Promise<readonly InboxItem[]>;

/**
 * The messages of one list and the loads that fill it, never two at once (I36). It holds deleted ones too, so that a
 * deletion that is undone finds its place.
 * @param first a page already at hand
 * @param isGone whether the server does not list a message any more
 */
export function listStore(fetchPage: FetchPage, first?: readonly InboxItem[], isGone = (_name: string) => false) {
  let state = first === undefined ? emptyList : receivePage(emptyList, first);
  // The first load, unless it is `more`, counts as `first` whatever asked for it, also after a page at hand (I72).
  let entered = false;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function set(changed: ListState) {
    state = changed;
    for (const listener of listeners) listener();
  }

  /** Where the next page begins: below as many messages as the server has of those listed. */
  const below = () => state.items.filter(({ name }) => !isGone(name)).length;

  /** While a page below loads, a message that is deleted above moves the next one out of it: then it is loaded anew. */
  async function fetchBelow() {
    for (;;) {
      const start = below();
      const page = await fetchPage(start);
      if (below() >= start) return page;
    }
  }

  async function run(asked: Load) {
    const load = entered || asked === "more" ? asked : "first";
    entered = true;
    set(begin(state, load));
    try {
      const page = load === "more" ? await fetchBelow() : await fetchPage(0);
      const known = state.items.length;
      set(receivePage(state, page));
      // The page holds only known messages: the list has grown at the top without a live event.
      if (load === "more" && state.more && state.items.length === known)
        set({ ...state, next: state.next ?? "catchUp" });
    } catch (failure) {
      // biome-ignore lint/suspicious/noConsole: the text for the user says less than the failure does (P91)
      console.warn(failure);
      set(receiveFailure(state, listNotice(failure)));
    }
    if (state.next !== undefined) await run(state.next);
  }

  /** Starts a load. While one runs, others wait, except `more`, which is dropped. @returns once none runs or waits */
  function request(load: Load) {
    if (state.loading === undefined) running = run(load);
    else if (load !== "more" && state.next !== "refresh") set({ ...state, next: load });
    return running;
  }

  const more = () => (state.more && state.loading === undefined ? request("more") : undefined);

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    enter: () => (state.settled || state.loading !== undefined ? undefined : request("first")),
    more,
    /** Loads the next page on request, once the load is over that runs. */
    async moreByHand() {
      await running;
      await more();
    },
    refresh: () => request("refresh"),
    catchUp: () => request("catchUp"),
    /** @returns the items that have been added to the list */
    receive(items: readonly InboxItem[]) {
      set(receiveLive(state, items));
      return items.filter((item) => state.items.includes(item));
    },
  };
}
