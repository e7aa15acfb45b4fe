import { limits } from "@mayfly/contracts";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * Which page of a list is shown. The page is in the URL, so that a reload and Back lead to it. So is the search, where
 * it can change together with the page.
 * @param size rows per page
 * @returns the page; a function that goes to another, adding a history entry; and one that replaces the entry instead
 */
export function usePage(size: number) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = Number(new URLSearchParams(search).get("page"));
  const page = Number.isInteger(given) && given > 1 && (given - 1) * size <= limits.listStartMax ? given : 1;
  const go = useCallback(
    (replace: boolean, next: number, searched?: string) => {
      // A user who has left this page is not brought back, even while the next one is still loading.
      if (location.pathname !== pathname) return;
      const parameters = new URLSearchParams(location.search);
      const before = parameters.toString();
      if (next > 1) parameters.set("page", `${next}`);
      else parameters.delete("page");
      if (searched) parameters.set("search", searched);
      else if (searched === "") parameters.delete("search");
      const after = parameters.toString();
      if (after !== before) void navigate({ search: after }, { replace });
    },
    [pathname, navigate],
  );
  const onPage = (next: number) => go(false, next);
  const replacePage = useCallback((next: number, searched?: string) => go(true, next, searched), [go]);
  return [page, onPage, replacePage] as const;
}
