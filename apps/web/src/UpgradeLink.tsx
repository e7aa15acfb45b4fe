import { teamTexts } from "@mayfly/contracts";
import { useEffect } from "react";
import { track } from "./analytics.ts";
import { paths } from "./paths.ts";

/** In a sentence that says what the plan does not allow. */
export function UpgradeLink() {
  useEffect(() => track("plan_upgrade_prompt"), []);
  return (
    <a href={paths.pricing} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {teamTexts.upgradePlan}
    </a>
  );
}
