import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { List } from "../state/useList.ts";

/**
 * Keeps the rows where they are that the user is reading further down, while messages come in at the top.
 * @param height of a row, in pixels
 * @returns how many have come in above, and what to call when the list is scrolled
 */
export function useScrollPlace({ all, shown, term }: List, scroller: RefObject<HTMLElement | null>, height: number) {
  const reading = useRef<{ name: string; at: number; of: number; term: string | undefined }>(undefined);
  const [above, setAbove] = useState(0);
  function remember() {
    const box = scroller.current;
    const at = box === null ? 0 : Math.floor(box.scrollTop / height);
    const item = box === null || box.scrollTop <= 0 ? undefined : shown[at];
    reading.current = item && { name: item.name, at, of: all.indexOf(item, at), term };
    if (item === undefined) setAbove(0);
  }
  useLayoutEffect(() => {
    const { name, at, of = 0 } = reading.current ?? {};
    const now = name === undefined ? -1 : shown.findIndex((item) => item.name === name);
    if (scroller.current !== null && at !== undefined && now >= 0 && now !== at) {
      scroller.current.scrollTop += (now - at) * height;
      // Rows that a search or a deletion had hidden do not count as new.
      const came = all.findIndex((item) => item.name === name) - of;
      if (came > 0 && term === undefined && reading.current?.term === undefined) setAbove((count) => count + came);
    }
    remember();
  }, [shown]);
  return { above, remember };
}
