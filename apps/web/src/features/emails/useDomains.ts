import { useQuery } from "@tanstack/react-query";
import { NetworkFailure } from "../../data/api.ts";
import { companyDomainsQuery } from "../../data/emails.ts";
import { emailScreenTexts } from "./texts.ts";

interface Domains {
  /** The domains that an address may be on. */
  domains: readonly string[] | undefined;
  /** Whether the domains have been fetched since the form opened, and are not merely cached ones. */
  fresh: boolean;
  /** Why there are no domains, or only cached ones. */
  problem: string | undefined;
}

export function useDomains(): Domains {
  const { data, error, isFetchedAfterMount: fresh } = useQuery({ ...companyDomainsQuery, staleTime: 0 });
  if (error === null)
    return { domains: data, fresh, problem: data?.length === 0 ? emailScreenTexts.noDomains : undefined };
  const problem = error instanceof NetworkFailure ? emailScreenTexts.domainsNetwork : emailScreenTexts.domainsFailed;
  return { domains: data ?? [], fresh: false, problem };
}
