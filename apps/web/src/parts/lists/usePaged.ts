import { limits } from "@mayfly/contracts";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { usePage } from "./usePage.ts";
import { pageOf, pageSizes, usePageSize } from "./usePageSize.ts";

/**
 * One page of a list from its query, and the props with which a PagedCard leads to the other pages.
 * @param rows what the rows are called, in the data as well
 * @param sizes how many rows a page may have
 */
export function usePaged<
  Rows extends string,
  Data extends { count: number } & Record<Rows, readonly unknown[]>,
  Key extends QueryKey,
>(
  queryOf: (page: number, size: number) => UseQueryOptions<Data, Error, Data, Key>,
  { rows, sizes = pageSizes }: { rows: Rows; sizes?: readonly number[] },
) {
  const [size, setSize] = usePageSize(rows, sizes);
  const [page, onPage, replacePage] = usePage(size);
  const { data, isPlaceholderData: busy, error, isFetching, refetch } = useQuery(queryOf(page, size));
  // Kept, so that the other pages can be reached from one that does not load.
  const [count, setCount] = useState(0);
  if (data !== undefined && data.count !== count) setCount(data.count);
  // While another page loads, the previous one stays on the screen.
  const [shown, setShown] = useState({ page, size });
  if (data !== undefined && !busy && (shown.page !== page || shown.size !== size)) setShown({ page, size });
  const these = { ...shown, length: data?.[rows].length ?? 0, count };
  const pages = Math.max(1, pagesOf(these));
  // The last page may have lost its last row. A page beyond the end is empty, which does not mean that the list is.
  const beyond = data !== undefined && shown.page > pages;
  const furthest = useFurthest(shown.page, these.length);
  useLayoutEffect(() => {
    if (beyond && !busy) replacePage(lastPage(these, furthest));
  });
  // With a single page, all rows are visible.
  const summary = data === undefined || pages === 1 ? "" : summaryOf({ ...these, rows });
  const query = { data: beyond ? undefined : data, error, isFetching, refetch };
  const sizing = sizingOf({ sizes, size, count }, (next) => {
    setSize(next);
    replacePage(pageOf(page, size, next));
  });
  return [query, { page, pages, onPage, busy, summary, sizing }] as const;
}

/** The choice of how many rows a page has; undefined for a list that fits the smallest page. */
export function sizingOf(
  { sizes, size, count }: { sizes: readonly number[]; size: number; count: number },
  onSize: (size: number) => void,
) {
  return count > Math.min(...sizes) ? { sizes, size, onSize } : undefined;
}

interface Shown {
  page: number;
  size: number;
  /** Rows on this page. */
  length: number;
  /** Rows on all pages, as far as the server counts them (requirement P100). */
  count: number;
}

/** How many pages there are; where the server stopped counting the rows, how many are known. */
export function pagesOf({ page, size, length, count }: Shown): number {
  const pages = Math.ceil(count / size);
  if (count !== limits.count || length === 0) return pages;
  return Math.max(pages, length === size ? page + 1 : page);
}

/**
 * The furthest page on which there were rows.
 * @param length rows on this page
 */
export function useFurthest(page: number, length: number): number {
  const [furthest, setFurthest] = useState(1);
  if (length > 0 && page > furthest) setFurthest(page);
  return furthest;
}

/**
 * The page to show instead of one beyond the end: the last or, where the server stopped counting, the last known one.
 * @param furthest the furthest page on which there were rows
 */
export function lastPage({ page, size, count }: Omit<Shown, "length">, furthest: number): number {
  const counted = Math.max(1, Math.ceil(count / size));
  return Math.min(page - 1, count === limits.count ? Math.max(counted, furthest) : counted);
}

/** Which rows of a list are shown; nothing where there are none. */
export function summaryOf({ page, size, length, count, rows }: Shown & { rows: string }): string {
  const start = (page - 1) * size;
  const end = count === limits.count ? start + length : Math.min(start + size, count);
  const all = end > count ? `${count}+` : count;
  const counted = all === 1 ? rows.replace(/s$/, "") : rows;
  return end > start ? `Showing ${start + 1} to ${end} of ${all} ${counted}` : "";
}
