import type { FirstView } from "@mayfly/contracts";
import { QueryClient } from "@tanstack/react-query";

export const profileKey = ["profile"];
export const statsKey = ["stats"];
/** The first page of an inbox that came with the page itself. */
export const firstPageKey = (address: string | undefined) => ["first page", address];

/** Keeps what was loaded for one person, beginning with what came with the page. */
export function newQueryClient(view?: FirstView) {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // A call while offline fails and says so, instead of waiting unseen; then it is made again once there is a network.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 30_000,
      },
      // Else it waits unseen, and is done later, after a Cancel too.
      mutations: { networkMode: "always" },
    },
  });
  if (view !== undefined) {
    queries.setQueryData(profileKey, view.profile);
    queries.setQueryData(statsKey, view.stats);
    queries.setQueryData(firstPageKey(view.address), view.page);
  }
  return queries;
}
