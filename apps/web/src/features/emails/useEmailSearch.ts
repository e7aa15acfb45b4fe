import { useEffect, useEffectEvent, useRef, useState } from "react";
import { searchDebounce } from "../../data/limits.ts";
import { useDebounced } from "../../parts/useDebounced.ts";
import type { usePage } from "../../parts/usePage.ts";
import { useParameter } from "../../parts/useParameter.ts";

/**
 * The search term for addresses. The URL holds it beside the page number, so that a reload and the Back button restore
 * it. It follows the search box once typing has paused.
 * @returns the term, the text in the box, and the setter of that text
 */
export function useEmailSearch(replacePage: ReturnType<typeof usePage>[2]) {
  const search = useParameter("search")?.trim() ?? "";
  const [typed, setTyped] = useState(search);
  const settled = useDebounced(typed.trim(), searchDebounce);
  /** The last term that the box and the URL agreed on. */
  const asked = useRef(search);
  // Every change of the term starts at the first page, also a return to the previous term (D15).
  const searchFor = useEffectEvent((text: string) => {
    if (text === search) return;
    asked.current = text;
    replacePage(1, text);
  });
  useEffect(() => searchFor(settled), [settled]);
  // The navigation's link to this page changes the term too, and so does the Back button after it.
  useEffect(() => {
    if (asked.current === search) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return [search, typed, setTyped] as const;
}
