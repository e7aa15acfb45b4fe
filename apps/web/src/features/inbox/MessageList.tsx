import { inboxTexts, limits } from "@mayfly/contracts";
import { type Ref, useEffect, useRef } from "react";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ListFoot } from "./ListFoot.tsx";
import { ListPlaceholder } from "./ListPlaceholder.tsx";
import { MessageRow } from "./MessageRow.tsx";
import { type InboxItem, matches } from "./message.ts";
import type { Messages } from "./messages.ts";

interface Props {
  messages: Messages;
  term: string;
  address: string | undefined;
  open: string | undefined;
  isRead: (item: InboxItem) => boolean;
  onOpen: (name: string) => void;
  onMore: () => void;
  onRetry: () => void;
  ref: Ref<HTMLUListElement>;
}

export function MessageList({ messages, term, address, open, isRead, onOpen, onMore, onRetry, ref }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const { items, more, loading, settled, stalled, notice } = messages;
  // A list that could not be loaded has no number.
  const counted = settled && (notice === undefined || items.length > 0);
  const searching = term.trim() !== "";
  const shown = searching ? items.filter((item) => matches(item, term)) : items;

  function loadIfNearEnd() {
    const box = scroller.current;
    // A search is over what is loaded; shrinking the list by typing must not load more of it (I51).
    // A list that is not shown has no height, and no end that comes near.
    if (box === null || box.clientHeight === 0 || searching) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= limits.inboxLoadMore) onMore();
  }

  // A list that does not fill its pane can't be scrolled.
  useEffect(() => {
    if (settled && loading === undefined && more && !stalled) loadIfNearEnd();
  }, [items, loading, settled, more, stalled, searching]);

  return (
    <>
      <p role="status" className="flex h-10 shrink-0 items-center border-b border-line px-6 text-12 text-ink-faint">
        {!settled && <Skeleton className="h-3 w-16" />}
        {counted && `${inboxTexts.count(items.length)}${more ? ` ${inboxTexts.more}` : ""}`}
      </p>
      {/* overflow-anchor: a row that comes in at the top must not move what is being read further down. */}
      <div ref={scroller} onScroll={loadIfNearEnd} className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:auto]">
        <ListPlaceholder
          messages={messages}
          term={searching ? term.trim() : undefined}
          none={shown.length === 0}
          onRetry={onRetry}
        />
        <ul ref={ref} aria-label="Messages">
          {settled &&
            shown.map((item) => (
              <MessageRow
                key={item.name}
                item={item}
                read={isRead(item)}
                open={item.name === open}
                showRecipient={address === undefined}
                onOpen={() => onOpen(item.name)}
              />
            ))}
        </ul>
        <ListFoot messages={messages} searching={searching} onMore={onMore} />
      </div>
    </>
  );
}
