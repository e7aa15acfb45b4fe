import { type Domain, domain, domainTexts, limits, unicodeDomain } from "@mayfly/contracts";
import { Globe, RefreshCw } from "lucide-react";
import { useState } from "react";
import { call, isGone, refusalText } from "../../data/api.ts";
import { useUsage } from "../../data/plan.ts";
import { useIsAdministrator } from "../../data/profile.ts";
import { useChanged } from "../../data/queries.ts";
import { useAction } from "../../data/useAction.ts";
import { usePaged } from "../../parts/lists/usePaged.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { UsageNote } from "../../parts/plan/UpgradeLink.tsx";
import { ReadOnlyNote } from "../../parts/ReadOnlyNote.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { raise } from "../../parts/toasts/raise.ts";
import { ConfirmByName } from "../../ui/ConfirmByName.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { toast } from "../../ui/toasts.ts";
import { AddDomain } from "./AddDomain.tsx";
import { DomainRow } from "./DomainRow.tsx";
import { activeAddresses, domainsQuery } from "./domains.ts";
import { domainScreenTexts } from "./texts.ts";

export default function DomainsPage() {
  useTitle("Domain Management");
  const administrator = useIsAdministrator();
  const usage = useUsage("domain");
  const changed = useChanged("Domain");
  const [{ data, error, isFetching, refetch }, paged] = usePaged(domainsQuery, { rows: "domains" });
  /** The domain whose records are shown. */
  const [opened, setOpened] = useState<string>();
  const [removed, setRemoved] = useState<Domain>();

  const close = (deleted: Domain) => setRemoved((asked) => (asked === deleted ? undefined : asked));
  const remove = useAction({
    mutationFn: ({ domain_name }: Domain) => call(domain.remove_domain, { domain_name }),
    async onSuccess(_, deleted) {
      toast.success(domainTexts.removed);
      // Closes the dialog only when the row is gone, so that the focus does not return to it.
      await changed();
      close(deleted);
    },
    async onError(failure, asked) {
      raise(refusalText(failure) ?? domainScreenTexts.removeFailed);
      await changed();
      if (isGone(failure)) close(asked);
    },
  });

  return (
    <>
      <PageHead
        title="Domains"
        about={
          usage?.available && (
            <UsageNote usage={usage} of={{ things: "domains" }} reached={planLimitTexts.limitReached} />
          )
        }
      >
        <IconButton icon={RefreshCw} label="Refresh" turning={isFetching} onClick={() => changed()} />
      </PageHead>

      <ReadOnlyNote />
      {administrator && (
        <AddDomain
          onAdded={({ domain_name }) => {
            paged.onPage(1);
            setOpened(domain_name);
          }}
        />
      )}

      <PagedCard label="Domains" {...paged}>
        {list()}
      </PagedCard>

      {removed !== undefined && (
        <ConfirmByName
          title="Delete Domain"
          name={unicodeDomain(removed.domain_name)}
          or={removed.domain_name}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => remove.mutate(removed)}
          busy={remove.isPending}
        >
          {removed.active_emails === 0
            ? "No new addresses can be created on it. Mail that has arrived is kept."
            : `Its ${activeAddresses(removed.active_emails)} will be deactivated and accept no more mail. Mail that has arrived is kept.`}
        </ConfirmByName>
      )}
    </>
  );

  function list() {
    if (data === undefined) {
      if (error !== null) return <ErrorState text={domainScreenTexts.loadFailed} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (data.domains.length === 0) return <EmptyState icon={Globe} title={domainScreenTexts.empty} />;
    return (
      <RowList label="Domains" busy={paged.busy}>
        {data.domains.map((row) => (
          <DomainRow
            key={row.domain_name}
            row={row}
            open={opened === row.domain_name}
            onOpenChange={(open) => setOpened(open ? row.domain_name : undefined)}
            onRemove={administrator ? () => setRemoved(row) : undefined}
          />
        ))}
      </RowList>
    );
  }
}
