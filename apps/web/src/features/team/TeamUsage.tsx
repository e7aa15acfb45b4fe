import { teamTexts } from "@mayfly/contracts";
import type { Usage } from "../../plan.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";

export function TeamUsage({ usage }: { usage: Usage | undefined }) {
  return (
    <section
      aria-label="Team Usage"
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-2.5"
    >
      <h2 className="text-13 text-ink-soft">Team Usage</h2>
      {usage === undefined ? (
        <Skeleton className="h-5 w-12" />
      ) : (
        <p className="font-medium tabular-nums">
          {usage.unlimited ? teamTexts.unlimited : `${usage.used}/${usage.limit}`}
        </p>
      )}
      {usage?.reached && <Badge tone="amber">{teamTexts.limitReached}</Badge>}
    </section>
  );
}
