import { unicodeAddress } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Copy, Paperclip } from "lucide-react";
import type { FoundMail } from "../../data/foundMail.ts";
import { messageOf } from "../../data/links.ts";
import { absoluteTime } from "../../data/relativeTime.ts";
import { mailTexts } from "../../data/texts/mail.ts";
import { Link } from "../../parts/Link.tsx";
import { RelativeTime } from "../../parts/RelativeTime.tsx";
import { copyCode } from "../../parts/toasts/copyCode.ts";
import { Marked } from "./Marked.tsx";

interface Props {
  mail: FoundMail;
  /** Whether the user has opened it. */
  read: boolean;
  onOpen: () => void;
}

/** A message that was found, with the words that were looked for. It opens in the inbox of its address. */
export function FoundRow({ mail, read, onOpen }: Props) {
  const { name, creation, recipients, code, has_attachment, found } = mail;
  const shown = unicodeAddress(recipients);
  return (
    <li className="relative">
      <Link
        to={messageOf(name, recipients)}
        // Closing the message leads back here.
        state={{ fromList: true }}
        data-found={name}
        onClick={onOpen}
        className="block px-4 py-3 text-13 transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6"
      >
        <span className="flex items-baseline justify-between gap-3">
          <bdi
            translate="no"
            className={clsx("min-w-0 truncate text-14", read ? "text-ink-soft" : "font-semibold text-ink")}
          >
            {!read && <span className="sr-only">Unread. </span>}
            {mail.sender === "" ? mailTexts.unknownSender : <Marked parts={found.sender} />}
          </bdi>
          <span className="shrink-0 text-12 text-ink-faint tabular-nums" title={absoluteTime(creation)}>
            <RelativeTime instant={creation} />
          </span>
        </span>
        <bdi className={clsx("block truncate", read ? "text-ink-soft" : "font-medium text-ink")}>
          {mail.subject === "" ? mailTexts.noSubject : <Marked parts={found.subject} />}
        </bdi>
        <bdi className="line-clamp-2 text-ink-faint wrap-anywhere">
          {found.text.join("") === "" ? mail.preview : <Marked parts={found.text} />}
        </bdi>
        {found.files.map((parts) => (
          <span key={parts.join("")} className="mt-1 flex min-w-0 items-baseline gap-1.5 text-ink-soft">
            <Paperclip aria-hidden="true" className="size-3 shrink-0" />
            <bdi translate="no" className="line-clamp-3 wrap-anywhere">
              <Marked parts={parts} />
            </bdi>
          </span>
        ))}
        <span
          className="mt-1 flex min-h-6 items-center gap-2 text-12 text-ink-faint"
          // Leaves room for the code's button, which lies over this line.
          style={code === "" ? undefined : { marginRight: `${code.length + 6}ch` }}
        >
          <bdi translate="no" className="truncate font-mono">
            {/* Words are marked in the spelling that is stored. */}
            {shown === recipients ? <Marked parts={found.recipients} /> : shown}
          </bdi>
          {has_attachment === 1 && found.files.length === 0 && (
            <>
              <Paperclip aria-hidden="true" className="size-3 shrink-0" />
              <span className="sr-only">Has attachment</span>
            </>
          )}
        </span>
      </Link>
      {code !== "" && (
        <button
          translate="no"
          type="button"
          aria-label={`Copy code ${code}`}
          title="Copy the code"
          onClick={() => copyCode(code)}
          className="absolute right-4 bottom-3 flex h-6 items-center gap-1.5 rounded-base border border-line bg-surface px-2 font-mono text-12 text-accent-ink transition-colors hover:border-accent hover:bg-accent-soft sm:right-6 pointer-coarse:before:absolute pointer-coarse:before:-inset-x-2 pointer-coarse:before:-top-3 pointer-coarse:before:-bottom-2.5"
        >
          {code}
          <Copy aria-hidden="true" className="size-3" />
        </button>
      )}
    </li>
  );
}
