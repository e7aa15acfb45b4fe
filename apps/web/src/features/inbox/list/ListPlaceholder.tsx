import { unicodeAddress } from "@mayfly/contracts";
import { Inbox as InboxIcon, SearchX } from "lucide-react";
import { paths } from "../../../data/paths.ts";
import { Link } from "../../../parts/Link.tsx";
import { useLoaded } from "../../../parts/loading/useLoaded.ts";
import { Button } from "../../../ui/Button.tsx";
import { buttonShape } from "../../../ui/buttonShape.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Notice } from "../../../ui/Notice.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { skeletonRows } from "../limits.ts";
import { inboxTexts } from "../texts.ts";
import type { Inbox } from "../useInbox.ts";

const rows = Array.from({ length: skeletonRows }, (_, row) => row);

/** Why mail does not come to an address. */
const whyNone = {
  ended: "This address is not active, so mail to it is refused. You can activate it again under Emails.",
  none: "This address does not exist, or its owner keeps it private.",
} as const;

/** What stands in the list instead of rows, or above them when they could not be reloaded. */
export function ListPlaceholder({ inbox, rowHeight }: { inbox: Inbox; rowHeight: number }) {
  const { address, list, actions } = inbox;
  const { items, shown, more, settled, notice, stalled, term, addressState } = list;
  if (!settled) {
    return (
      <div role="status" aria-label="Loading">
        {rows.map((row) => (
          <div
            key={row}
            data-skeleton-row=""
            className="space-y-2 overflow-hidden border-b border-line py-3.5 pr-4 pl-6"
            style={{ height: rowHeight }}
          >
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        ))}
      </div>
    );
  }
  if (notice !== undefined) {
    // A failure to load older messages is shown below the rows instead (ListFoot).
    if (stalled && items.length > 0) return null;
    if (items.length === 0) return <ErrorState text={notice} onRetry={actions.refresh} />;
    return (
      <div className="p-3">
        <Notice>
          {notice} <TextButton onClick={actions.refresh}>Try again</TextButton>
        </Notice>
      </div>
    );
  }
  if (shown.length > 0 || (term === undefined && more)) return null;
  if (term !== undefined) {
    return <EmptyState icon={SearchX} title={inboxTexts.noMatch} hint={inboxTexts.noMatchHint(term)} />;
  }
  const noneYet = address === undefined ? inboxTexts.emptyOfAllHint : inboxTexts.emptyHint;
  const hint = addressState === undefined ? noneYet : whyNone[addressState];
  return (
    <>
      <EmptyState icon={InboxIcon} title={inboxTexts.empty} hint={hint}>
        {address !== undefined && (
          <p translate="no" className="mb-4 font-mono text-13 wrap-anywhere">
            {unicodeAddress(address)}
          </p>
        )}
        {address !== undefined && addressState === undefined ? (
          <Button onClick={actions.copyAddress}>Copy the address</Button>
        ) : (
          <Link to={paths.emails} className={buttonShape("secondary")}>
            Go to Emails
          </Link>
        )}
      </EmptyState>
      {address !== undefined && addressState === undefined && <Waiting address={address} />}
      {address !== undefined && <Refused address={address} />}
    </>
  );
}

const loadWaiting = () => import("./WaitingForMail.tsx");

/** That the inbox waits, and how to send it mail. It says enough without, so nothing tells of a failure to load it. */
function Waiting(props: { address: string }) {
  const WaitingForMail = useLoaded(loadWaiting, true, () => {});
  return WaitingForMail && <WaitingForMail {...props} />;
}

const loadRefusedMail = () => import("./RefusedMail.tsx");

/** What was refused. The empty inbox says enough without it, so nothing tells of a failure to load it. */
function Refused({ address }: { address: string }) {
  const RefusedMail = useLoaded(loadRefusedMail, true, () => {});
  return RefusedMail && <RefusedMail address={address} />;
}
