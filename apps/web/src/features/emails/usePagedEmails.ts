import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type EmailFilter, emailCountQuery, emailsQuery } from "../../data/emails.ts";
import type { usePage } from "../../parts/lists/usePage.ts";
import { lastPage, pagesOf, sizingOf, summaryOf, useFurthest } from "../../parts/lists/usePaged.ts";
import { pageOf, pageSizes, type usePageSize } from "../../parts/lists/usePageSize.ts";

/**
 * One page of the wanted addresses, and the props with which a PagedCard leads to the others. Unlike in
 * usePaged, a separate call counts them (K25, K26), so that either call may succeed or fail without the other.
 */
export function usePagedEmails(
  { byMail, ...wanted }: EmailFilter & { byMail: boolean },
  [size, setSize]: ReturnType<typeof usePageSize>,
  [page, onPage, replacePage]: ReturnType<typeof usePage>,
) {
  const { data, error, isPlaceholderData, refetch } = useQuery(
    emailsQuery({ ...wanted, byMail, start: (page - 1) * size, length: size }),
  );
  const { data: count, error: countError, refetch: countAgain } = useQuery(emailCountQuery(wanted));
  // If the list has become too short for this page, the last page that is left replaces it.
  const beyond = page > 1 && data?.length === 0 && !isPlaceholderData;
  const furthest = useFurthest(page, isPlaceholderData ? 0 : (data?.length ?? 0));
  useEffect(() => {
    if (!beyond) return;
    let stale = false;
    void countAgain().then(({ data: left = 0 }) => {
      if (!stale) replacePage(lastPage({ page, size, count: left }, furthest));
    });
    return () => {
      stale = true;
    };
  }, [beyond, countAgain, furthest, page, replacePage, size]);
  const these = { page, size, length: data?.length ?? 0, count: count ?? 0 };
  const told = data === undefined ? "" : summaryOf({ ...these, rows: "emails" });
  // While another page loads, the previous rows and their summary stay.
  const [summary, setSummary] = useState(told);
  if (!isPlaceholderData && summary !== told) setSummary(told);
  // If a page fails to load, the links to the other pages stay.
  const pages = data === undefined && error === null ? 0 : pagesOf(these);
  // The failure of the count, if the rows have loaded without it.
  const uncounted = data !== undefined && count === undefined ? countError : null;
  const sizing = sizingOf({ sizes: pageSizes, size, count: count ?? 0 }, (next) => {
    setSize(next);
    replacePage(pageOf(page, size, next));
  });
  return [
    { emails: beyond ? undefined : data, error, refetch },
    { page, pages, onPage, busy: isPlaceholderData, summary, sizing },
    { error: uncounted, refetch: countAgain },
  ] as const;
}
