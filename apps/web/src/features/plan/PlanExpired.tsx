import { planTexts } from "@mayfly/contracts";
import { CalendarX } from "lucide-react";
import { useEffect } from "react";
import { track } from "../../data/analytics.ts";
import { paths } from "../../data/paths.ts";
import { Mark } from "../../parts/nav/Mark.tsx";
import { useLogout } from "../../parts/nav/useLogout.ts";
import { useTitle } from "../../parts/page/useTitle.ts";
import { PlanContact } from "../../parts/plan/PlanContact.tsx";
import { Button } from "../../ui/Button.tsx";
import { NewTabLink } from "../../ui/NewTabLink.tsx";
import { planWallTexts } from "./texts.ts";

export function PlanExpired() {
  useTitle(planWallTexts.expiredTitle);
  useEffect(() => track("plan_expired"), []);
  const logout = useLogout();
  return (
    <div className="flex min-h-full flex-col">
      <header className="flex h-14 shrink-0 items-center justify-between px-4 sm:px-6">
        <span className="flex items-center gap-2 font-semibold">
          <Mark />
          Mayfly
        </span>
        <Button look="ghost" onClick={logout} className="-mr-3.5">
          Log out
        </Button>
      </header>
      <main className="flex flex-1 flex-col items-center justify-center px-6 pb-24 text-center">
        <CalendarX aria-hidden="true" strokeWidth={1.5} className="mb-5 size-9 text-amber-ink" />
        <h1 className="text-28 font-semibold tracking-tight">{planWallTexts.expiredTitle}</h1>
        <p className="mt-2 mb-6 max-w-100 text-ink-soft">{planTexts.expired}</p>
        <NewTabLink look="primary" href={paths.pricing}>
          {planWallTexts.viewPricing}
        </NewTabLink>
        <p className="mt-6 max-w-100 text-13 text-ink-soft wrap-anywhere">
          To renew your plan, write to <PlanContact request="Renew the plan" />
        </p>
      </main>
    </div>
  );
}
