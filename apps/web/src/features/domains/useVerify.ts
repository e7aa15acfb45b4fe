import { type Domain, domain, domainTexts } from "@mayfly/contracts";
import { call, refusalText } from "../../api.ts";
import { useChanged } from "../../queries.ts";
import { raise } from "../../raise.ts";
import { toast } from "../../ui/toasts.ts";
import { useAction } from "../../useAction.ts";

/** Looks at a domain's records now. What was seen stands in the list afterwards, also when it was not enough. */
export function useVerify({ domain_name }: Domain, onMissing: () => void) {
  const changed = useChanged("Domain");
  /** What an older look came to says nothing any more. */
  const slot = `records of ${domain_name}`;
  return useAction({
    mutationFn: () => call(domain.verify_domain, { domain: domain_name }),
    onSuccess({ mx_found }) {
      if (mx_found === 1) toast.success(domainTexts.verified, { slot });
      else {
        toast.info(domainTexts.mailElsewhereHint, { slot });
        onMissing();
      }
    },
    onError(error) {
      raise(refusalText(error) ?? domainTexts.verifyFailed, slot);
      onMissing();
    },
    onSettled: () => void changed(),
  });
}

export type Verify = ReturnType<typeof useVerify>;
