import { type ReactNode, useEffect } from "react";
import { track } from "../../data/analytics.ts";
import { paths } from "../../data/paths.ts";
import type { Usage } from "../../data/plan.ts";
import { Badge } from "../../ui/Badge.tsx";
import type { Look } from "../../ui/buttonShape.ts";
import { NewTabLink } from "../../ui/NewTabLink.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { textShape } from "../../ui/TextButton.tsx";
import { planLimitTexts } from "../texts.ts";
import { usageText } from "./usageText.ts";

const usePrompt = () => useEffect(() => track("plan_upgrade_prompt"), []);

/** A link for a sentence that says what the plan does not allow. */
export function UpgradeLink() {
  usePrompt();
  return (
    <a href={paths.pricing} target="_blank" rel="noopener" className={textShape}>
      {planLimitTexts.upgradePlan}
    </a>
  );
}

/** A notice that says what the plan does not allow, with the link to the plans. */
export const UpgradeNotice = ({ children }: { children: ReactNode }) => (
  <Notice kind="upgrade">
    {children} <UpgradeLink />
  </Notice>
);

interface UsageProps {
  usage: Usage;
  /** What is counted, for "1/3 domains used"; or a whole text. */
  of: { things: string } | { text: string };
  reached: string;
}

/** Under the title of a page: how much of the plan is used, and the link to the plans once the limit is reached. */
export function UsageNote({ usage, of, reached }: UsageProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="tabular-nums">
        {"text" in of ? (
          of.text
        ) : (
          <>
            <span>{usageText(usage)}</span> {of.things} used
          </>
        )}
      </span>
      {usage.reached && (
        <>
          <Badge tone="amber">{reached}</Badge>
          <UpgradeLink />
        </>
      )}
    </span>
  );
}

/** A button of its own, below the text that says what the plan does not allow. */
export function UpgradeButton({ look }: { look: Look }) {
  usePrompt();
  return (
    <NewTabLink href={paths.pricing} look={look}>
      {planLimitTexts.upgradePlan}
    </NewTabLink>
  );
}
