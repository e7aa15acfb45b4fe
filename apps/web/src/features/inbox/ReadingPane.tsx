import { inbox, inboxTexts } from "@mayfly/contracts";
import { ArrowLeft, Download, MailOpen, Printer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { request } from "../../api.ts";
import { Button } from "../../ui/Button.tsx";
import { buttonShape } from "../../ui/buttonShape.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useRemembered } from "../../ui/remembered.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Attachments } from "./Attachments.tsx";
import { CodeAndLinks } from "./CodeAndLinks.tsx";
import { MessageHead } from "./MessageHead.tsx";
import { MessageViews } from "./MessageViews.tsx";
import { detailNotice } from "./notice.ts";
import { printMessage } from "./printMessage.ts";
import { type OpenMessage, useMessage } from "./useMessage.ts";
import { usePrintKey } from "./usePrintKey.ts";

export function NothingOpen() {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon={MailOpen} title={inboxTexts.nothingSelected} hint={inboxTexts.nothingSelectedHint} />
    </div>
  );
}

interface Props {
  name: string;
  askForImages: boolean;
  onCopyCode: (code: string) => void;
  onClose: () => void;
}

/** One message. Give it the message's name as key. */
export function ReadingPane({ name, askForImages, onCopyCode, onClose }: Props) {
  const { data, error, isFetching, refetch } = useMessage(name);
  const pane = useRef<HTMLElement>(null);

  // On small screens the list that had the focus is gone.
  useEffect(() => {
    const active = document.activeElement;
    if (active === document.body || active?.checkVisibility({ visibilityProperty: true }) !== true) {
      pane.current?.focus({ preventScroll: true });
    }
  }, []);

  return (
    <article
      ref={pane}
      tabIndex={-1}
      aria-label="Message"
      aria-busy={isFetching}
      className="relative h-full overflow-y-auto px-4 py-4 outline-none lg:px-8 print:h-auto print:overflow-visible"
    >
      <IconButton
        icon={ArrowLeft}
        label="Back to the list"
        onClick={onClose}
        className="float-left -ml-2 mb-2 lg:hidden print:hidden"
      />
      {data !== undefined ? (
        <Message message={data} askForImages={askForImages} onCopyCode={onCopyCode} />
      ) : error !== null && !isFetching ? (
        <ErrorState text={detailNotice(error)} onRetry={() => void refetch()} />
      ) : (
        <MessageSkeleton />
      )}
    </article>
  );
}

interface MessageProps {
  message: OpenMessage;
  askForImages: boolean;
  onCopyCode: (code: string) => void;
}

function Message({ message, askForImages, onCopyCode }: MessageProps) {
  const { name, from, code, actionLinks, attachments } = message;
  const [trusted, setTrusted] = useRemembered(`inbox-images-from ${from.toLowerCase()}`);
  const [once, setOnce] = useState(false);
  const images = !askForImages || trusted || once;
  usePrintKey(() => printMessage(message, images));
  return (
    <>
      <div className="mb-2 flex h-9 items-center justify-end gap-1 print:hidden">
        <a
          href={request(inbox.download_message, { name })[0]}
          download
          className={buttonShape("ghost", "px-2.5 text-13")}
        >
          <Download aria-hidden="true" className="size-4" />
          Save as .eml
        </a>
        <Button look="ghost" onClick={() => printMessage(message, images)} className="px-2.5 text-13">
          <Printer aria-hidden="true" className="size-4" />
          Print
        </Button>
      </div>
      <MessageHead message={message} />
      <CodeAndLinks code={code} links={actionLinks} onCopyCode={onCopyCode} />
      <Attachments name={name} attachments={attachments} />
      <MessageViews
        message={message}
        images={images}
        onImages={(always) => {
          setOnce(true);
          if (always) setTrusted(true);
        }}
      />
    </>
  );
}

function MessageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="pt-11">
      <Skeleton className="mb-4 h-7 w-3/5" />
      <Skeleton className="mb-2 h-4 w-72 max-w-full" />
      <Skeleton className="mb-6 h-4 w-56 max-w-full" />
      <Skeleton className="h-150 w-full" />
    </div>
  );
}
