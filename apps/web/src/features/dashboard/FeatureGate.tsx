import { type ComponentType, createElement, type ReactNode, use } from "react";
import { failureText } from "../../data/api.ts";
import { isAt, pages } from "../../data/pages.ts";
import { featureOf, usePlan } from "../../data/plan.ts";
import { Placeholder } from "../../parts/loading/part.tsx";
import { useTitle } from "../../parts/page/useTitle.ts";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { PageHead } from "../../ui/PageHead.tsx";

/** The component that the table of pages names. */
export type PartOf = (name: string) => ComponentType;

const gated = pages.filter((page) => "feature" in page);
type Gated = (typeof gated)[number];

interface Props {
  pathname: string;
  partOf: PartOf;
  /** The page at this path. */
  children: ReactNode;
}

/** Draws the page, or its showcase if the plan lacks the feature that the page is about (row Q01). */
export function FeatureGate({ pathname, partOf, children }: Props) {
  const page = gated.find(({ path }) => isAt(path, pathname));
  if (page === undefined) return children;
  return (
    <Gate page={page} showcase={partOf(page.showcase)}>
      {children}
    </Gate>
  );
}

function Gate({ page, showcase, children }: { page: Gated; showcase: ComponentType; children: ReactNode }) {
  useTitle(page.title);
  const skeleton = use(Placeholder);
  const { data: plan, error, refetch } = usePlan();
  if (plan !== undefined) return featureOf(plan, page.feature).available ? children : createElement(showcase);
  if (error === null) return skeleton;
  return (
    <>
      <PageHead title={page.title} />
      <section className="rounded-card border border-line bg-surface">
        <ErrorState text={failureText(error)} onRetry={() => refetch()} />
      </section>
    </>
  );
}
