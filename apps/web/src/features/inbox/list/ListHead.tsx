import { clsx } from "clsx";
import { CheckCheck } from "lucide-react";
import { handFocusOn } from "../../../ui/handFocusOn.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import type { List } from "../state/useList.ts";
import { inboxTexts } from "../texts.ts";

const fault = { ended: "This address is not active", none: "Unknown address" } as const;

/** Above the rows: how many there are, why no more will come, and the button that marks all as read. */
export function ListHead({ list }: { list: List }) {
  const { items, shown, more, settled, notice, term, addressState, unread, markAllRead } = list;
  // A list that could not be loaded shows no count.
  const counted = settled && (notice === undefined || items.length > 0);
  return (
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
          {term !== undefined ? (
            <span className="ml-auto text-right">{`${shown.length} of ${items.length} match`}</span>
          ) : (
            <>
              {addressState !== undefined && (
                <span className="ml-auto text-right text-amber-ink">{fault[addressState]}</span>
              )}
              {unread > 0 && (
                <button
                  type="button"
                  ref={handFocusOn}
                  onClick={markAllRead}
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
  );
}
