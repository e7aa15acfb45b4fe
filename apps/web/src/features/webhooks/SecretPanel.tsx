import { webhook } from "@mayfly/contracts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import { call, Refused } from "../../data/api.ts";
import { useAction } from "../../data/useAction.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { toast } from "../../ui/toasts.ts";
import { secretQuery, useCopySecret } from "./secret.ts";
import { webhookScreenTexts } from "./texts.ts";
import { useLogged } from "./useLogged.ts";

/** Shows only the end of a secret, which suffices to tell one from another. */
const mask = (secret: string) => `${"\u2022".repeat(16)}${secret.slice(-4)}`;

/** The one secret that signs the deliveries of all webhooks. */
export function SecretPanel() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(secretQuery);
  useLogged("The signing secret", error);
  const copySecret = useCopySecret();
  const [asking, setAsking] = useState(false);

  const regenerate = useAction({
    mutationFn: () => call(webhook.regenerate_hmac_password, {}),
    onSuccess(secret) {
      queries.setQueryData(secretQuery.queryKey, secret);
      // A fetch that is under way may return the previous secret.
      void queries.refetchQueries({ queryKey: secretQuery.queryKey, fetchStatus: "fetching" });
      toast.success(webhookScreenTexts.regenerated);
    },
    onError(failure) {
      raise(failure instanceof Refused ? webhookScreenTexts.regenerateFailed : webhookScreenTexts.regenerateThrown);
      // Without an answer, the server may have made a new secret all the same.
      void queries.invalidateQueries(secretQuery);
    },
    onSettled: () => setAsking(false),
  });

  return (
    <section
      aria-label="Signing secret"
      className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3"
    >
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-ink-faint max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-13 font-medium">Signing secret</h2>
        <div className="mt-0.5 font-mono text-13 text-ink-soft wrap-anywhere">{shown()}</div>
      </div>
      <div className="flex items-center gap-2 max-sm:-ml-2.5">
        <IconButton icon={Copy} label="Copy the signing secret" onClick={() => copySecret(false)} />
        <Button onClick={() => setAsking(true)}>Regenerate</Button>
      </div>
      <Dialog
        title="Regenerate the signing secret?"
        description="Webhooks will be signed with the new secret. Your systems reject them until you enter it there."
        open={asking}
        onOpenChange={setAsking}
      >
        <div className="flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button look="danger" busy={regenerate.isPending} onClick={() => regenerate.mutate()}>
            Regenerate secret
          </Button>
        </div>
      </Dialog>
    </section>
  );

  function shown() {
    if (data !== undefined) {
      return <span translate="no">{`${data.header}: ${mask(data.hmac_secret)}`}</span>;
    }
    if (error === null) return <Skeleton className="my-0.5 h-4 w-72 max-w-full" />;
    return (
      <span className="font-sans">
        Not available at the moment. <TextButton onClick={() => refetch()}>Try again</TextButton>
      </span>
    );
  }
}
