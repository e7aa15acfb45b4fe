import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

/** One page of a list as its query has it, and what a PagedCard takes to lead to the others. */
export function usePaged<Data extends { count: number }, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Data, Error, Data, Key>,
  size: number,
) {
  const [page, onPage] = useState(1);
  const query = useQuery(queryOf(page));
  const { data, isPlaceholderData: busy } = query;
  const pages = Math.max(1, Math.ceil((data?.count ?? 0) / size));
  // The last page may have lost its last row.
  if (data !== undefined && !busy && page > pages) onPage(pages);
  return [query, { page, pages, onPage, busy }] as const;
}
