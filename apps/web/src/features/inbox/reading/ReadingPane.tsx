import { ArrowLeft, MailOpen, MailX } from "lucide-react";
import { useEffect, useRef } from "react";
import { Crash } from "../../../parts/loading/Crash.tsx";
import { Placeholder, part } from "../../../parts/loading/part.tsx";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useMessage } from "../state/useMessage.ts";
import { inboxTexts } from "../texts.ts";
import type { Inbox } from "../useInbox.ts";
import { detailNotice } from "./detailNotice.ts";

// A chunk of its own, because the list is shown before any message is opened.
const Message = part(() => import("./Message.tsx"));

/** The message that is open, or what stands in its place. */
export function ReadingPane({ inbox, askForImages }: { inbox: Inbox; askForImages: boolean }) {
  const { name, isGone } = inbox.open;
  if (name === undefined) return <NothingOpen />;
  if (isGone) return <DeletedMessage onClose={inbox.actions.close} />;
  return <MessagePane key={name} name={name} inbox={inbox} askForImages={askForImages} />;
}

function NothingOpen() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon={MailOpen} title={inboxTexts.nothingSelected} hint={inboxTexts.nothingSelectedHint} />
    </div>
  );
}

/** In place of a message that somebody has deleted while it was open. Takes the focus if the message had it. */
function DeletedMessage({ onClose }: { onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) note.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={note} tabIndex={-1} className="grid h-full place-items-center outline-none">
      <EmptyState icon={MailX} title={inboxTexts.openDeleted} hint={inboxTexts.nothingSelectedHint}>
        <Button onClick={onClose} className="lg:hidden">
          Back to the list
        </Button>
      </EmptyState>
    </div>
  );
}

interface Props {
  name: string;
  inbox: Inbox;
  askForImages: boolean;
}

function MessagePane({ name, inbox, askForImages }: Props) {
  const { pane } = inbox.open;
  const { close, copyCode, removeOpen } = inbox.actions;
  const { data, error, isFetching, refetch } = useMessage(name);

  // Takes the focus if nothing visible has it: after opening by a key, and on small screens, where the list is hidden.
  useEffect(() => {
    // Loads the component in parallel with the message, not after it.
    void Message.load().catch(() => {}); // reported when it is rendered
    const active = document.activeElement;
    if (active === document.body || active?.checkVisibility({ visibilityProperty: true }) !== true) {
      pane.current?.focus({ preventScroll: true });
    }
  }, [pane]);

  return (
    <article
      ref={pane}
      // While it loads, nothing in it takes the focus, and what scrolls must be reachable by keyboard.
      tabIndex={data === undefined ? 0 : -1}
      aria-label="Message"
      aria-busy={isFetching}
      className="relative h-full overflow-y-auto px-4 py-4 outline-none lg:px-8 print:h-auto print:overflow-visible"
    >
      <IconButton
        icon={ArrowLeft}
        label="Back to the list"
        onClick={close}
        className="float-left -ml-2 mb-2 lg:hidden print:hidden"
      />
      {data !== undefined ? (
        <Crash>
          <Placeholder value={<MessageSkeleton />}>
            <Message message={data} askForImages={askForImages} onCopyCode={copyCode} onDelete={removeOpen} />
          </Placeholder>
        </Crash>
      ) : error !== null && !isFetching ? (
        <div className="clear-both">
          <ErrorState
            text={[detailNotice(error), navigator.onLine ? "" : inboxTexts.notOnDevice].join(" ").trim()}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <MessageSkeleton />
      )}
    </article>
  );
}

function MessageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-11">
      <Skeleton className="mb-4 h-6 w-3/5" />
      <Skeleton className="mb-2 h-4 w-72 max-w-full" />
      <Skeleton className="mb-2 h-4 w-56 max-w-full" />
      <Skeleton className="mb-5 h-4 w-32" />
      <div className="mb-6 h-10 border-b border-line" />
      <div className="h-150 animate-breathe rounded-card border border-transparent bg-sunken" />
    </div>
  );
}
