import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { playEarlyKeys } from "../../parts/keys/playEarlyKeys.ts";
import { useKeys } from "../../parts/keys/useKeys.ts";
import type { Inbox } from "./useInbox.ts";

/** The keys of the inbox, as KeysDialog lists them. They move the focus between rows; Enter opens the focused row. */
export function useInboxKeys(inbox: Inbox, searchBox: RefObject<HTMLInputElement | null>, onKeys: () => void) {
  const { actions } = inbox;
  const { handle: list, shown, setText } = inbox.list;
  const open = inbox.open.name;

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
      flushSync(() => setText(""));
      searchBox.current?.blur();
      list.current?.focus();
      return true;
    }
    if (open === undefined) return false;
    actions.close();
    return true;
  }

  /** Not as long as the key is held: that would delete one after the other. */
  function remove({ repeat }: KeyboardEvent) {
    const here = list.current?.focused() ?? open;
    return here !== undefined && !repeat && actions.remove(here);
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
    ["r", doing(actions.refresh)],
    ["c", doing(actions.copyAddress)],
    ["u", doing(actions.nextUnread)],
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
