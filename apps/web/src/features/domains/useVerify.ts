import { type Domain, domain, domainTexts } from "@mayfly/contracts";
import { call, refusalText } from "../../data/api.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { toast } from "../../ui/toasts.ts";
import { domainScreenTexts } from "./texts.ts";

/** Checks a domain's records now. The list shows the result afterwards, also when the records were not sufficient. */
export function useVerify({ domain_name }: Domain, onMissing: () => void) {
  const changed = useChanged("Domain");
  /** A newer check's toast replaces that of an older one, which is out of date. */
  const slot = `records of ${domain_name}`;
  return useAction({
    mutationFn: () => call(domain.verify_domain, { domain: domain_name }),
    onSuccess({ mx_found }) {
      if (mx_found === 1) toast.success(domainTexts.verified, { slot });
      else {
        toast.info(domainScreenTexts.mailElsewhereHint, { slot });
        onMissing();
      }
    },
    onError(error) {
      raise(refusalText(error) ?? domainScreenTexts.verifyFailed, slot);
      onMissing();
    },
    onSettled: () => void changed(),
  });
}

export type Verify = ReturnType<typeof useVerify>;
