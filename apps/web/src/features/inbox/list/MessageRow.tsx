import { unicodeAddress } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Copy, Paperclip } from "lucide-react";
import { memo } from "react";
import type { InboxItem } from "../../../data/inboxItem.ts";
import { cut } from "../../../data/preview.ts";
import { absoluteTime } from "../../../data/relativeTime.ts";
import { RelativeTime } from "../../../parts/RelativeTime.tsx";
import { rowPreviewLength } from "../limits.ts";

interface Props {
  item: InboxItem;
  /** The message's URL, for opening it in another tab. Sample mail has none. */
  href?: string;
  read: boolean;
  open: boolean;
  /** Whether this row is the list's Tab stop. */
  stop: boolean;
  /** Whether the row names the recipient, as in the list of all addresses. */
  showRecipient: boolean;
  onOpen: (name: string, byKey: boolean) => void;
  onCopyCode: (code: string) => void;
}

/** A row's lines do not wrap, so that its height is known before it is drawn. */
export const MessageRow = memo(function MessageRow(props: Props) {
  const { item, href, read, open, stop, showRecipient, onOpen, onCopyCode } = props;
  const tabIndex = stop ? 0 : -1;
  const Row = href === undefined ? "button" : "a";
  const { name, sender, creation, subject, preview, code, has_attachment, recipients } = item;
  return (
    <>
      <Row
        href={href}
        data-read={read}
        aria-current={open || undefined}
        tabIndex={tabIndex}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return; // opens a tab, or saves a file
          event.preventDefault();
          // `detail` counts a pointer's clicks, and is 0 for a key.
          onOpen(name, event.detail === 0);
        }}
        className={clsx(
          "relative block size-full border-b border-line py-3 pr-4 pl-6 text-left text-13 transition-colors",
          "focus-visible:-outline-offset-2",
          open ? "bg-accent-soft" : "hover:bg-sunken",
        )}
      >
        {!read && (
          <span data-dot="" className="absolute top-4.5 left-2.5 size-1.5 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <span className="flex items-baseline justify-between gap-3">
          <bdi translate="no" className={clsx("truncate text-14", read ? "text-ink-soft" : "font-semibold")}>
            {sender.name}
          </bdi>
          <span
            className="flex shrink-0 items-baseline gap-1.5 text-12 text-ink-faint tabular-nums"
            // Not before: the server does not know the browser's time zone.
            onPointerEnter={({ currentTarget }) => {
              currentTarget.title = absoluteTime(creation);
            }}
          >
            {has_attachment && (
              <>
                <Paperclip aria-hidden="true" className="size-3 self-center" />
                <span className="sr-only">Has attachment</span>
              </>
            )}
            <RelativeTime instant={creation} />
          </span>
        </span>
        <bdi className={clsx("block truncate text-left", read ? "text-ink-soft" : "font-medium text-ink")}>
          {subject}
        </bdi>
        <bdi
          className="block min-h-5 truncate text-left text-ink-faint"
          title={preview}
          // Leaves room for the code button, which lies over this line.
          style={code === "" ? undefined : { marginRight: `${code.length + 5}ch` }}
        >
          {cut(preview, rowPreviewLength)}
        </bdi>
        {showRecipient && (
          <span translate="no" className="mt-0.5 block truncate font-mono text-12 text-ink-faint">
            {unicodeAddress(recipients)}
          </span>
        )}
      </Row>
      {code !== "" && (
        <button
          translate="no"
          type="button"
          aria-label={`Copy code ${code}`}
          tabIndex={tabIndex}
          title="Copy the code"
          onClick={() => onCopyCode(code)}
          className="absolute top-12.5 right-4 flex h-6 items-center pointer-coarse:before:absolute pointer-coarse:before:-inset-x-2 pointer-coarse:before:-top-4 pointer-coarse:before:-bottom-1.5 gap-1.5 rounded-base border border-line bg-surface px-2 font-mono text-12 text-accent-ink transition-colors hover:border-accent hover:bg-accent-soft"
        >
          {code}
          <Copy aria-hidden="true" className="size-3" />
        </button>
      )}
    </>
  );
});
