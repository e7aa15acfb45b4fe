import { clsx } from "clsx";
import { MailSearch, Menu } from "lucide-react";
import { type SyntheticEvent, use, useEffect, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { isAt, pages } from "../../data/pages.ts";
import { paths } from "../../data/paths.ts";
import { PlanChecked, usePlan } from "../../data/plan.ts";
import { profileFailure, useProfileQuery } from "../../data/profile.ts";
import { arrive, sessionPhase } from "../../data/session.ts";
import { playEarlyKeys } from "../../parts/keys/playEarlyKeys.ts";
import { Link } from "../../parts/Link.tsx";
import { Crash } from "../../parts/loading/Crash.tsx";
import { Placeholder } from "../../parts/loading/part.tsx";
import { dashboardPages } from "../../parts/nav/dashboardPages.ts";
import { MainNav } from "../../parts/nav/MainNav.tsx";
import { SupportLink } from "../../parts/nav/SupportLink.tsx";
import { useDashboardItems } from "../../parts/nav/useDashboardItems.ts";
import { ConnectionBar } from "../../parts/page/ConnectionBar.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { SkipLink } from "../../ui/SkipLink.tsx";
import { TextButton } from "../../ui/TextButton.tsx";
import { FailedPage } from "./FailedPage.tsx";
import { FeatureGate, type PartOf } from "./FeatureGate.tsx";
import { skeletonMilliseconds } from "./limits.ts";
import { useLiveNotifications } from "./notifications.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";
import { PlanBadge } from "./PlanBadge.tsx";

/** The scripts of each path, which build/preload.ts fills in. */
declare const PAGE_SCRIPTS: Readonly<Record<string, readonly string[]>>;

/**
 * True once the skeleton of the first page after a login has been shown for its time, counted from the end of the plan
 * check (C06, P49). Every other page shows what it has at once (row Y15).
 */
function useSettled(isChecked: boolean): boolean {
  const [settled, setSettled] = useState(() => sessionPhase() !== "arriving");
  useEffect(() => {
    if (!isChecked || settled) return;
    const timer = setTimeout(() => {
      arrive();
      setSettled(true);
    }, skeletonMilliseconds);
    return () => clearTimeout(timer);
  }, [isChecked, settled]);
  return settled;
}

/** Focuses without a focus ring, which is for the user who moves the focus. */
const focusQuietly = (element: HTMLElement | null) => element?.focus({ focusVisible: false });

interface Props {
  loadPage: (pathname: string) => void;
  partOf: PartOf;
}

/** The frame around every page of the dashboard. */
export default function DashboardShell({ loadPage, partOf }: Props) {
  const { pathname } = useLocation();
  const { data: profile, error, refetch } = useProfileQuery();
  const { data: plan } = usePlan();
  const [drawer, setDrawer] = useState(false);
  const isChecked = use(PlanChecked);
  const settled = useSettled(isChecked);
  const connection = useLiveNotifications();
  const main = useRef<HTMLElement>(null);
  const searching = pathname === paths.search;
  // The search has no entry of its own.
  const entry = searching ? undefined : dashboardPages.findLast(({ to }) => `${pathname}/`.startsWith(`${to}/`));
  const current = entry?.to;
  const page = pages.find(({ path }) => isAt(path, pathname));
  const items = useDashboardItems();
  const skeleton = <PageSkeleton first={current === paths.dashboard} />;
  // <main> scrolls, not the window, and the keyboard scrolls it only while the focus is in it.
  useEffect(() => focusQuietly(main.current), [pathname]);
  // While <main> is hidden at first, it cannot take the focus; the user may have focused something else meanwhile.
  useEffect(() => {
    if (!settled || !isChecked || document.activeElement !== document.body) return;
    focusQuietly(main.current?.querySelector<HTMLElement>("[data-first]") ?? main.current);
  }, [settled, isChecked]);

  // A microtask: the keys of the palette, which is around this, are heard once all effects have run.
  useEffect(() => queueMicrotask(playEarlyKeys), []);

  /** Starts loading the page that a link leads to before the user clicks the link. */
  function loadAhead({ target }: SyntheticEvent) {
    const link = target instanceof Element ? target.closest("a") : null;
    if (link?.target !== "") return;
    // Loads at once the scripts that would request each other in turn. The page itself reports what cannot be loaded.
    for (const script of PAGE_SCRIPTS[link.pathname] ?? []) void import(script).catch(() => {});
    loadPage(link.pathname);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers are for the links inside
    <div onPointerOver={loadAhead} onFocus={loadAhead} className="flex h-full print:block print:h-auto">
      <SkipLink />
      <MainNav
        items={items}
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
            {/* With text so large that what follows takes a line of its own, the name gets the rest of this line. */}
            <p className="min-w-0 flex-1 truncate text-13 font-medium text-ink-soft max-[18rem]:basis-1/2">
              {profile?.company_name}
            </p>
            {plan !== undefined && <PlanBadge plan={plan.plan} />}
            <div className="ml-auto flex">
              <Link
                to={paths.search}
                aria-current={searching ? "page" : undefined}
                className="flex h-9 pointer-coarse:h-11 pointer-coarse:min-w-11 shrink-0 items-center justify-center gap-2 rounded-base px-2.5 text-13 text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
              >
                <MailSearch aria-hidden="true" className="size-4" />
                <span className="max-sm:sr-only">Search mail</span>
              </Link>
              <SupportLink wordClass="max-sm:sr-only" />
            </div>
          </div>
        </header>
        {/* The key starts every page at its top. Positioned, so that hidden content scrolls in it, not the window. */}
        <main
          key={pathname}
          ref={main}
          id="main"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2 print:overflow-visible"
        >
          <div className="mx-auto max-w-300 px-4 py-6 sm:px-6 lg:py-8">
            {/* The settings page shows this failure itself, in place of the profile. */}
            {error !== null && profile === undefined && pathname !== paths.settings && (
              <div className="mb-6">
                <Notice>
                  {profileFailure(error)} <TextButton onClick={() => refetch()}>Try again</TextButton>
                </Notice>
              </div>
            )}
            {!settled && skeleton}
            {/* Rendered from the start, so that the page loads meanwhile. */}
            <div className={clsx(!settled && "hidden")}>
              {/* If a page crashes, the navigation to the other pages stays. */}
              <Crash
                frame={
                  page &&
                  ((error) => (
                    <FailedPage title={page.title} heading={entry?.label ?? page.title}>
                      {error}
                    </FailedPage>
                  ))
                }
              >
                <Placeholder value={skeleton}>
                  <FeatureGate pathname={pathname} partOf={partOf}>
                    <Outlet />
                  </FeatureGate>
                </Placeholder>
              </Crash>
            </div>
          </div>
        </main>
        <ConnectionBar connection={connection} missed="New activity" />
      </div>
    </div>
  );
}
