import type { ReactNode } from "react";
import { PageSize, type Sizing } from "./PageSize.tsx";
import { Pagination } from "./Pagination.tsx";

interface Props {
  label: string;
  /** Whether another page is loading. */
  busy: boolean;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** Which rows are shown; stands beside the pagination. */
  summary: string;
  /** The choice of how many rows a page has; undefined while the list is so short that it does not matter. */
  sizing: Sizing | undefined;
  children: ReactNode;
}

/** A card with one page of a list, and the pagination below it. */
export function PagedCard({ label, busy, page, pages, onPage, summary, sizing, children }: Props) {
  return (
    <>
      <section
        aria-label={label}
        aria-busy={busy}
        className="overflow-hidden rounded-card border border-line bg-surface"
      >
        {children}
      </section>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {sizing && <PageSize {...sizing} />}
          <p role="status" className="text-13 text-ink-soft tabular-nums">
            {summary}
          </p>
        </div>
        <Pagination page={page} pages={pages} onPage={onPage} />
      </div>
    </>
  );
}
