import type { ReactNode } from "react";

/** The title of a page, something about it below, and at the end what one can do. */
export function PageHead({ title, about, children }: { title: string; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-20 leading-9 font-semibold tracking-tight">{title}</h1>
        {about !== undefined && <div className="text-13 text-ink-soft">{about}</div>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  );
}
