import { limits } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { emailCountQuery, emailsQuery } from "../../emails.ts";
import type { usePage } from "../../usePage.ts";
import { lastPage, pagesOf, summaryOf, useFurthest } from "../../usePaged.ts";

/**
 * One page of the addresses that a search finds, and what a PagedCard takes to lead to the others. Unlike in usePaged, a
 * call of its own counts them (K25, K26), so that either may come or fail without the other.
 */
export function usePagedEmails(search: string, [page, onPage, replacePage]: ReturnType<typeof usePage>) {
  const size = limits.pageSize;
  const { data, error, isPlaceholderData, refetch } = useQuery(
    emailsQuery({ search, start: (page - 1) * size, length: size }),
  );
  const { data: count, error: countError, refetch: countAgain } = useQuery(emailCountQuery(search));
  // There are fewer than there were: on to the last page that is left.
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
  // While others are on their way, the rows before stand there, and what is said of them.
  const [summary, setSummary] = useState(told);
  if (!isPlaceholderData && summary !== told) setSummary(told);
  // A page that does not load leaves the way to the others.
  const pages = data === undefined && error === null ? 0 : pagesOf(these);
  // Where the rows are there, and only how many there are in all is not.
  const uncounted = data !== undefined && count === undefined ? countError : null;
  return [
    { emails: beyond ? undefined : data, error, refetch },
    { page, pages, onPage, busy: isPlaceholderData, summary },
    { error: uncounted, refetch: countAgain },
  ] as const;
}
