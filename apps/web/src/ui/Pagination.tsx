import { clsx } from "clsx";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { pageButtons } from "./pageButtons.ts";

interface Props {
  /** Counted from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

const shape =
  "inline-flex h-9 pointer-coarse:h-11 min-w-9 pointer-coarse:min-w-11 items-center justify-center gap-1 rounded-base px-2 text-13 tabular-nums transition-colors aria-disabled:cursor-default aria-disabled:opacity-40";
const quiet = "text-ink-soft not-aria-disabled:hover:bg-sunken not-aria-disabled:hover:text-ink";

/** Renders nothing if there is only one page. */
export function Pagination({ page, pages, onPage }: Props) {
  if (pages <= 1) return null;
  const shown = pageButtons(page, pages);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center gap-0.5 pointer-coarse:gap-0 sm:-mr-2">
      {shown[0] !== 1 && (
        <button type="button" aria-label="First page" onClick={() => onPage(1)} className={clsx(shape, quiet)}>
          <ChevronsLeft aria-hidden="true" className="size-4" />
        </button>
      )}
      {/* On the first and last page, Previous and Next keep the focus but do nothing. */}
      <button
        type="button"
        aria-disabled={page <= 1}
        onClick={() => page > 1 && onPage(page - 1)}
        className={clsx(shape, quiet)}
      >
        <ChevronLeft aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">Previous</span>
      </button>
      {shown.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={`Page ${each}`}
          aria-current={each === page ? "page" : undefined}
          onClick={() => onPage(each)}
          className={clsx(shape, each === page ? "bg-accent-soft font-medium text-accent-ink" : quiet)}
        >
          {each}
        </button>
      ))}
      <button
        type="button"
        aria-disabled={page >= pages}
        onClick={() => page < pages && onPage(page + 1)}
        className={clsx(shape, quiet)}
      >
        <span className="max-sm:sr-only">Next</span>
        <ChevronRight aria-hidden="true" className="size-4" />
      </button>
      {shown.at(-1) !== pages && (
        <button type="button" aria-label="Last page" onClick={() => onPage(pages)} className={clsx(shape, quiet)}>
          <ChevronsRight aria-hidden="true" className="size-4" />
        </button>
      )}
    </nav>
  );
}
