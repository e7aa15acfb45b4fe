import { limits, type Webhook, webhook, webhookTexts } from "@mayfly/contracts";
import { CircleArrowUp, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { call, isGone, Refused } from "../../data/api.ts";
import { refusalOf, useUsage } from "../../data/plan.ts";
import { useIsAdministrator } from "../../data/profile.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { usePaged } from "../../parts/lists/usePaged.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { UpgradeButton, UsageNote } from "../../parts/plan/UpgradeLink.tsx";
import { ReadOnlyNote } from "../../parts/ReadOnlyNote.tsx";
import { raise } from "../../parts/toasts/raise.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmByName } from "../../ui/ConfirmByName.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { toast } from "../../ui/toasts.ts";
import { SecretPanel } from "./SecretPanel.tsx";
import { webhookScreenTexts } from "./texts.ts";
import { useLogged } from "./useLogged.ts";
import { WebhookForm } from "./WebhookForm.tsx";
import { WebhookRow } from "./WebhookRow.tsx";
import { webhooksQuery } from "./webhooks.ts";

export default function WebhooksPage() {
  useTitle("Webhook Management");
  const changed = useChanged("Webhook");
  const administrator = useIsAdministrator();
  const usage = useUsage("webhook");
  const lacking = usage?.available === false;
  const [{ data, error, refetch }, paged] = usePaged(webhooksQuery, { rows: "webhooks" });
  useLogged("The webhooks", error);
  /** Undefined while the form is closed; without `edited`, the form creates a webhook. */
  const [form, setForm] = useState<{ edited: Webhook | undefined }>();
  const [removed, setRemoved] = useState<Webhook>();

  const close = (deleted: Webhook) => setRemoved((asked) => (asked === deleted ? undefined : asked));
  const remove = useAction({
    mutationFn: ({ name }: Webhook) => call(webhook.delete_webhook, { webhook_name: name }),
    async onSuccess(_, deleted) {
      toast.success(webhookTexts.deleted);
      // Closes the dialog only when the row is gone, so that the focus does not return to it.
      await changed();
      close(deleted);
    },
    async onError(failure, asked) {
      raise(failure instanceof Refused ? webhookScreenTexts.deleteFailed : webhookScreenTexts.deleteThrown);
      await changed();
      if (isGone(failure)) close(asked);
    },
  });

  return (
    <>
      <PageHead
        title={webhookScreenTexts.title}
        about={
          usage?.available && (
            <UsageNote usage={usage} of={{ things: "webhooks" }} reached={webhookScreenTexts.limitReached} />
          )
        }
      >
        {administrator && !lacking && (
          <Button look="primary" off={usage?.reached === true} onClick={() => setForm({ edited: undefined })}>
            Add Webhook
          </Button>
        )}
      </PageHead>
      <ReadOnlyNote />
      {administrator && usage?.available && usage.reached && (
        <div className="mb-4">
          <Notice kind="upgrade">{refusalOf("webhook", usage)}</Notice>
        </div>
      )}
      {lacking ? upgrade() : administrator && <SecretPanel />}
      {/* If the plan no longer includes webhooks, existing ones can still be disabled and deleted. */}
      {(!lacking || error !== null || (data?.count ?? paged.pages - 1) > 0) && (
        <PagedCard label={webhookScreenTexts.title} {...paged}>
          {list()}
        </PagedCard>
      )}
      <Dialog
        title={form?.edited === undefined ? webhookScreenTexts.createTitle : webhookScreenTexts.editTitle}
        open={form !== undefined}
        onOpenChange={(open) => !open && setForm(undefined)}
      >
        <WebhookForm edited={form?.edited} onClose={() => setForm(undefined)} />
      </Dialog>
      {removed !== undefined && (
        <ConfirmByName
          title="Delete Webhook"
          name={removed.name}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove.mutate(removed)}
          busy={remove.isPending}
        >
          <p>Nothing more is sent to this URL, not even pending deliveries. Its delivery log is deleted too.</p>
          <p translate="no" className="mt-2 line-clamp-2 font-mono text-13 text-ink">
            {removed.url}
          </p>
        </ConfirmByName>
      )}
    </>
  );

  function upgrade() {
    return (
      <section className="mb-4 rounded-card border border-line bg-surface">
        <EmptyState icon={CircleArrowUp} title={webhookScreenTexts.upgrade}>
          <UpgradeButton look="primary" />
        </EmptyState>
      </section>
    );
  }

  function list() {
    if (data === undefined) {
      if (error !== null) return <ErrorState text={webhookScreenTexts.listFailed} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (data.count === 0) {
      return <EmptyState icon={WebhookIcon} title={webhookScreenTexts.empty} hint={webhookScreenTexts.emptyHint} />;
    }
    return (
      <RowList label={webhookScreenTexts.title} busy={paged.busy}>
        {data.webhooks.map((row) => (
          <WebhookRow
            key={row.name}
            row={row}
            actions={
              administrator
                ? { edit: lacking ? undefined : () => setForm({ edited: row }), remove: () => setRemoved(row) }
                : undefined
            }
          />
        ))}
      </RowList>
    );
  }
}
