import type { ReactNode } from "react";
import { paths } from "./paths.ts";
import { usePlanPrompt } from "./plan.ts";
import type { Look } from "./ui/buttonShape.ts";
import { NewTabLink } from "./ui/NewTabLink.tsx";

/** Below what says that the plan does not allow something. */
export function UpgradeButton({ look, children }: { look?: Look; children: ReactNode }) {
  usePlanPrompt();
  return (
    <NewTabLink href={paths.pricing} {...(look && { look })}>
      {children}
    </NewTabLink>
  );
}
