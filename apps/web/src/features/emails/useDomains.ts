import { email, emailTexts } from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { call, NetworkFailure } from "../../api.ts";

/** The domains an address may be on, or the text that says why there are none. */
export function useDomains(): { domains: readonly string[] | undefined; problem: string | undefined } {
  const { data, error } = useQuery({
    queryKey: ["company-domains"],
    queryFn: () => call(email.get_company_domains, {}),
    staleTime: 0,
  });
  if (data !== undefined) return { domains: data, problem: data.length === 0 ? emailTexts.noDomains : undefined };
  if (error === null) return { domains: undefined, problem: undefined };
  const problem = error instanceof NetworkFailure ? emailTexts.domainsNetwork : emailTexts.domainsFailed;
  return { domains: [], problem };
}
