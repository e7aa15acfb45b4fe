import { Domain, domain, limits } from "@mayfly/contracts";
import { keepPreviousData, queryOptions, useQueryClient } from "@tanstack/react-query";
import { array } from "zod/mini";
import { call, Refused } from "../../api.ts";
import { toast } from "../../ui/toasts.ts";

export const domainsQuery = (page: number) =>
  queryOptions({
    queryKey: ["domains", page],
    async queryFn() {
      const start = (page - 1) * limits.pageSize;
      const { domains, count } = await call(domain.list_domains, { start, limit: limits.pageSize, fields: ["*"] });
      return { domains: array(Domain).parse(domains), count };
    },
    placeholderData: keepPreviousData,
  });

/** What else shows domains, or counts them. */
const related = [
  "domains",
  "company-domains",
  "webhook-domains",
  "stats",
  "dashboard-status",
  "emails",
  "notifications",
];

/** Has everything that shows domains fetch them again (E22). */
export function useDomainsChanged() {
  const queries = useQueryClient();
  return () => Promise.all(related.map((key) => queries.invalidateQueries({ queryKey: [key] })));
}

/** The server's words, or the page's own where it has none (P79). */
export const failureOf = (failure: unknown, fallback: string) =>
  (failure instanceof Refused ? failure.text : undefined) ?? fallback;

export const raise = (text: string) => toast.error(text, limits.serverErrorToast);
