import { emailTexts } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { NetworkFailure } from "../../api.ts";
import { companyDomainsQuery } from "../../emails.ts";

interface Domains {
  /** Those an address may be on. */
  domains: readonly string[] | undefined;
  /** They are not only those that were known before. */
  fresh: boolean;
  /** Why there are none, or none but those that were known. */
  problem: string | undefined;
}

export function useDomains(): Domains {
  const { data, error, isFetchedAfterMount: fresh } = useQuery({ ...companyDomainsQuery, staleTime: 0 });
  if (error === null) return { domains: data, fresh, problem: data?.length === 0 ? emailTexts.noDomains : undefined };
  const problem = error instanceof NetworkFailure ? emailTexts.domainsNetwork : emailTexts.domainsFailed;
  return { domains: data ?? [], fresh: false, problem };
}
