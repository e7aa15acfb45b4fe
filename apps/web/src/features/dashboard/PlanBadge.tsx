import { enterprise, planNames } from "@mayfly/contracts";
import { Crown, Zap } from "lucide-react";
import { Badge } from "../../ui/Badge.tsx";

const gold = { tone: "gold", icon: Crown } as const;
const faces = {
  [planNames.professional]: { tone: "blue", icon: Zap },
  [planNames.business]: gold,
  [enterprise]: gold,
} as const;

export function PlanBadge({ plan }: { plan: string }) {
  const { tone, icon } = faces[plan as keyof typeof faces] ?? { tone: "neutral", icon: undefined };
  return (
    <Badge tone={tone} icon={icon}>
      {plan}
    </Badge>
  );
}
