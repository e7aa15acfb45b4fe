import { limits, webhook, webhookTexts } from "@mayfly/contracts";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api.ts";
import { copy } from "../../clipboard.ts";
import { toast } from "../../ui/toasts.ts";

export const secretQuery = queryOptions({
  queryKey: ["hmac-password"],
  queryFn: () => call(webhook.get_hmac_password, {}),
});

/** Copies the secret as the server has it at this moment, with its header in front or alone. */
export function useCopySecret() {
  const queries = useQueryClient();
  return async (withHeader: boolean) => {
    const secret = await queries.fetchQuery({ ...secretQuery, staleTime: 0 }).catch(() => undefined);
    if (secret === undefined) return toast.error(webhookTexts.secretFetchFailed, limits.serverErrorToast);
    const text = withHeader ? `${secret.header}: ${secret.hmac_secret}` : secret.hmac_secret;
    if (await copy(text)) toast.success(webhookTexts.secretCopied, limits.webhookCopyNotice);
    else toast.error(webhookTexts.secretCopyFailed, limits.serverErrorToast);
  };
}
