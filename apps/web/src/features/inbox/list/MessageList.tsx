import { ArrowUp } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { messageOf } from "../../../data/links.ts";
import { loadMorePixels } from "../limits.ts";
import type { Inbox } from "../useInbox.ts";
import { ListFoot } from "./ListFoot.tsx";
import { ListHead } from "./ListHead.tsx";
import { ListPlaceholder } from "./ListPlaceholder.tsx";
import { MessageRow } from "./MessageRow.tsx";
import { rowHeight } from "./rowHeight.ts";
import { useRows } from "./useRows.ts";
import { useScrollPlace } from "./useScrollPlace.ts";

/** The list of messages. However long it is, only the rows in sight are rendered. */
export function MessageList({ inbox }: { inbox: Inbox }) {
  const { address, list, open, actions } = inbox;
  const { items, more, loading, settled, stalled, shown, term, isRead, store } = list;
  const searching = term !== undefined;
  const showRecipient = address === undefined;
  const [height] = useState(() => rowHeight(showRecipient));
  const { scroller, element, rows, stop, kept, toTop, hold } = useRows(list, open.name, height);
  const { above, remember } = useScrollPlace(list, scroller, height);

  function loadIfNearEnd() {
    const box = scroller.current;
    // A search covers only loaded messages. Typing shrinks the list, which must not load more of it (I51).
    if (box === null || searching) return;
    if (box.scrollHeight - box.scrollTop - box.clientHeight <= loadMorePixels) void store.more();
  }
  // The user cannot scroll a list that does not fill its pane, so it loads more by itself.
  useEffect(() => {
    if (settled && loading === undefined && more && !stalled) loadIfNearEnd();
  }, [items, loading, settled, more, stalled, searching]);

  // A search begins at the newest message that matches. When it ends, the list scrolls to the one that the user found.
  const soughtBefore = useRef(term);
  useLayoutEffect(() => {
    if (term === soughtBefore.current) return;
    soughtBefore.current = term;
    if (searching) scroller.current?.scrollTo({ top: 0 });
    else if (kept !== undefined) rows.scrollToIndex(kept, { align: "center" });
  }, [term]);

  return (
    <>
      <ListHead list={list} />
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
          <ListPlaceholder inbox={inbox} rowHeight={height} />
          <ul
            ref={element}
            aria-label="Messages"
            // A printout holds the rendered rows, one below the other.
            className="relative print:h-auto!"
            style={{ height: rows.getTotalSize() }}
            onFocus={hold}
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
                    open={item.name === open.name}
                    stop={index === stop}
                    showRecipient={showRecipient}
                    onOpen={actions.open}
                    onCopyCode={actions.copyCode}
                  />
                </li>
              );
            })}
          </ul>
          <ListFoot list={list} />
        </div>
      </div>
    </>
  );
}
