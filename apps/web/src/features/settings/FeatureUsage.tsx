import type { CompanyPlan, PlanFeature, PlanStats } from "@mayfly/contracts";
import { clsx } from "clsx";
import { featureOf } from "../../data/plan.ts";
import { usageText } from "../../parts/plan/usageText.ts";
import { planTabTexts } from "./texts.ts";

interface Props {
  plan: CompanyPlan;
  stats: PlanStats;
  feature: PlanFeature;
}

/** How much of a feature the company uses: a bar if its number is limited. Nothing for what is not counted. */
export function FeatureUsage({ plan, stats, feature: { feature, label } }: Props) {
  if (feature !== "domain" && feature !== "webhook" && feature !== "team" && feature !== "email") return null;
  const { available, unlimited, limit } = featureOf(plan, feature);
  if (!available) return null;
  const used = stats[feature];
  const text = planTabTexts.used(usageText({ used, limit, unlimited }));
  if (unlimited) return <p className="mt-1 text-13 text-ink-soft tabular-nums">{text}</p>;
  const reached = used >= limit;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      {/* biome-ignore lint/a11y/useSemanticElements: each browser draws a <meter> in its own way */}
      <div
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={text}
        className="h-1.5 w-40 max-w-full overflow-hidden rounded-full border border-line bg-sunken"
      >
        <div
          className={clsx("h-full", reached ? "bg-amber-ink" : "bg-accent")}
          style={{ width: `${Math.min(100, (used / limit) * 100)}%` }}
        />
      </div>
      <p aria-hidden="true" className={clsx("text-13 tabular-nums", reached ? "text-amber-ink" : "text-ink-soft")}>
        {text}
      </p>
    </div>
  );
}
