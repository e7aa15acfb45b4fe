import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { usePage } from "./usePage.ts";

/**
 * One page of a list as its query has it, and what a PagedCard takes to lead to the others.
 * @param rows what they are called
 */
export function usePaged<Data extends { count: number }, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<Data, Error, Data, Key>,
  { size, rows }: { size: number; rows: string },
) {
  const [page, onPage, replacePage] = usePage(size);
  const { data, isPlaceholderData: busy, error, isFetching, refetch } = useQuery(queryOf(page));
  // A page that does not load leaves the way to the others.
  const [count, setCount] = useState(0);
  if (data !== undefined && data.count !== count) setCount(data.count);
  const pages = Math.max(1, Math.ceil(count / size));
  // While another page is on its way, the one before stands there.
  const [shown, setShown] = useState(page);
  if (data !== undefined && !busy && shown !== page) setShown(page);
  // The last page may have lost its last row. That there is nothing beyond the end says nothing of the others.
  const beyond = data !== undefined && shown > pages;
  useLayoutEffect(() => {
    if (beyond && !busy) replacePage(pages);
  });
  // Where there is one page, all rows are seen.
  const summary = data === undefined || pages === 1 ? "" : summaryOf({ page: shown, size, count, rows });
  const query = { data: beyond ? undefined : data, error, isFetching, refetch };
  return [query, { page, pages, onPage, busy, summary }] as const;
}

interface Shown {
  page: number;
  size: number;
  /** On all pages. */
  count: number;
  rows: string;
}

/** Which rows of a list are shown; nothing where there are none. */
export function summaryOf({ page, size, count, rows }: Shown): string {
  const start = (page - 1) * size;
  return count > start ? `Showing ${start + 1} to ${Math.min(start + size, count)} of ${count} ${rows}` : "";
}
