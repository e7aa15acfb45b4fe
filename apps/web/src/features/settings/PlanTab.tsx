import {
  type CompanyPlan,
  type CountedFeature,
  type FeatureName,
  type PlanFeature,
  planNames,
} from "@mayfly/contracts";
import { CreditCard } from "lucide-react";
import { failureText, NetworkFailure, Refused } from "../../data/api.ts";
import { usePlan, useStats } from "../../data/plan.ts";
import { PlanContact } from "../../parts/plan/PlanContact.tsx";
import { UpgradeButton } from "../../parts/plan/UpgradeLink.tsx";
import { planLimitTexts } from "../../parts/texts.ts";
import { Badge } from "../../ui/Badge.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonList } from "../../ui/SkeletonList.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { Card } from "./Card.tsx";
import { FeatureUsage } from "./FeatureUsage.tsx";
import { planTabTexts } from "./texts.ts";

/** Formats a calendar date, which is the same in every time zone. */
const day = (date: string) => new Date(date).toLocaleDateString(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** The features that a plan counts. The others are only available or not (requirement P16). */
const counted: ReadonlySet<FeatureName> = new Set<CountedFeature>(["domain", "webhook", "team", "email"]);

/** Whether the plan allows any number of what it counts. */
const isUnlimited = ({ feature, available, unlimited, limit }: PlanFeature) =>
  available === 1 && counted.has(feature) && (unlimited === 1 || limit === 0);

function badgeOf(its: PlanFeature) {
  if (its.available === 0) return { tone: "neutral", text: planLimitTexts.unavailable } as const;
  if (!counted.has(its.feature)) return { tone: "green", text: planTabTexts.available } as const;
  if (isUnlimited(its)) return { tone: "green", text: planTabTexts.unlimited } as const;
  return { tone: "blue", text: planTabTexts.limit(its.limit) } as const;
}

export function PlanTab() {
  const { data, error, refetch } = usePlan();
  if (data !== undefined) return <Plan plan={data} />;
  return (
    <Card title="Plan" about="What your plan includes.">
      {error === null ? (
        <SkeletonList rows={6} />
      ) : error instanceof Refused || error instanceof NetworkFailure ? (
        <ErrorState text={planTabTexts.loadFailed(failureText(error))} onRetry={() => refetch()} />
      ) : (
        // The server has answered, but without a plan.
        <EmptyState icon={CreditCard} title={planTabTexts.none} />
      )}
    </Card>
  );
}

function Plan({ plan }: { plan: CompanyPlan }) {
  const { data: stats, error, refetch } = useStats();
  const available = plan.features.filter((feature) => feature.available === 1);
  // As many as the badges below say so.
  const unlimited = available.filter(isUnlimited);
  const counts = [
    ["Available features", available.length],
    ["Unavailable features", plan.features.length - available.length],
    ["Unlimited features", unlimited.length],
  ] as const;
  return (
    <Card
      title={`${plan.plan} plan`}
      about={plan.expiry_date === "" ? "What your plan includes." : `Good through ${day(plan.expiry_date)}.`}
      badge={
        <p className="text-16 font-semibold">
          {plan.non_expiry_plan === 1 ? planTabTexts.neverExpires : planTabTexts.price(plan.price)}
        </p>
      }
      action={
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <p className="text-13 text-ink-soft wrap-anywhere">
            Questions about your plan? Write to <PlanContact request="Question about the plan" />
          </p>
          {(plan.plan === planNames.starter || plan.plan === planNames.professional) && (
            <UpgradeButton look="primary" />
          )}
        </div>
      }
    >
      <dl className="grid grid-cols-3 divide-x divide-line border-b border-line max-[18rem]:grid-cols-1 max-[18rem]:divide-x-0 max-[18rem]:divide-y">
        {counts.map(([label, count]) => (
          <div key={label} className="flex flex-col-reverse px-5 py-4">
            <dt className="text-12 text-ink-soft">{label}</dt>
            <dd className="text-20 font-semibold tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {stats === undefined && error !== null && (
        <p className="border-b border-line px-5 py-3 text-13 text-ink-soft">
          {planTabTexts.usageFailed} <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </p>
      )}
      <ul className="divide-y divide-line">
        {plan.features.map((feature) => {
          const { tone, text } = badgeOf(feature);
          return (
            <li
              key={feature.feature}
              className="flex items-center justify-between gap-x-6 gap-y-2 px-5 py-4 max-[18rem]:flex-col max-[18rem]:items-start"
            >
              <div className="min-w-0 flex-1">
                <p className="font-medium">{feature.label}</p>
                <p className="text-13 text-ink-soft">{feature.description}</p>
                {feature.feature === "email_expiry" && feature.available === 0 && (
                  <p className="text-13 text-ink-soft">
                    {planLimitTexts.fixedExpiry(plan.forced_expiry)}, set by your plan
                  </p>
                )}
                {stats !== undefined && <FeatureUsage plan={plan} stats={stats} feature={feature} />}
              </div>
              <Badge tone={tone}>{text}</Badge>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
