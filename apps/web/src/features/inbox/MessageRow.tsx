import { limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import { cut } from "../../preview.ts";
import { RelativeTime } from "../../RelativeTime.tsx";
import type { InboxItem } from "./message.ts";

interface Props {
  item: InboxItem;
  read: boolean;
  open: boolean;
  /** In the list of all addresses a row says to which it came. */
  showRecipient: boolean;
  onOpen: () => void;
}

export function MessageRow({ item, read, open, showRecipient, onOpen }: Props) {
  return (
    // Rows out of sight are not laid out, so that a long list stays quick.
    <li className="[contain-intrinsic-size:auto_85px] [content-visibility:auto]">
      <button
        type="button"
        data-message={item.name}
        data-read={read}
        aria-current={open || undefined}
        onClick={onOpen}
        className={clsx(
          "relative block w-full border-b border-line py-3 pr-4 pl-6 text-left text-13 transition-colors",
          "focus-visible:-outline-offset-2",
          open ? "bg-accent-soft" : "hover:bg-sunken",
        )}
      >
        {!read && (
          <span className="absolute top-4.5 left-2.5 size-1.5 rounded-full bg-accent">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <span className="flex items-baseline justify-between gap-3">
          <bdi className={clsx("truncate text-14", read ? "text-ink-soft" : "font-semibold")}>{item.fromName}</bdi>
          <span className="shrink-0 text-12 text-ink-faint tabular-nums">
            <RelativeTime instant={item.receivedAt} />
          </span>
        </span>
        <bdi className={clsx("block truncate", read ? "text-ink-soft" : "font-medium text-ink")}>{item.subject}</bdi>
        <bdi className="block truncate text-ink-faint" title={item.preview}>
          {cut(item.preview, limits.inboxRowPreview)}
        </bdi>
        {showRecipient && (
          <span className="mt-0.5 block truncate font-mono text-12 text-ink-faint">{item.recipients}</span>
        )}
      </button>
    </li>
  );
}
