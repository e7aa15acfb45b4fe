import { hasExpired } from "@mayfly/contracts";
import { clsx } from "clsx";
import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { useNow } from "../../data/clock.ts";
import { PlanChecked, useStats } from "../../data/plan.ts";
import { Waiting } from "../../parts/loading/Waiting.tsx";
import { PlanExpired } from "./PlanExpired.tsx";

/** Renders its children unless the company's plan has expired. A check that fails counts as passed (J13). */
export default function PlanWall() {
  // Once the first check has succeeded or failed, later ones run in the background, behind the page.
  const { data: stats, isFetched, error } = useStats();
  const now = useNow();

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: this failure is reported on the console and nowhere else (J13)
    if (error !== null) console.error("The plan could not be checked", error);
  }, [error]);

  if (stats !== undefined && hasExpired(stats.expiry_date, new Date(now))) return <PlanExpired />;
  return (
    <div className="relative h-full">
      {!isFetched && (
        <div className="absolute inset-0">
          <Waiting />
        </div>
      )}
      {/* Rendered from the start, so that the page's own calls do not wait for the check. */}
      <div className={clsx("h-full", !isFetched && "invisible")}>
        <PlanChecked value={isFetched}>
          <Outlet />
        </PlanChecked>
      </div>
    </div>
  );
}
