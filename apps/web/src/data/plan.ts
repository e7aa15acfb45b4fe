import {
  type CompanyPlan,
  type CountedFeature,
  type FeatureName,
  hasExpired,
  plan,
  planRefusals,
} from "@mayfly/contracts";
import { useQuery } from "@tanstack/react-query";
import { createContext } from "react";
import { call } from "./api.ts";
import { serverTime } from "./clock.ts";
import { planKey, statsKey } from "./queries.ts";

const { get_company_plan, get_stats } = plan;

export const usePlan = () => useQuery({ queryKey: planKey, queryFn: () => call(get_company_plan, {}) });

/** How many of each counted thing the company has. */
export const useStats = () =>
  useQuery({
    queryKey: statsKey,
    queryFn: () => call(get_stats, {}),
    // A user who has renewed an expired plan elsewhere finds the app open on coming back.
    refetchOnWindowFocus: ({ state: { data } }) =>
      data !== undefined && hasExpired(data.expiry_date, new Date(serverTime())) && "always",
  });

/** Whether the plan has been checked. Until then the wall hides the page (J13). */
export const PlanChecked = createContext(true);

interface Allowance {
  available: boolean;
  unlimited: boolean;
  limit: number;
}

/** What a plan allows of a feature: whether it includes the feature at all, and then how much (P15). */
export function featureOf(company: Pick<CompanyPlan, "features">, name: FeatureName): Allowance {
  const found = company.features.find(({ feature }) => feature === name);
  if (found === undefined || found.available === 0) return { available: false, unlimited: false, limit: 0 };
  return { available: true, unlimited: found.unlimited === 1 || found.limit === 0, limit: found.limit };
}

export interface Usage extends Allowance {
  used: number;
  /** The company has as many as it may. */
  reached: boolean;
}

/**
 * What the plan allows of a feature and how much of it is used; undefined until both are known, except that a feature
 * that the plan lacks needs no count.
 */
export function useUsage(name: CountedFeature): Usage | undefined {
  const { data: company } = usePlan();
  const { data: stats } = useStats();
  if (company === undefined) return undefined;
  const allowance = featureOf(company, name);
  if (stats === undefined && allowance.available) return undefined;
  const used = stats?.[name] ?? 0;
  return { ...allowance, used, reached: allowance.available && !allowance.unlimited && used >= allowance.limit };
}

/** Why the company may not have one more; undefined if it may. */
export function refusalOf(name: CountedFeature, { available, reached, limit }: Usage): string | undefined {
  if (!available) return planRefusals[name].unavailable;
  return reached ? planRefusals[name].full(limit) : undefined;
}
