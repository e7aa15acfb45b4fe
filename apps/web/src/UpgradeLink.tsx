import { teamTexts } from "@mayfly/contracts";
import { paths } from "./paths.ts";
import { usePlanPrompt } from "./plan.ts";

/** In a sentence that says what the plan does not allow. */
export function UpgradeLink() {
  usePlanPrompt();
  return (
    <a href={paths.pricing} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {teamTexts.upgradePlan}
    </a>
  );
}
