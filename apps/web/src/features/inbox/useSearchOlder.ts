import { limits } from "@mayfly/contracts";
import { useEffect, useState } from "react";
import type { Messages } from "./messages.ts";

interface Search {
  term: string | undefined;
  /** How many matched when it began. */
  found: number;
  /** That it may still load. */
  pages: number;
}

/**
 * Searches older messages: loads page after page until one has something that matches. What ends it is that, the end of
 * the list, a page that does not load, another term, or its own patience.
 * @returns whether it is at work, and what begins it
 */
export function useSearchOlder(messages: Messages, term: string | undefined, found: number, onMore: () => void) {
  const { loading, more, stalled } = messages;
  const [search, setSearch] = useState<Search>();
  // Its first page may be one that did not load before.
  const failed = stalled && loading === undefined && search?.pages !== limits.inboxSearchPages;
  const on =
    search !== undefined && search.term === term && search.pages > 0 && found <= search.found && more && !failed;
  if (search !== undefined && !on) setSearch(undefined);
  useEffect(() => {
    if (!on || loading !== undefined) return;
    setSearch({ ...search, pages: search.pages - 1 });
    onMore();
  });
  return [on, () => setSearch({ term, found, pages: limits.inboxSearchPages })] as const;
}
