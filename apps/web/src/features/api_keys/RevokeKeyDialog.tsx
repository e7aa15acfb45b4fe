import { type ApiKey, api_key, apiKeyTexts } from "@mayfly/contracts";
import { call, failureText, isGone } from "../../data/api.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { toast } from "../../ui/toasts.ts";
import { KeyName } from "./KeyName.tsx";
import { apiKeyScreenTexts } from "./texts.ts";

interface Props {
  row: ApiKey;
  /** Closes the dialog if it still asks about this key. */
  onClose: (row: ApiKey) => void;
}

/** Asks before a key ends. */
export function RevokeKeyDialog({ row, onClose }: Props) {
  const changed = useChanged("API Key");
  const revoke = useAction({
    mutationFn: ({ name }: ApiKey) => call(api_key.revoke_api_key, { name }),
    async onSuccess(_, revoked) {
      toast.success(apiKeyTexts.revoked);
      // Closes the dialog only when the row is gone, so that the focus does not return to it.
      await changed();
      onClose(revoked);
    },
    async onError(failure, asked) {
      raise(failureText(failure));
      await changed();
      if (isGone(failure)) onClose(asked);
    },
  });
  return (
    <Dialog
      title={apiKeyScreenTexts.revokeTitle}
      description={apiKeyScreenTexts.revokeAbout}
      open
      onOpenChange={() => onClose(row)}
    >
      <div className="space-y-5">
        <KeyName row={row} />
        <div className="flex justify-end gap-2">
          <Button autoFocus onClick={() => onClose(row)}>
            Cancel
          </Button>
          <Button look="danger" busy={revoke.isPending} onClick={() => revoke.mutate(row)}>
            {apiKeyScreenTexts.revoke}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
