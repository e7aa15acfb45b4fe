import type { ReactNode } from "react";

/**
 * The title of a page, something about the page below it, and at the end the page's actions. On a phone what is about the
 * page comes last, across the whole width.
 */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4 max-sm:gap-y-2">
      {/* At least as wide as the title; the text below it wraps to that width. */}
      <div className="min-w-0 grow max-sm:contents">
        <h1 className="text-20 leading-9 font-semibold tracking-tight max-sm:min-w-0 max-sm:grow">{title}</h1>
        {about !== undefined && <div className="w-0 min-w-full text-13 text-ink-soft max-sm:order-last">{about}</div>}
      </div>
      {children !== undefined && <div className="flex min-h-9 flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
