import type { FeatureName, PlanFeature, PlanName } from "../../generated/prisma/client.ts";

/** Features that came after the plans of existing installations, and the plans that have them. */
const later: Partial<Record<FeatureName, { label: string; description: string; plans: PlanName[] }>> = {
  api: { label: "REST API", description: "Keys that let programs use the API", plans: ["professional", "business"] },
};

/**
 * What a plan says of later features unless the operator adds a row. Nothing writes such rows: processes of the version
 * before, which serve on during an upgrade, cannot read a feature that they do not know.
 */
export const laterFeatures = (plan: PlanName): PlanFeature[] =>
  Object.entries(later).map(([feature, { label, description, plans }]) => ({
    ...{ plan, feature: feature as FeatureName, label, description },
    ...{ available: plans.includes(plan), unlimited: false, limit: 0 },
  }));

/** Whether a plan has a later feature unless the operator says otherwise. */
export const hasByDefault = (plan: PlanName, feature: FeatureName): boolean =>
  later[feature]?.plans.includes(plan) === true;
