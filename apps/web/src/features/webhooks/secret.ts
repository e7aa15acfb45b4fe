import { webhook } from "@mayfly/contracts";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "../../data/api.ts";
import { copy } from "../../data/clipboard.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { toast } from "../../ui/toasts.ts";
import { copyNoticeMilliseconds } from "./limits.ts";
import { webhookScreenTexts } from "./texts.ts";

export const secretQuery = queryOptions({
  queryKey: ["hmac-password"],
  queryFn: () => call(webhook.get_hmac_password, {}),
});

/** Copies the secret as the server has it at this moment, with its header in front or alone. */
export function useCopySecret() {
  const queries = useQueryClient();
  return async (withHeader: boolean) => {
    const secret = queries.fetchQuery({ ...secretQuery, staleTime: 0 });
    const copied = await copy(
      secret.then(({ header, hmac_secret }) => (withHeader ? `${header}: ${hmac_secret}` : hmac_secret)),
    );
    if (copied) return toast.copied(webhookScreenTexts.secretCopied, { duration: copyNoticeMilliseconds });
    const failed = await secret.then(
      () => webhookScreenTexts.secretCopyFailed,
      () => webhookScreenTexts.secretFetchFailed,
    );
    raise(failed);
  };
}
