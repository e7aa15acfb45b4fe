import { emailTexts } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { NetworkFailure } from "../../api.ts";
import { companyDomainsQuery } from "../../emails.ts";

/** The domains an address may be on, and the text that says why there are none, or none but those that were known. */
export function useDomains(): { domains: readonly string[] | undefined; problem: string | undefined } {
  const { data, error } = useQuery({ ...companyDomainsQuery, staleTime: 0 });
  if (error === null) return { domains: data, problem: data?.length === 0 ? emailTexts.noDomains : undefined };
  const problem = error instanceof NetworkFailure ? emailTexts.domainsNetwork : emailTexts.domainsFailed;
  return { domains: data ?? [], problem };
}
