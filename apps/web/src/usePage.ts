import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** Which page of a list is shown. It stands in the address, so that a reload and the way back lead to it. */
export function usePage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const given = Number(new URLSearchParams(search).get("page"));
  const page = Number.isSafeInteger(given) && given > 1 ? given : 1;
  const onPage = useCallback(
    (next: number) => {
      const parameters = new URLSearchParams(search);
      if (next > 1) parameters.set("page", `${next}`);
      else parameters.delete("page");
      if (next !== page) void navigate({ search: parameters.toString() }, { replace: true });
    },
    [search, page, navigate],
  );
  return [page, onPage] as const;
}
