import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { ArrowUp, CheckCheck } from "lucide-react";
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { InboxItem } from "../../data/inboxItem.ts";
import { messageOf } from "../../data/links.ts";
import { handFocusOn } from "../../ui/handFocusOn.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ListFoot } from "./ListFoot.tsx";
import { ListPlaceholder } from "./ListPlaceholder.tsx";
import { loadMorePixels } from "./limits.ts";
import { MessageRow } from "./MessageRow.tsx";
import type { Messages } from "./messages.ts";
import { rowHeight } from "./rowHeight.ts";
import { inboxTexts } from "./texts.ts";
import type { AddressState } from "./useAddressState.ts";

export interface ListHandle {
  /** The message whose row has the focus. */
  focused: () => string | undefined;
  /** Scrolls to the message's row and focuses it; without a name, the row that is the Tab stop. Without a row, the list. */
  focus: (name?: string) => void;
  /** Scrolls to the newest message. If a row has the focus, the focus moves to the first row. */
  toTop: () => void;
}

interface Props {
  messages: Messages;
  /** All that are listed, with those that are not shown because they are deleted. */
  all: readonly InboxItem[];
  /** The messages that match the search term. */
  shown: readonly InboxItem[];
  /** What is searched for, if anything. */
  term: string | undefined;
  address: string | undefined;
  /** Why mail does not reach the address. */
  state: AddressState | undefined;
  open: string | undefined;
  isRead: (item: InboxItem) => boolean;
  onOpen: (name: string, byKey: boolean) => void;
  onCopyCode: (code: string) => void;
  onCopy: () => void;
  onCopyCommand: (command: string) => void;
  /** Undefined: nothing is unread. */
  onMarkAllRead: (() => void) | undefined;
  onMore: () => void;
  onSearchOlder: (term: string) => void;
  onRetry: () => void;
  ref: Ref<ListHandle>;
}

const focusedIn = (list: HTMLElement | null) => {
  const row = document.activeElement?.closest<HTMLElement>("[data-message]");
  return row && list?.contains(row) ? row.dataset.message : undefined;
};

const fault = { ended: "This address is not active", none: "Unknown address" } as const;

