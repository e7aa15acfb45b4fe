import { lazy, Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { LoginPage } from "./features/session/LoginPage.tsx";
import { ToLogin } from "./features/session/ToLogin.tsx";
import { paths } from "./paths.ts";
import { Waiting } from "./Waiting.tsx";

const session = () => import("./features/session/RequireSession.tsx");
const pages = {
  [paths.dashboard]: () => import("./features/dashboard/DashboardPage.tsx"),
  [paths.inbox]: () => import("./features/inbox/InboxPage.tsx"),
};

const RequireSession = lazy(session);
const DashboardPage = lazy(pages[paths.dashboard]);
const InboxPage = lazy(pages[paths.inbox]);

// A protected page that is opened by its address loads beside the session check, not after it.
const opened = pages[location.pathname as keyof typeof pages];
if (opened) void Promise.all([session(), opened()]).catch(() => {}); // lazy() reports it

export function AppRoutes() {
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route element={<RequireSession />}>
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.inbox} element={<InboxPage />} />
          <Route path={paths.app} element={<Navigate to={paths.dashboard} replace />} />
        </Route>
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Suspense>
  );
}
