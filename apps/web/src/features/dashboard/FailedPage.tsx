import type { ReactNode } from "react";
import { useTitle } from "../../parts/page/useTitle.ts";
import { PageHead } from "../../ui/PageHead.tsx";

/** A page that could not be loaded, or crashed: it keeps the head that it has otherwise. */
export function FailedPage({ title, heading, children }: { title: string; heading: string; children: ReactNode }) {
  useTitle(title);
  return (
    <>
      <PageHead title={heading} />
      <section className="rounded-card border border-line bg-surface">{children}</section>
    </>
  );
}
