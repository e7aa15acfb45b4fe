import { searchOf } from "../../../data/links.ts";
import { Link } from "../../../parts/Link.tsx";
import { Button } from "../../../ui/Button.tsx";
import { handFocusOn } from "../../../ui/handFocusOn.ts";
import { Notice } from "../../../ui/Notice.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import type { List } from "../state/useList.ts";
import { inboxTexts } from "../texts.ts";

/** A term as the search of all mail understands it: operators, quotes and signs are words here. */
const asQuery = (term: string) =>
  /[:"“„‟()*]|(?:^|\s)(?:-|OR(?:\s|$)|[^\p{L}\p{N}\s]+(?:\s|$))/u.test(term) ? `"${term.replaceAll('"', " ")}"` : term;

/** Below the rows: a spinner while a page loads, the end of the list, or a button where scrolling loads nothing. */
export function ListFoot({ list }: { list: List }) {
  const { items, more, loading, settled, stalled, notice, term, store } = list;
  const searching = term !== undefined;
  const busy = loading === "more";
  const byHand = stalled || searching;
  if (busy && !byHand) {
    return (
      <p role="status" className="flex items-center justify-center gap-2 p-5 text-13 text-ink-faint">
        <Spinner className="size-4" />
        {inboxTexts.loadingMore}
      </p>
    );
  }
  if (!settled || (items.length === 0 && !searching)) return null;
  if (!more && !searching) return <p className="p-5 text-center text-13 text-ink-faint">{inboxTexts.end}</p>;
  if (!byHand) return null;
  return (
    <div className="grid justify-items-center gap-3 p-5">
      {stalled && !busy && notice !== undefined && <Notice>{notice}</Notice>}
      {searching && more && (
        <p className="text-13 text-ink-faint">{`Only the latest ${items.length} emails were searched.`}</p>
      )}
      {more && (
        <Button ref={handFocusOn} busy={busy} onClick={() => void store.moreByHand()}>
          {busy ? inboxTexts.loadingMore : "Load older emails"}
        </Button>
      )}
      {searching && (
        <Link
          to={searchOf(asQuery(term))}
          className="rounded-base text-13 text-accent-ink underline-offset-4 hover:underline"
        >
          {inboxTexts.searchAll}
        </Link>
      )}
    </div>
  );
}
