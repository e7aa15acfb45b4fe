import type { ReactNode } from "react";

/** The title of a page, something about it below, and at the end what one can do. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      {/* As wide as its title at least: the rest takes the lines that it needs. */}
      <div className="min-w-0 grow">
        <h1 className="text-20 leading-9 font-semibold tracking-tight">{title}</h1>
        {about !== undefined && <div className="w-0 min-w-full text-13 text-ink-soft">{about}</div>}
      </div>
      {children !== undefined && <div className="flex min-h-9 flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
