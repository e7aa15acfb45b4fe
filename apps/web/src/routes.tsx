import { lazy, Suspense } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { LoginPage } from "./features/session/LoginPage.tsx";
import { ToLogin } from "./features/session/ToLogin.tsx";
import { paths } from "./paths.ts";
import { Waiting } from "./Waiting.tsx";

const session = () => import("./features/session/RequireSession.tsx");
const wall = () => import("./features/plan/PlanWall.tsx");
const shell = () => import("./features/dashboard/DashboardShell.tsx");
const pages = {
  [paths.dashboard]: () => import("./features/dashboard/HomePage.tsx"),
  [paths.inbox]: () => import("./features/inbox/InboxPage.tsx"),
};

const RequireSession = lazy(session);
const PlanWall = lazy(wall);
const DashboardShell = lazy(shell);
const HomePage = lazy(pages[paths.dashboard]);
const InboxPage = lazy(pages[paths.inbox]);

/** A protected page loads beside the session check and what stands around it, not after them. */
function load(pathname: string) {
  const page = pages[pathname as keyof typeof pages];
  if (page === undefined) return;
  const around = pathname.startsWith(paths.dashboard) ? [session, wall, shell] : [session, wall];
  void Promise.all([...around, page].map((part) => part())).catch(() => {}); // lazy() reports it
}

export function AppRoutes() {
  load(useLocation().pathname);
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route element={<RequireSession />}>
          <Route element={<PlanWall />}>
            <Route path={paths.dashboard} element={<DashboardShell />}>
              <Route index element={<HomePage />} />
            </Route>
            <Route path={paths.inbox} element={<InboxPage />} />
          </Route>
          <Route path={paths.app} element={<Navigate to={paths.dashboard} replace />} />
        </Route>
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Suspense>
  );
}
