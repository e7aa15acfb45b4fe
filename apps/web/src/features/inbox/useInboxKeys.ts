import { type RefObject, useEffect, useRef } from "react";
import { useKeys } from "./useKeys.ts";

interface Actions {
  list: RefObject<HTMLUListElement | null>;
  searchBox: RefObject<HTMLInputElement | null>;
  open: string | undefined;
  onClose: () => void;
  onRefresh: () => void;
  onCopy: () => void;
  onKeys: () => void;
  onTerm: (term: string) => void;
}

/** The keys of the inbox, as KeysDialog lists them. The row with the focus is where the keyboard is; Enter presses it. */
export function useInboxKeys({ list, searchBox, open, onClose, onRefresh, onCopy, onKeys, onTerm }: Actions) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLButtonElement>("button[data-message]") ?? [])];

  function move(by: 1 | -1) {
    const all = rows();
    const focused = all.indexOf(document.activeElement as HTMLButtonElement);
    const from = focused >= 0 ? focused : all.findIndex((row) => row.dataset.message === open);
    // From nowhere, both ways lead to the first row.
    const row = all[from < 0 ? 0 : Math.min(Math.max(from + by, 0), all.length - 1)];
    row?.focus();
    row?.scrollIntoView({ block: "nearest" });
    return true;
  }

  /** The arrow keys scroll whatever else has the focus. */
  const moveInList = (by: 1 | -1) => {
    const active = document.activeElement;
    return active === null || active === document.body || list.current?.contains(active) ? move(by) : false;
  };

  function leave() {
    if (document.activeElement === searchBox.current) {
      onTerm("");
      searchBox.current?.blur();
      return true;
    }
    if (open === undefined) return false;
    onClose();
    return true;
  }

  const doing = (action: () => void) => () => {
    action();
    return true;
  };

  useKeys([
    ["j", () => move(1)],
    ["k", () => move(-1)],
    ["ArrowDown", () => moveInList(1)],
    ["ArrowUp", () => moveInList(-1)],
    ["Escape", leave],
    ["/", doing(() => searchBox.current?.focus())],
    ["r", doing(onRefresh)],
    ["c", doing(onCopy)],
    ["?", doing(onKeys)],
  ]);

  // Closing a message gives the focus back to its row.
  const last = useRef(open);
  useEffect(() => {
    if (open === undefined && last.current !== undefined) {
      rows()
        .find((row) => row.dataset.message === last.current)
        ?.focus();
    }
    last.current = open;
  });
}
