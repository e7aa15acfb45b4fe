import { type Domain, domain, domainTexts } from "@mayfly/contracts";
import { call } from "../../api.ts";
import { toast } from "../../ui/toasts.ts";
import { useAction } from "../../useAction.ts";
import { failureOf, raise, useDomainsChanged } from "./domains.ts";

/** Looks at a domain's records now. What was seen stands in the list afterwards, also when it was not enough. */
export function useVerify({ domain_name }: Domain, onMissing: () => void) {
  const changed = useDomainsChanged();
  return useAction({
    mutationFn: () => call(domain.verify_domain, { domain: domain_name }),
    onSuccess({ mx_found }) {
      if (mx_found === 1) toast.success(domainTexts.verified);
      else {
        toast.info(domainTexts.mailElsewhereHint);
        onMissing();
      }
    },
    onError(error) {
      raise(failureOf(error, domainTexts.verifyFailed));
      onMissing();
    },
    onSettled: () => void changed(),
  });
}

export type Verify = ReturnType<typeof useVerify>;
