import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useImperativeHandle, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { List } from "../state/useList.ts";

const focusedIn = (list: HTMLElement | null) => {
  const row = document.activeElement?.closest<HTMLElement>("[data-message]");
  return row && list?.contains(row) ? row.dataset.message : undefined;
};

/**
 * The rows of a list that are in sight, and the one that has the focus. The list is a single Tab stop: the inbox's own
 * keys move from row to row.
 * @param open the message that is open
 * @param height of a row, in pixels
 */
export function useRows({ settled, shown, handle }: List, open: string | undefined, height: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLUListElement>(null);
  const [held, setHeld] = useState<string>();
  const indexOf = (name: string | undefined) => shown.findIndex((item) => item.name === name);
  const kept = [held, open].map(indexOf).find((index) => index >= 0);
  const stop = kept ?? 0;
  const rows = useVirtualizer({
    count: settled ? shown.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Until the list can be measured, and on the server, it counts as high as a large window.
    initialRect: { width: 0, height: 1000 },
    // The server renders no more rows than can be seen.
    overscan: typeof document === "undefined" ? 0 : 8,
    // The Tab stop stays rendered wherever the list is scrolled to: if it went, the keyboard would lose its place.
    rangeExtractor(range) {
      const inSight = defaultRangeExtractor(range);
      return range.count === 0 || inSight.includes(stop) ? inSight : [...inSight, stop].sort((a, b) => a - b);
    },
  });

  function focusRow(name = shown[stop]?.name) {
    const index = indexOf(name);
    if (name === undefined || index < 0) return scroller.current?.focus({ preventScroll: true });
    flushSync(() => setHeld(name));
    rows.scrollToIndex(index);
    const row = [...(element.current?.children ?? [])].find((one) => (one as HTMLElement).dataset.message === name);
    row?.querySelector("a")?.focus({ preventScroll: true });
  }
  function toTop(focusing: boolean) {
    scroller.current?.scrollTo({ top: 0 });
    if (focusing) focusRow(shown[0]?.name);
  }
  useImperativeHandle(handle, () => ({
    focused: () => focusedIn(element.current),
    focus: focusRow,
    toTop: () => toTop(focusedIn(element.current) !== undefined),
  }));

  return {
    /** The element that scrolls. */
    scroller,
    /** The element that holds the rows. */
    element,
    rows,
    /** The row that is the Tab stop, and whether the user chose it: it had the focus, or its message is open. */
    stop,
    kept,
    toTop,
    hold: () => setHeld(focusedIn(element.current)),
  };
}
