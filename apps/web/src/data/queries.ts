import { QueryClient, useQueryClient } from "@tanstack/react-query";

export const profileKey = ["profile"];
export const statsKey = ["stats"];
export const planKey = ["plan"];
export const dashboardStatusKey = ["dashboard-status"];
/** The first page of an inbox that came with the page itself. */
export const firstPageKey = (address: string | undefined) => ["first page", address];
/** What has come to addresses. */
export const mailSummaryKey = ["mail-summary"];
/** Mail that was refused, by address. */
export const refusedMailKey = ["refused-mail"];

/** By type of document, the keys of the queries whose results show such documents. */
const shownBy = {
  Email: [["emails"], ["email-count"], ["mail-summary"], ["domains"]],
  Member: [["team-members"]],
  Domain: [["domains"], ["company-domains"], ["emails"]],
  Webhook: [["webhooks"], ["webhook-deliveries"]],
  "API Key": [["api-keys"]],
};
/** Queries that count documents of whatever type. Notifications are not among them, because they come live. */
const always = [statsKey, dashboardStatusKey];

/** Invalidates every query that shows documents of a type, so that what is on the screen is fetched again. */
export const documentsChanged = (queries: QueryClient, type: string) =>
  Promise.all(
    [...(Object.hasOwn(shownBy, type) ? shownBy[type as keyof typeof shownBy] : []), ...always].map((queryKey) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );

/** Returns a function to call after the user has changed documents of a type, or may have. */
export function useChanged(type: keyof typeof shownBy) {
  const queries = useQueryClient();
  return () => documentsChanged(queries, type);
}

/** A cache for the data of one user. */
export const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a query fails visibly instead of waiting unseen. It is made again once there is a network.
        networkMode: "always",
        refetchOnReconnect: true,
        retry: false,
        refetchOnWindowFocus: false,
        staleTime: 30_000,
      },
      // Otherwise a mutation waits unseen while offline and runs later, even after the user has pressed Cancel.
      mutations: { networkMode: "always" },
    },
  });
