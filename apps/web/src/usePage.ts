import { limits } from "@mayfly/contracts";
import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * Which page of a list is shown. It stands in the address, so that a reload and the way back lead to it, beside what is
 * searched where that can be changed with it.
 * @param size rows of a page
 * @returns the page; what turns to another, from which the way back leads here; and what shows another in its place
 */
export function usePage(size: number) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = Number(new URLSearchParams(search).get("page"));
  const page = Number.isInteger(given) && given > 1 && (given - 1) * size <= limits.listStartMax ? given : 1;
  const go = useCallback(
    (replace: boolean, next: number, searched?: string) => {
      // Who has left stays there, also while what they went to is still on its way.
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
