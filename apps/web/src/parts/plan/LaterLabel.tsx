import { enterprise, planNames } from "@mayfly/contracts";
import { Lock } from "lucide-react";
import { usePlan } from "../../data/plan.ts";
import { Badge } from "../../ui/Badge.tsx";

/**
 * Labels a feature that the largest plan will have (requirements O22 and P09). A company on that plan is told only that it
 * comes: the plan's name would say that the company lacks the plan.
 */
export function LaterLabel() {
  const { data, isPending } = usePlan();
  if (isPending) return null;
  const isLargest = data?.plan === planNames.business || data?.plan === enterprise;
  return (
    <Badge tone={isLargest ? "neutral" : "gold"} icon={Lock}>
      {isLargest ? "Coming soon" : "Enterprise"}
    </Badge>
  );
}
