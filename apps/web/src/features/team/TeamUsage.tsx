import { type Usage, usePlan, useStats } from "../../data/plan.ts";
import { UpgradeLink } from "../../parts/plan/UpgradeLink.tsx";
import { usageText } from "../../parts/plan/usageText.ts";
import { planLimitTexts } from "../../parts/texts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { teamScreenTexts } from "./texts.ts";

export function TeamUsage({ usage }: { usage: Usage | undefined }) {
  const failed = [usePlan(), useStats()].filter(({ isError }) => isError);
  return (
    <section
      aria-label="Team Usage"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-4 py-2.5"
    >
      <h2 className="text-13 text-ink-soft">Team Usage</h2>
      {usage === undefined ? (
        failed.length === 0 ? (
          <Skeleton className="h-5 w-12" />
        ) : (
          <p className="text-13 text-ink-soft">
            Could not be loaded.{" "}
            <TextButton onClick={() => void Promise.all(failed.map(({ refetch }) => refetch()))}>Try again</TextButton>
          </p>
        )
      ) : !usage.available ? (
        <Badge tone="neutral">{planLimitTexts.unavailable}</Badge>
      ) : (
        <p className="font-medium tabular-nums">{usage.unlimited ? teamScreenTexts.unlimited : usageText(usage)}</p>
      )}
      {usage?.reached && (
        <>
          <Badge tone="amber">{teamScreenTexts.limitReached}</Badge>
          <span className="text-13 text-ink-soft">
            <UpgradeLink />
          </span>
        </>
      )}
    </section>
  );
}
