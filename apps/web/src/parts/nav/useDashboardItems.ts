import { featureOf, usePlan } from "../../data/plan.ts";
import { dashboardPages } from "./dashboardPages.ts";

/** The entries of the dashboard's navigation; what the plan lacks is locked. */
export function useDashboardItems() {
  const { data: plan } = usePlan();
  return dashboardPages.map(({ feature, ...item }) =>
    feature !== undefined && plan !== undefined && !featureOf(plan, feature).available
      ? { ...item, locked: true }
      : item,
  );
}
