import { clsx } from "clsx";
import { Fragment, useState } from "react";
import { addressBeside, type Mailbox } from "../../../data/mailbox.ts";
import { absoluteTime } from "../../../data/relativeTime.ts";
import { RelativeTime } from "../../../parts/RelativeTime.tsx";
import { TextButton } from "../../../ui/TextButton.tsx";
import { Tooltip } from "../../../ui/Tooltip.tsx";
import type { OpenMessage } from "../state/useMessage.ts";
import { inboxTexts } from "../texts.ts";
import { mailboxesOf } from "./mailboxesOf.ts";

/** In characters. A longer subject would push the message off a phone's screen. */
const longSubject = 240;

/**
 * Subject, sender, recipients and time, and who else the message names. The sender writes most of them, so all are
 * rendered as plain text.
 */
export function MessageHead({ message }: { message: OpenMessage }) {
  const { subject, creation, visibility } = message;
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
        {mailboxesOf(message).map((one) => (
          <Mailboxes key={one.header} {...one} />
        ))}
        <dt className="text-ink-faint">Date</dt>
        <dd className="text-ink-soft tabular-nums">
          <Tooltip text={absoluteTime(creation)}>
            <button type="button" onClick={() => setExact(!exact)} className="rounded-base text-left">
              {exact ? <time dateTime={creation}>{absoluteTime(creation)}</time> : <RelativeTime instant={creation} />}
            </button>
          </Tooltip>
        </dd>
      </dl>
    </header>
  );
}

/** Very many mailboxes are cut to three lines: the list of headers shows all. */
function Mailboxes({ header, mailboxes }: { header: string; mailboxes: Mailbox[] }) {
  return (
    <>
      <dt className="text-ink-faint">{header}</dt>
      <dd translate="no" className="line-clamp-3 min-w-0 text-ink-soft wrap-anywhere print:line-clamp-none">
        {mailboxes.map((mailbox, index) => (
          <Fragment key={index}>
            {index > 0 && ", "}
            <NameAndAddress {...mailbox} />
          </Fragment>
        ))}
      </dd>
    </>
  );
}

function NameAndAddress(mailbox: Mailbox) {
  const address = addressBeside(mailbox);
  return (
    <>
      <bdi className={mailbox.name === mailbox.address ? "font-mono text-12" : "font-medium text-ink"}>
        {mailbox.name}
      </bdi>
      {address !== "" && <bdi className="font-mono text-12"> &lt;{address}&gt;</bdi>}
    </>
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
