import { inbox, type Role } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { call, failureText } from "../../../data/api.ts";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { allRead } from "../../../data/mailCame.ts";
import { useAction } from "../../../data/useAction.ts";
import { raise } from "../../../parts/toasts/raise.ts";
import { matches } from "../item.ts";
import type { Deletions } from "./deletions.ts";
import { isRefreshing } from "./listState.ts";
import { useAddressState } from "./useAddressState.ts";
import { useListState } from "./useListState.ts";

/** What the list on the screen can be told. */
export interface ListHandle {
  /** The message whose row has the focus. */
  focused: () => string | undefined;
  /** Scrolls to the message's row and focuses it; without a name, the row that is the Tab stop. Without a row, the list. */
  focus: (name?: string) => void;
  /** Scrolls to the newest message. If a row has the focus, the focus moves to the first row. */
  toTop: () => void;
}

interface Options {
  address: string | undefined;
  /** The user's own email. */
  me: string;
  /** The user's role, once it is known. */
  role: Role | undefined;
  /** The message that the URL opens, which counts as read. */
  open: string | undefined;
  deletions: Deletions;
}

/** The list of an inbox: what it holds, what the search box leaves of it, and what is read. */
export function useList({ address, me, role, open, deletions }: Options) {
  const queries = useQueryClient();
  const { store, ...state } = useListState(address, role, deletions);
  const { items } = state;
  const [text, setText] = useState("");
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(open === undefined ? [] : [open]));
  const handle = useRef<ListHandle>(null);
  const term = text.trim() === "" ? undefined : text.trim();
  const shown = useMemo(
    () => (term === undefined ? items : items.filter((item) => matches(item, term))),
    [items, term],
  );

  const isRead = (item: InboxItem) => opened.has(item.name) || item._seen.includes(me);
  const markAllRead = useAction({
    async mutationFn() {
      let after: string | null = "";
      while (after !== null) ({ next: after } = await call(inbox.mark_all_read, { email: address ?? "", after }));
    },
    onSuccess() {
      setOpened((before) => new Set([...before, ...items.map(({ name }) => name)]));
      void allRead(queries, address);
    },
    onError: (failure) => raise(failureText(failure)),
  });

  return {
    ...state,
    store,
    /** Why mail does not reach the address. */
    addressState: useAddressState(address),
    isRefreshing: isRefreshing(state),
    /** What stands in the search box. */
    text,
    setText,
    /** What is searched for, if anything. */
    term,
    /** The messages that match it. */
    shown,
    isRead,
    unread: items.filter((item) => !isRead(item)).length,
    markRead: (name: string) => setOpened((before) => new Set(before).add(name)),
    markAllRead: () => markAllRead.mutate(),
    /** What the list on the screen can be told. */
    handle,
  };
}

export type List = ReturnType<typeof useList>;
