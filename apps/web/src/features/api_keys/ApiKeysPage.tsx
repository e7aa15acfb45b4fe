import { type ApiKey, limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { serverTime, useNow } from "../../data/clock.ts";
import { useIsAdministrator, useOwnEmail } from "../../data/profile.ts";
import { usePaged } from "../../parts/lists/usePaged.ts";
import { largerPageSizes } from "../../parts/lists/usePageSize.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PagedCard } from "../../ui/PagedCard.tsx";
import { PageHead } from "../../ui/PageHead.tsx";
import { RowList } from "../../ui/RowList.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { ApiKeyRow, keyColumns } from "./ApiKeyRow.tsx";
import { apiKeysQuery, stateOf } from "./api_keys.ts";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { Endpoints } from "./Endpoints.tsx";
import { Examples } from "./Examples.tsx";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
import { RotateKeyDialog } from "./RotateKeyDialog.tsx";
import { apiKeyScreenTexts } from "./texts.ts";

/** The keys of the REST API, and how to use them. */
export default function ApiKeysPage() {
  useTitle(apiKeyScreenTexts.title);
  const administrator = useIsAdministrator();
  const me = useOwnEmail();
  // Drawn again as time passes, and by the time of the drawing: a key may have ended at this moment.
  useNow();
  const now = serverTime();
  const [{ data, error, refetch }, paged] = usePaged(apiKeysQuery, { rows: "keys", sizes: largerPageSizes });
  const [creating, setCreating] = useState(false);
  const [rotated, setRotated] = useState<ApiKey>();
  const [rotating, setRotating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const create = () => setCreating(true);
  function rotate(row: ApiKey) {
    setRotated(row);
    setRotating(true);
  }
  // A new key is on the first page.
  const toFirst = () => paged.onPage(1);

  return (
    <>
      <PageHead title={apiKeyScreenTexts.title} about={apiKeyScreenTexts.about}>
        <Button look="primary" onClick={create}>
          {apiKeyScreenTexts.create}
        </Button>
      </PageHead>
      <PagedCard label={apiKeyScreenTexts.keys} {...paged}>
        {list()}
      </PagedCard>
      <div className="mt-10 space-y-8">
        <Examples />
        <Endpoints />
      </div>
      <CreateKeyDialog open={creating} onOpenChange={setCreating} onCreated={toFirst} />
      <RotateKeyDialog rotated={rotated} open={rotating} onOpenChange={setRotating} onRotated={toFirst} />
      {revoked !== undefined && (
        <RevokeKeyDialog
          row={revoked}
          onClose={(row) => setRevoked((asked) => (asked?.name === row.name ? undefined : asked))}
        />
      )}
    </>
  );

  function list() {
    if (data === undefined) {
      if (error !== null) return <ErrorState text={apiKeyScreenTexts.listFailed} onRetry={() => refetch()} />;
      return <SkeletonList rows={limits.pageSize} />;
    }
    if (data.count === 0) {
      return <EmptyState icon={KeyRound} title={apiKeyScreenTexts.empty} hint={apiKeyScreenTexts.emptyHint} />;
    }
    return (
      <>
        <div
          aria-hidden="true"
          className={clsx(keyColumns(administrator), "hidden border-b border-line px-4 py-2.5 text-12 text-ink-faint")}
        >
          <span>Name and scopes</span>
          {administrator && <span>Member</span>}
          <span>Last used</span>
          <span>Expires</span>
        </div>
        <RowList label={apiKeyScreenTexts.keys} busy={paged.busy}>
          {data.keys.map((row) => {
            const own = row.owner === me;
            const state = stateOf(row, now);
            const rotatable = own && row.replaced_by === null && state !== "expired";
            return (
              <ApiKeyRow
                key={row.name}
                row={row}
                state={state}
                owner={administrator ? (own ? apiKeyScreenTexts.yours : row.owner) : undefined}
                onRotate={rotatable ? () => rotate(row) : undefined}
                onRevoke={() => setRevoked(row)}
              />
            );
          })}
        </RowList>
      </>
    );
  }
}
