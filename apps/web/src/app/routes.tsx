import { type ComponentType, createElement, useEffect, useLayoutEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { trackPage } from "../data/analytics.ts";
import { around, isAt, isMemberPage, pages } from "../data/pages.ts";
import { paths } from "../data/paths.ts";
import { LoginPage } from "../features/session/LoginPage.tsx";
import { ToLogin } from "../features/session/ToLogin.tsx";
import { onDemand } from "../parts/loading/onDemand.tsx";
import { Placeholder, part } from "../parts/loading/part.tsx";
import { Waiting } from "../parts/loading/Waiting.tsx";

/** What the table of pages names, and no other file; the build fails if one is missing (build/preload.ts). */
// biome-ignore lint/suspicious/noExplicitAny: each is given its props below
const files = import.meta.glob<{ default: ComponentType<any> }>(
  [
    "./*/*Page.tsx",
    "./{session/RequireSession,plan/PlanWall,palette/WithPalette,dashboard/DashboardShell}.tsx",
    "!./{session/Login,landing/Landing}Page.tsx",
  ],
  { base: "../features" },
);
const parts = Object.fromEntries(Object.entries(files).map(([file, load]) => [file, part(load)]));
const partOf = (name: string) => parts[`./${name}.tsx`] as (typeof parts)[string];
const [RequireSession, PlanWall, WithPalette, DashboardShell] = around.dashboard.map(partOf) as [
  Part,
  Part,
  Part,
  Part,
];
type Part = ReturnType<typeof partOf>;

// Dialogs of other pages that the dashboard's first page and the palette open as well. Every page is given them.
const CreateEmailDialog = onDemand(() => import("../features/emails/CreateEmailDialog.tsx"));
const InviteMemberDialog = onDemand(() => import("../features/team/InviteMemberDialog.tsx"));
const dialogs = { CreateEmail: CreateEmailDialog, InviteMember: InviteMemberDialog };

const memberPageOf = (pathname: string) => pages.filter(isMemberPage).find(({ path }) => isAt(path, pathname));

/** Starts loading a protected page; resolves once its layout has. What can't be loaded is tried again when drawn. */
export async function loadPage(pathname: string) {
  const page = memberPageOf(pathname);
  if (page === undefined) return;
  void partOf(page.part)
    .load()
    .catch(() => {}); // its failure is reported when it is drawn
  await Promise.allSettled(around[page.layout].map((name) => partOf(name).load()));
}

/** Loads a protected page in parallel with the session check and its layout. True until the first layout has loaded. */
function useLoading(pathname: string) {
  const page = memberPageOf(pathname);
  const [settled, setSettled] = useState(() => page && around[page.layout].every((name) => partOf(name).isLoaded()));
  useEffect(() => {
    if (page !== undefined) void loadPage(pathname).then(() => setSettled(true));
  }, [page, pathname]);
  return page !== undefined && !settled;
}

const drawn = (page: (typeof pages)[number]) =>
  "part" in page ? createElement(partOf(page.part), dialogs) : <LoginPage />;
const routesIn = (layout: keyof typeof around | undefined) =>
  pages.map(
    (page) =>
      (isMemberPage(page) ? page.layout : undefined) === layout && (
        <Route key={page.path} path={page.path} element={drawn(page)} />
      ),
  );

export function AppRoutes() {
  const { pathname } = useLocation();
  const loading = useLoading(pathname);
  // A layout effect, so that it comes before the events that the page itself tracks.
  useLayoutEffect(() => trackPage(pathname), [pathname]);
  if (loading) return <Waiting />;
  return (
    <Placeholder value={<Waiting />}>
      <Routes>
        {routesIn(undefined)}
        <Route element={<RequireSession />}>
          <Route element={<PlanWall />}>
            <Route element={<WithPalette CreateEmail={CreateEmailDialog} />}>
              <Route element={<DashboardShell loadPage={loadPage} partOf={partOf} />}>{routesIn("dashboard")}</Route>
              {routesIn("inbox")}
            </Route>
          </Route>
        </Route>
        <Route path={paths.app} element={<Navigate to={paths.dashboard} replace />} />
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Placeholder>
  );
}
