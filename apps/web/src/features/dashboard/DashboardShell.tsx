import { limits } from "@mayfly/contracts";
import { clsx } from "clsx";
import { Menu } from "lucide-react";
import { Suspense, type SyntheticEvent, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { ConnectionBar } from "../../ConnectionBar.tsx";
import { Crash } from "../../Crash.tsx";
import { dashboardPages } from "../../dashboardPages.ts";
import { MainNav } from "../../MainNav.tsx";
import { paths } from "../../paths.ts";
import { usePlan, useStats } from "../../plan.ts";
import { profileFailure, useProfileQuery } from "../../profile.ts";
import { SupportLink } from "../../SupportLink.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { useLiveNotifications } from "./notifications.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { PlanBadge } from "./PlanBadge.tsx";

/** The scripts of each path, as build/preload.ts writes them down. */
declare const PAGE_SCRIPTS: Readonly<Record<string, readonly string[]>>;

/** True once the first view's skeleton has been shown for its time, counted from the end of the plan check (P49). */
function useSettled(): boolean {
  const { isPending } = useStats();
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (isPending) return;
    const timer = setTimeout(() => setSettled(true), limits.dashboardSkeleton);
    return () => clearTimeout(timer);
  }, [isPending]);
  return settled;
}

/** What stands around every page of the dashboard. */
export default function DashboardShell({ loadPage }: { loadPage: (pathname: string) => void }) {
  const { pathname } = useLocation();
  const { data: profile, error, refetch } = useProfileQuery();
  const { data: plan } = usePlan();
  const [drawer, setDrawer] = useState(false);
  const settled = useSettled();
  const connection = useLiveNotifications();
  const main = useRef<HTMLElement>(null);
  const current = dashboardPages.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`))?.to;
  const skeleton = <PageSkeleton first={current === paths.dashboard} />;
  // It scrolls, and not the window: the keys do that only with the focus in it.
  useEffect(() => main.current?.focus(), [pathname]);
  // At first it is hidden, and somebody may have gone elsewhere meanwhile.
  useEffect(() => {
    if (settled && document.activeElement === document.body) main.current?.focus();
  }, [settled]);

  /** Has the page that a link leads to on its way when it is pressed. */
  function loadAhead({ target }: SyntheticEvent) {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.target !== "") return;
    // At once what they would ask for one after the other. What can't be loaded is said by the page.
    for (const script of PAGE_SCRIPTS[link.pathname] ?? []) void import(script).catch(() => {});
    loadPage(link.pathname);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pointed at
    <div onPointerOver={loadAhead} onFocus={loadAhead} className="flex h-full print:block print:h-auto">
      <SkipLink />
      <MainNav
        items={dashboardPages}
        current={current}
        profile={profile}
        memory="dashboard-nav-collapsed"
        drawer={drawer}
        onDrawer={setDrawer}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="shrink-0 border-b border-line print:hidden">
          {/* No wider than the page below. */}
          <div className="mx-auto flex min-h-14 max-w-300 flex-wrap items-center gap-x-2 px-2 sm:px-4 lg:px-6">
            <IconButton icon={Menu} label="Navigation" onClick={() => setDrawer(true)} className="lg:hidden" />
            {/* Where text is so large that what follows takes a line of its own, it has the rest of this one. */}
            <p className="min-w-0 flex-1 truncate text-13 font-medium text-ink-soft max-[18rem]:basis-1/2">
              {profile?.company_name}
            </p>
            {plan !== undefined && <PlanBadge plan={plan.plan} />}
            <div className="ml-auto">
              <SupportLink wordClass="max-sm:sr-only" />
            </div>
          </div>
        </header>
        {/* Every page starts at its top. Positioned, so that what is hidden in it scrolls with it and not the window. */}
        <main
          key={pathname}
          ref={main}
          id="main"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible"
        >
          <div className="mx-auto max-w-300 px-4 py-6 sm:px-6 lg:py-8">
            {/* The settings say it where the profile would be. */}
            {error !== null && profile === undefined && pathname !== paths.settings && (
              <div className="mb-6">
                <Notice>
                  {profileFailure(error)} <TextButton onClick={() => refetch()}>Try again</TextButton>
                </Notice>
              </div>
            )}
            {!settled && skeleton}
            {/* There from the start, so that it loads meanwhile. */}
            <div className={clsx(!settled && "hidden")}>
              {/* The way to the other pages stays. */}
              <Crash>
                <Suspense fallback={skeleton}>
                  <Outlet />
                </Suspense>
              </Crash>
            </div>
          </div>
        </main>
        <ConnectionBar connection={connection} missed="What is new" />
      </div>
    </div>
  );
}
