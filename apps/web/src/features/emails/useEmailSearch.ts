import { limits } from "@mayfly/contracts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDebounced } from "../../useDebounced.ts";
import type { usePage } from "../../usePage.ts";
import { useParameter } from "../../useParameter.ts";

/**
 * What addresses are searched for. It stands in the page's address beside the number of the page, so that a reload and the
 * way back lead to it, and follows the box once nothing has been typed for a moment.
 * @returns what is searched for, what the box holds, and what types into it
 */
export function useEmailSearch(replacePage: ReturnType<typeof usePage>[2]) {
  const search = useParameter("search")?.trim() ?? "";
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim(), limits.debounce);
  /** What the box has asked for. */
  const asked = useRef(search);
  // Every change of the search starts at the first page, the way back too (D15).
  const searchFor = useEffectEvent((text: string) => {
    if (text === search) return;
    asked.current = text;
    replacePage(1, text);
  });
  useEffect(() => searchFor(settled), [settled]);
  // The link to this page changes the search too, and so does the way back from there.
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return [search, typed, setTyped] as const;
}
