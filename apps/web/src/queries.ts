import type { FirstView } from "@mayfly/contracts";
import { QueryClient, useQueryClient } from "@tanstack/react-query";

export const profileKey = ["profile"];
export const statsKey = ["stats"];
/** The first page of an inbox that came with the page itself. */
export const firstPageKey = (address: string | undefined) => ["first page", address];

/** What shows documents of a type, by the keys of its queries. */
const shownBy = {
  Email: [["emails"], ["email-count"], ["domains"]],
  Member: [["team-members"]],
  Domain: [["domains"], ["company-domains"], ["emails"]],
  Webhook: [["webhooks"], ["webhook-deliveries"]],
};
/** What counts documents, whatever their type. What tells of them comes live. */
const always = [statsKey, ["dashboard-status"]];

/** Has everything that shows documents of a type fetch them again. */
export const documentsChanged = (queries: QueryClient, type: string) =>
  Promise.all(
    [...(Object.hasOwn(shownBy, type) ? shownBy[type as keyof typeof shownBy] : []), ...always].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );

/** To be called after the person has changed documents of a type, or may have. */
export function useChanged(type: keyof typeof shownBy) {
  const queries = useQueryClient();
  return () => documentsChanged(queries, type);
}

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
