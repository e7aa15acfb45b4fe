import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { InboxItem } from "../../data/inboxItem.ts";
import { playEarlyKeys } from "../../parts/playEarlyKeys.ts";
import { useKeys } from "../../parts/useKeys.ts";
import type { ListHandle } from "./MessageList.tsx";

interface Actions {
  list: RefObject<ListHandle | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  /** The rows, in their order. */
  shown: readonly InboxItem[];
  open: string | undefined;
  onClose: () => void;
  /** @returns whether the message was deleted */
  onDelete: (name: string) => boolean;
  onRefresh: () => void;
  onCopy: () => void;
  onNextUnread: () => void;
  onKeys: () => void;
  onTerm: (term: string) => void;
}

/** The keys of the inbox, as KeysDialog lists them. They move the focus between rows; Enter opens the focused row. */
export function useInboxKeys(actions: Actions) {
  const { list, searchBox, shown, open, onClose, onDelete, onRefresh, onCopy, onNextUnread, onKeys, onTerm } = actions;

  function move(by: 1 | -1) {
    const here = list.current?.focused() ?? open;
    const from = here === undefined ? -1 : shown.findIndex(({ name }) => name === here);
    // Without a current row, both directions lead to the first row.
    const to = shown[from < 0 ? 0 : Math.min(Math.max(from + by, 0), shown.length - 1)];
    if (to !== undefined) list.current?.focus(to.name);
    return true;
  }

  /** Leaves the arrow keys to the browser, for scrolling, if something outside the list has the focus. */
  const moveInList = (by: 1 | -1) => {
    const active = document.activeElement;
    // Nothing has the focus, or an element that contains the list.
    const around = active === null || active.querySelector("[data-message]") !== null;
    return around || list.current?.focused() !== undefined ? move(by) : false;
  };

  /** Moves the focus from the search box to the first result. */
  function enterList() {
    const [first] = shown;
    if (document.activeElement !== searchBox.current || first === undefined) return false;
    list.current?.focus(first.name);
    return true;
  }

  function leave() {
    if (document.activeElement === searchBox.current) {
      // Only with all its rows rendered again can the list find the row that had the focus.
      flushSync(() => onTerm(""));
      searchBox.current?.blur();
      list.current?.focus();
      return true;
    }
    if (open === undefined) return false;
    onClose();
    return true;
  }

  /** Not as long as the key is held: that would delete one after the other. */
  function remove({ repeat }: KeyboardEvent) {
    const here = list.current?.focused() ?? open;
    return here !== undefined && !repeat && onDelete(here);
  }

  const doing = (action: () => void) => () => {
    action();
    return true;
  };

  useKeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["ArrowDown", () => enterList() || moveInList(1)],
    ["ArrowUp", () => moveInList(-1)],
    ["Enter", enterList],
    ["Escape", leave],
    ["#", remove],
    ["/", doing(() => searchBox.current?.focus())],
    ["r", doing(onRefresh)],
    ["c", doing(onCopy)],
    ["u", doing(onNextUnread)],
    ["?", doing(onKeys)],
  ]);

  // Not in the effect itself, where flushSync cannot draw.
  useEffect(() => queueMicrotask(playEarlyKeys), []);

  // Closing a message returns the focus to its row, which may have to be rendered first: flushSync cannot in an effect.
  const last = useRef(open);
  useEffect(() => {
    const closed = open === undefined ? last.current : undefined;
    last.current = open;
    if (closed !== undefined) queueMicrotask(() => list.current?.focus(closed));
  });
}
