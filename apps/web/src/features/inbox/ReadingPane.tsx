import { inboxTexts } from "@mayfly/contracts";
import { ArrowLeft, MailOpen } from "lucide-react";
import { useEffect, useRef } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { MessageFrame } from "./MessageFrame.tsx";
import { MessageHead } from "./MessageHead.tsx";
import { detailNotice } from "./notice.ts";
import { useMessage } from "./useMessage.ts";

export function NothingOpen() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon={MailOpen} title={inboxTexts.nothingSelected} hint={inboxTexts.nothingSelectedHint} />
    </div>
  );
}

/** One message. Give it the message's name as key. */
export function ReadingPane({ name, onClose }: { name: string; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useMessage(name);
  const pane = useRef<HTMLElement>(null);

  // On small screens the list that had the focus is gone.
  useEffect(() => {
    if (document.activeElement?.checkVisibility() !== true || document.activeElement === document.body) {
      pane.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <article
      ref={pane}
      tabIndex={-1}
      aria-label="Message"
      aria-busy={isFetching}
      className="h-full overflow-y-auto px-4 py-4 outline-none lg:px-8 lg:py-6"
    >
      <IconButton icon={ArrowLeft} label="Back to the list" onClick={onClose} className="-ml-2 mb-2 lg:hidden" />
      {data !== undefined ? (
        <>
          <MessageHead message={data} />
          {data.content.trim() === "" ? (
            <p className="rounded-card border border-line p-8 text-center text-ink-soft">{inboxTexts.noContent}</p>
          ) : (
            <MessageFrame content={data.content} />
          )}
        </>
      ) : error !== null && !isFetching ? (
        <ErrorState text={detailNotice(error)} onRetry={() => void refetch()} />
      ) : (
        <MessageSkeleton />
      )}
    </article>
  );
}

function MessageSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton className="mb-4 h-7 w-3/5" />
      <Skeleton className="mb-2 h-4 w-72 max-w-full" />
      <Skeleton className="mb-6 h-4 w-56 max-w-full" />
      <Skeleton className="h-150 w-full" />
    </div>
  );
}
