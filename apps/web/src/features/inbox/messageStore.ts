import type { InboxItem } from "./message.ts";
import { begin, type Load, type Messages, noMessages, receiveFailure, receiveLive, receivePage } from "./messages.ts";
import { listNotice } from "./notice.ts";

export type FetchPage = (start: number) => Promise<readonly InboxItem[]>;

/** The messages of one list, and the loads that fill it: never two at once (I36). `first` is a first page that is here. */
export function messageStore(fetchPage: FetchPage, first?: readonly InboxItem[]) {
  let messages = first === undefined ? noMessages : receivePage(noMessages, first);
  // The first load is the first however it comes about, also below a page that was here already (I72).
  let entered = false;
  let next: Load | undefined;
  const listeners = new Set<() => void>();

  function set(changed: Messages) {
    messages = changed;
    for (const listener of listeners) listener();
  }

  async function run(asked: Load) {
    const load = entered || asked === "more" ? asked : "first";
    entered = true;
    set(begin(messages, load));
    const start = load === "more" ? messages.items.length : 0;
    try {
      const page = await fetchPage(start);
      set(receivePage(messages, page));
      // A page of nothing but what is here already: the list has grown at the top, unheard.
      if (load === "more" && messages.more && messages.items.length === start) next ??= "catchUp";
    } catch (failure) {
      // biome-ignore lint/suspicious/noConsole: where the text for the user says less than we know (P91)
      console.warn(failure);
      set(receiveFailure(messages, listNotice(failure)));
    }
    const waiting = next;
    next = undefined;
    if (waiting !== undefined) await run(waiting);
  }

  /** Starts a load, or has it wait for the one that runs. */
  const request = (load: Load) => {
    if (messages.loading === undefined) return run(load);
    if (next !== "refresh") next = load;
  };

  return {
    messages: () => messages,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    enter: () => (messages.settled || messages.loading !== undefined ? undefined : run("first")),
    more: () => (messages.more && messages.loading === undefined ? run("more") : undefined),
    refresh: () => request("refresh"),
    catchUp: () => request("catchUp"),
    /** @returns those that have come into the list */
    receive(items: readonly InboxItem[]) {
      set(receiveLive(messages, items));
      return items.filter((item) => messages.items.includes(item));
    },
  };
}
