import { limits, webhook, webhookTexts } from "@mayfly/contracts";
import { useQueryClient } from "@tanstack/react-query";
import { ArrowLeft, Send } from "lucide-react";
import { useParams } from "react-router-dom";
import { call, failureText, isGone } from "../../data/api.ts";
import { paths } from "../../data/paths.ts";
import { useUsage } from "../../data/plan.ts";
import { useAction } from "../../data/useAction.ts";
import { Link } from "../../parts/Link.tsx";
import { usePaged } from "../../parts/lists/usePaged.ts";
import { largerPageSizes } from "../../parts/lists/usePageSize.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { Switch } from "../../ui/Switch.tsx";
import { toast } from "../../ui/toasts.ts";
import { DeliveryRow } from "./DeliveryRow.tsx";
import { webhookScreenTexts } from "./texts.ts";
import { deliveriesQuery, useToggle } from "./webhooks.ts";

/** The deliveries to one webhook, and their outcomes. */
export default function DeliveriesPage() {
  const { name = "" } = useParams();
  useTitle(`Deliveries of ${name}`);
  const queries = useQueryClient();
  const [{ data, error, refetch }, paged] = usePaged((page, size) => deliveriesQuery(name, page, size), {
    rows: "deliveries",
    sizes: largerPageSizes,
  });
  const toggle = useToggle();
  const lacking = useUsage("webhook")?.available === false;
  const look = () => queries.invalidateQueries({ queryKey: ["webhook-deliveries", name] });

  const test = useAction({
    mutationFn: () => call(webhook.send_test_event, { webhook_name: name }),
    onSuccess() {
      toast.info(webhookScreenTexts.testQueued);
      return look();
    },
    onError: (failure) => raise(failureText(failure)),
  });
  const again = useAction({
    mutationFn: (delivery: string) => call(webhook.redeliver, { delivery }),
    onSuccess() {
      toast.success(webhookScreenTexts.deliveringAgain);
      return look();
    },
    onError: (failure) => raise(failureText(failure)),
  });

  // Somebody may have deleted the webhook meanwhile.
  const gone = isGone(error);
  const hook = gone ? undefined : data?.webhook;
  /** Why the user can send nothing more to this webhook. */
  const hindrance = hindranceOf(hook?.enabled === 0);
  function hindranceOf(disabled: boolean) {
    if (lacking) return webhookScreenTexts.upgrade;
    return disabled ? webhookTexts.disabled : undefined;
  }

  return (
    <>
      <Link
        to={paths.webhooks}
        className="mb-3 inline-flex items-center gap-1.5 rounded-base text-13 text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {webhookScreenTexts.title}
      </Link>
      <PageHead
        title={`Deliveries of ${name}`}
        about={
          <span translate="no" className="line-clamp-2 font-mono wrap-anywhere" title={hook?.url}>
            {hook?.url}
          </span>
        }
      >
        {hook && (
          <>
            <span className="flex items-center gap-2 text-13 text-ink-soft">
              <span aria-hidden="true">Enabled</span>
              <Switch
                label={`${name} is enabled`}
                title={hook.enabled === 1 ? "Deactivate" : "Activate"}
                on={hook.enabled === 1}
                disabled={lacking && hook.enabled === 0}
                onChange={() => toggle.mutate(hook)}
              />
            </span>
            <Button
              look="primary"
              busy={test.isPending}
              disabled={hindrance !== undefined}
              title={hindrance}
              onClick={() => test.mutate(undefined, { onSuccess: () => paged.onPage(1) })}
            >
              <Send aria-hidden="true" className="size-4" />
              Send test event
            </Button>
          </>
        )}
      </PageHead>
      {hook && hook.paused !== null && (
        <div className="mb-4">
          <Notice>{webhookScreenTexts.paused}</Notice>
        </div>
      )}
      {hook && hook.paused === null && hook.enabled === 0 && (
        <p className="mb-4">
          <Badge tone="neutral">Inactive</Badge>
        </p>
      )}
      <PagedCard label="Deliveries" {...paged}>
        {list()}
      </PagedCard>
    </>
  );

  function list() {
    if (data === undefined || gone) {
      if (error !== null) return <ErrorState text={failureText(error)} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (data.count === 0) {
      return (
        <EmptyState
          icon={Send}
          title={webhookScreenTexts.deliveriesEmpty}
          hint={webhookScreenTexts.deliveriesEmptyHint}
        />
      );
    }
    return (
      <RowList label="Deliveries" busy={paged.busy}>
        {data.deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.name}
            delivery={delivery}
            enabled={data.webhook.enabled === 1}
            again={
              hindrance === undefined ? { send: () => again.mutate(delivery.name), busy: again.isPending } : undefined
            }
          />
        ))}
      </RowList>
    );
  }
}
