import { inboxTexts, limits } from "@mayfly/contracts";
import { Inbox, SearchX } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { Messages } from "./messages.ts";

const skeletonRows = Array.from({ length: limits.inboxSkeletonRows }, (_, row) => row);

interface Props {
  messages: Messages;
  /** What is searched for, if anything. */
  term: string | undefined;
  address: string | undefined;
  /** Pixels of a row. */
  height: number;
  /** No row is shown. */
  none: boolean;
  /** Copies the address. */
  onCopy: () => void;
  onRetry: () => void;
}

/** What stands in the list instead of rows, or above them when they could not be reloaded. */
export function ListPlaceholder({
  messages: { items, settled, notice, stalled },
  term,
  address,
  height,
  none,
  onCopy,
  onRetry,
}: Props) {
  if (!settled) {
    return (
      <div role="status" aria-label="Loading">
        {skeletonRows.map((row) => (
          <div
            key={row}
            data-skeleton-row=""
            className="space-y-2 overflow-hidden border-b border-line py-3.5 pr-4 pl-6"
            style={{ height }}
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
    if (items.length === 0) return <ErrorState text={notice} onRetry={onRetry} />;
    // Told where more was to come.
    if (stalled) return null;
    return (
      <div className="p-3">
        <Notice>
          {notice}{" "}
          <button type="button" onClick={onRetry} className="font-medium underline underline-offset-4">
            Try again
          </button>
        </Notice>
      </div>
    );
  }
  if (!none) return null;
  if (term !== undefined) {
    return <EmptyState icon={SearchX} title={inboxTexts.noMatch} hint={inboxTexts.noMatchHint(term)} />;
  }
  return (
    <EmptyState icon={Inbox} title={inboxTexts.empty} hint={inboxTexts.emptyHint}>
      {address !== undefined && (
        <>
          <p className="mb-4 font-mono text-13 wrap-anywhere">{address}</p>
          <Button onClick={onCopy}>Copy the address</Button>
        </>
      )}
    </EmptyState>
  );
}
