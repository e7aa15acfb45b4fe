import type { InboxItem } from "../../data/inboxItem.ts";
import { searchPages } from "./limits.ts";
import { matches } from "./message.ts";
import {
  begin,
  type Load,
  type Messages,
  noMessages,
  receiveFailure,
  receiveLive,
  receivePage,
  without,
} from "./messages.ts";
import { listNotice } from "./notice.ts";

type FetchPage = (start: number) => Promise<readonly InboxItem[]>;

/** Which messages are not shown, because they are deleted, and which of these the server does not list any more. */
export interface Hidden {
  deleted: () => { has: (name: string) => boolean };
  isGone: (name: string) => boolean;
}

const nothing: Hidden = { deleted: () => new Set(), isGone: () => false };

/**
 * The messages of one list and the loads that fill it, never two at once (I36). It holds hidden ones too, so that a
 * deletion that is undone finds its place. `first` is a page already at hand.
 */
export function messageStore(fetchPage: FetchPage, first?: readonly InboxItem[], hidden: Hidden = nothing) {
  let messages = first === undefined ? noMessages : receivePage(noMessages, first);
  // The first load, unless it is `more`, counts as `first` whatever asked for it, also after a page at hand (I72).
  let entered = false;
  let running: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function set(changed: Messages) {
    messages = changed;
    for (const listener of listeners) listener();
  }

  /** Where the next page begins: below as many messages as the server has of those listed. */
  const below = () => messages.items.filter(({ name }) => !hidden.isGone(name)).length;

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
    set(begin(messages, load));
    try {
      const page = load === "more" ? await fetchBelow() : await fetchPage(0);
      const known = messages.items.length;
      set(receivePage(messages, page));
      // The page holds only known messages: the list has grown at the top without a live event.
      if (load === "more" && messages.more && messages.items.length === known)
        set({ ...messages, next: messages.next ?? "catchUp" });
    } catch (failure) {
      // biome-ignore lint/suspicious/noConsole: the text for the user says less than the failure does (P91)
      console.warn(failure);
      set(receiveFailure(messages, listNotice(failure)));
    }
    if (messages.next !== undefined) await run(messages.next);
  }

  /** Starts a load. While one runs, others wait, except `more`, which is dropped. @returns once none runs or waits */
  function request(load: Load) {
    if (messages.loading === undefined) running = run(load);
    else if (load !== "more" && messages.next !== "refresh") set({ ...messages, next: load });
    return running;
  }

  function endSearch() {
    if (messages.search !== undefined) set({ ...messages, search: undefined });
  }

  return {
    messages: () => messages,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    enter: () => (messages.settled || messages.loading !== undefined ? undefined : request("first")),
    more: () => (messages.more && messages.loading === undefined ? request("more") : undefined),
    refresh: () => request("refresh"),
    catchUp: () => request("catchUp"),
    endSearch,
    /**
     * Loads page after page until one holds a match. It also stops at the list's end, at a page that fails to load, and
     * after `searchPages` pages.
     */
    async searchOlder(term: string) {
      set({ ...messages, search: term });
      for (let pages = searchPages; pages > 0 && messages.search === term && messages.more; pages -= 1) {
        const known = messages.items;
        await request("more");
        const found = without(messages.items, known).some(
          (item) => matches(item, term) && !hidden.deleted().has(item.name),
        );
        if (messages.stalled || found) break;
      }
      if (messages.search === term) endSearch();
    },
    /** @returns the items that have been added to the list */
    receive(items: readonly InboxItem[]) {
      set(receiveLive(messages, items));
      return items.filter((item) => messages.items.includes(item));
    },
  };
}
