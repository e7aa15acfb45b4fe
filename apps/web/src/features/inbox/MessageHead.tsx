import { inboxTexts } from "@mayfly/contracts";
import { clsx } from "clsx";
import { useState } from "react";
import { RelativeTime } from "../../RelativeTime.tsx";
import { absoluteTime } from "../../relativeTime.ts";
import { TextButton } from "../../ui/TextButton.tsx";
import { Tooltip } from "../../ui/Tooltip.tsx";
import { addressBeside, type InboxItem } from "./message.ts";

/** In characters. A longer subject would push the message off a phone's screen. */
const longSubject = 240;

/** Subject, sender, recipient and time. The sender writes most of them, so all are rendered as plain text. */
export function MessageHead({ message }: { message: InboxItem & { visibility: string } }) {
  const { subject, fromName, from, recipients, receivedAt, visibility } = message;
  const address = addressBeside(message);
  // A touch screen shows no tooltips, so a tap switches to the exact time.
  const [exact, setExact] = useState(false);
  return (
    <header className="mb-5">
      <div className="mb-3 flex items-start justify-between gap-4">
        <Subject text={subject} />
        {visibility !== "" && (
          <span className="mt-1 shrink-0 rounded-full border border-line px-2 py-0.5 text-12 text-ink-soft">
            {visibility}
          </span>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-13">
        <dt className="text-ink-faint">From</dt>
        <dd className="min-w-0 wrap-anywhere">
          <bdi translate="no" className={from === fromName ? "font-mono text-12" : "font-medium"}>
            {fromName}
          </bdi>
          {address !== "" && (
            <bdi translate="no" className="font-mono text-12 text-ink-soft">
              {" "}
              &lt;{address}&gt;
            </bdi>
          )}
        </dd>
        <dt className="text-ink-faint">To</dt>
        <dd translate="no" className="min-w-0 font-mono text-12 leading-5 text-ink-soft wrap-anywhere">
          {recipients}
        </dd>
        <dt className="text-ink-faint">Date</dt>
        <dd className="text-ink-soft tabular-nums">
          <Tooltip text={absoluteTime(receivedAt)}>
            <button type="button" onClick={() => setExact(!exact)} className="rounded-base text-left">
              {exact ? (
                <time dateTime={receivedAt}>{absoluteTime(receivedAt)}</time>
              ) : (
                <RelativeTime instant={receivedAt} />
              )}
            </button>
          </Tooltip>
        </dd>
      </dl>
    </header>
  );
}

/** The subject. A very long one is cut to three lines until the user asks for all of it. */
function Subject({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > longSubject;
  return (
    <div className="min-w-0">
      <h2
        dir="auto"
        className={clsx(
          "text-20 font-semibold tracking-tight wrap-anywhere",
          isLong && !whole && "line-clamp-3 print:line-clamp-none",
        )}
      >
        {text}
      </h2>
      {isLong && (
        <p className="mt-1 text-13 print:hidden">
          <TextButton onClick={() => setWhole(!whole)}>
            {whole ? inboxTexts.lessSubject : inboxTexts.wholeSubject}
          </TextButton>
        </p>
      )}
    </div>
  );
}
