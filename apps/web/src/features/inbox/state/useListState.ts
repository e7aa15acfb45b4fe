import type { Role } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { firstPageKey } from "../../../data/queries.ts";
import type { ReportPage } from "../../../data/rows.ts";
import { toItems } from "../item.ts";
import type { Deletions } from "./deletions.ts";
import { fetchPage } from "./fetchPage.ts";
import { listStore } from "./listStore.ts";

/**
 * The messages of an address, loaded from its first page on entry, and again when the reader's role has changed (I32).
 * `items` are without those that are deleted, and `all` with them.
 * @param role undefined until it is known
 */
export function useListState(address: string | undefined, role: Role | undefined, deletions: Deletions) {
  const queries = useQueryClient();
  const [store] = useState(() => {
    const page = queries.getQueryData<ReportPage>(firstPageKey(address));
    return listStore((start) => fetchPage(address, start), page && toItems(page), deletions.isGone);
  });
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  const deleted = useSyncExternalStore(deletions.subscribe, deletions.deleted, deletions.deleted);
  const { items: all } = state;
  const items = useMemo(() => all.filter(({ name }) => !deleted.has(name)), [all, deleted]);
  useEffect(() => {
    // This page of messages is used once: on a later visit to the address it would be out of date.
    queries.removeQueries({ queryKey: firstPageKey(address) });
    void store.enter();
  }, [queries, store, address]);
  const known = useRef(role);
  useEffect(() => {
    if (role === undefined || role === known.current) return;
    if (known.current !== undefined) void store.refresh();
    known.current = role;
  }, [store, role]);
  return { ...state, items, all, store };
}
