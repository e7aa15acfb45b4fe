import { teamTexts } from "@mayfly/contracts";
import { useEffect } from "react";
import { track } from "./analytics.ts";
import { paths } from "./paths.ts";
import type { Look } from "./ui/buttonShape.ts";
import { NewTabLink } from "./ui/NewTabLink.tsx";

const usePrompt = () => useEffect(() => track("plan_upgrade_prompt"), []);

/** In a sentence that says what the plan does not allow. */
export function UpgradeLink() {
  usePrompt();
  return (
    <a href={paths.pricing} target="_blank" rel="noopener" className="font-medium underline underline-offset-4">
      {teamTexts.upgradePlan}
    </a>
  );
}

/** Below what says so, in a place of its own. */
export function UpgradeButton({ look }: { look: Look }) {
  usePrompt();
  return (
    <NewTabLink href={paths.pricing} look={look}>
      {teamTexts.upgradePlan}
    </NewTabLink>
  );
}