/** The list of messages. However long it is, only the rows in sight are rendered. */
export function MessageList(props: Props) {
  const { messages, all, shown, term, address, state, open, isRead, ref } = props;
  const { onOpen, onCopyCode, onCopy, onCopyCommand, onMarkAllRead, onMore, onSearchOlder, onRetry } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { items, more, loading, settled, stalled, notice } = messages;
  // A list that could not be loaded shows no count.
  const counted = settled && (notice === undefined || items.length > 0);
  const searching = term !== undefined;
  const showRecipient = address === undefined;
  const [height] = useState(() => rowHeight(showRecipient));
  const [held, setHeld] = useState<string>();
  // The list is a single Tab stop; the inbox's own keys move from row to row.
  const indexOf = (name: string | undefined) => shown.findIndex((item) => item.name === name);
  const kept = [held, open].map(indexOf).find((index) => index >= 0);
  const stop = kept ?? 0;
  const rows = useVirtualizer({
    count: settled ? shown.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    // Until the list can be measured, and on the server, it counts as high as a large window.
    initialRect: { width: 0, height: 1000 },
    // The server renders no more rows than can be seen.
    overscan: typeof document === "undefined" ? 0 : 8,
    // The Tab stop stays rendered wherever the list is scrolled to: if it went, the keyboard would lose its place.
    rangeExtractor(range) {
      const inSight = defaultRangeExtractor(range);
      return range.count === 0 || inSight.includes(stop) ? inSight : [...inSight, stop].sort((a, b) => a - b);
    },
  });

  function focusRow(name = shown[stop]?.name) {
    const index = indexOf(name);
    if (name === undefined || index < 0) return scroller.current?.focus({ preventScroll: true });
    flushSync(() => setHeld(name));
    rows.scrollToIndex(index);
    const row = [...(list.current?.children ?? [])].find((one) => (one as HTMLElement).dataset.message === name);
    row?.querySelector("a")?.focus({ preventScroll: true });
  }
  function toTop(focusing: boolean) {
    scroller.current?.scrollTo({ top: 0 });
    if (focusing) focusRow(shown[0]?.name);
  }
  useImperativeHandle(ref, () => ({
    focused: () => focusedIn(list.current),
    focus: focusRow,
    toTop: () => toTop(focusedIn(list.current) !== undefined),
  }));

  function loadIfNearEnd() {
    const box = scroller.current;
    // A search covers only loaded messages. Typing shrinks the list, which must not load more of it (I51).
    if (box === null || searching) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= loadMorePixels) onMore();
  }

  // Messages that come in at the top must not move the rows that the user is reading further down.
  const reading = useRef<{ name: string; at: number; of: number; term: string | undefined }>(undefined);
  const [above, setAbove] = useState(0);
  function remember() {
    const box = scroller.current;
    const at = box === null ? 0 : Math.floor(box.scrollTop / height);
    const item = box === null || box.scrollTop <= 0 ? undefined : shown[at];
    reading.current = item && { name: item.name, at, of: all.indexOf(item, at), term };
    if (item === undefined) setAbove(0);
  }
  useLayoutEffect(() => {
    const { name, at, of = 0 } = reading.current ?? {};
    const now = name === undefined ? -1 : shown.findIndex((item) => item.name === name);
    if (scroller.current !== null && at !== undefined && now >= 0 && now !== at) {
      scroller.current.scrollTop += (now - at) * height;
      // Rows that a search or a deletion had hidden do not count as new.
      const came = all.findIndex((item) => item.name === name) - of;
      if (came > 0 && !searching && reading.current?.term === undefined) setAbove((count) => count + came);
    }
    remember();
  }, [shown]);

  // A search begins at the newest message that matches. When it ends, the list scrolls to the one that the user found.
  const soughtBefore = useRef(term);
  useLayoutEffect(() => {
    if (term === soughtBefore.current) return;
    soughtBefore.current = term;
    if (searching) scroller.current?.scrollTo({ top: 0 });
    else if (kept !== undefined) rows.scrollToIndex(kept, { align: "center" });
  }, [term]);

  // The user cannot scroll a list that does not fill its pane, so it loads more by itself.
  useEffect(() => {
    if (settled && loading === undefined && more && !stalled) loadIfNearEnd();
  }, [items, loading, settled, more, stalled, searching]);

  return (
    <>
      <div
        role="status"
        className={clsx(
          "flex shrink-0 items-center gap-3 pr-4 pl-6 text-12 text-ink-faint",
          (counted || !settled) && "h-10 border-b border-line pointer-coarse:h-12",
        )}
      >
        {!settled && <Skeleton className="h-3 w-16" />}
        {counted && (
          <>
            <span>{`${inboxTexts.count(items.length)}${more ? ` ${inboxTexts.more}` : ""}`}</span>
            {searching ? (
              <span className="ml-auto text-right">{`${shown.length} of ${items.length} match`}</span>
            ) : (
              <>
                {state !== undefined && <span className="ml-auto text-right text-amber-ink">{fault[state]}</span>}
                {onMarkAllRead !== undefined && (
                  <button
                    type="button"
                    ref={handFocusOn}
                    onClick={onMarkAllRead}
                    className="-mr-1.5 ml-auto flex h-7 shrink-0 items-center gap-1.5 rounded-base px-1.5 text-ink-soft transition-colors hover:bg-sunken hover:text-ink pointer-coarse:h-11 print:hidden"
                  >
                    <CheckCheck aria-hidden="true" className="size-3.5" />
                    {inboxTexts.markAllRead}
                  </button>
                )}
              </>
            )}
          </>
        )}
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col">
        {above > 0 && (
          <button
            type="button"
            onClick={() => toTop(true)}
            className="absolute top-2 left-1/2 z-10 flex h-7 -translate-x-1/2 animate-appear items-center gap-1.5 rounded-full bg-accent px-3 text-12 font-medium text-on-accent shadow-lift hover:bg-accent-hover"
          >
            <ArrowUp aria-hidden="true" className="size-3.5" />
            <span>{`${above} new`}</span>
          </button>
        )}
        <div
          ref={scroller}
          // Gets the focus when the focused element inside it removes itself (handFocusOn).
          tabIndex={-1}
          onScroll={() => {
            remember();
            loadIfNearEnd();
          }}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none [overflow-anchor:none] print:overflow-visible"
        >
          <ListPlaceholder
            messages={messages}
            term={term}
            address={address}
            state={state}
            height={height}
            none={shown.length === 0 && (searching || !more)}
            onCopy={onCopy}
            onCopyCommand={onCopyCommand}
            onRetry={onRetry}
          />
          <ul
            ref={list}
            aria-label="Messages"
            // A printout holds the rendered rows, one below the other.
            className="relative print:h-auto!"
            style={{ height: rows.getTotalSize() }}
            onFocus={() => setHeld(focusedIn(list.current))}
          >
            {rows.getVirtualItems().map(({ index, start }) => {
              const item = shown[index];
              if (item === undefined) return null;
              return (
                <li
                  key={item.name}
                  data-message={item.name}
                  // Toasts tell of it, and do not lie over it (ui/keepClear.ts).
                  data-newest={index === 0 || undefined}
                  aria-posinset={index + 1}
                  aria-setsize={more ? -1 : shown.length}
                  className="absolute inset-x-0 top-0 print:relative print:transform-none! print:break-inside-avoid"
                  style={{ height, transform: `translateY(${start}px)` }}
                >
                  <MessageRow
                    item={item}
                    href={messageOf(item.name, address)}
                    read={isRead(item)}
                    open={item.name === open}
                    stop={index === stop}
                    showRecipient={showRecipient}
                    onOpen={onOpen}
                    onCopyCode={onCopyCode}
                  />
                </li>
              );
            })}
          </ul>
          <ListFoot messages={messages} term={term} onMore={onMore} onSearchOlder={onSearchOlder} />
        </div>
      </div>
    </>
  );
}
