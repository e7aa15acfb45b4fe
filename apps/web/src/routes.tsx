import { lazy, Suspense, useEffect } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { trackPage } from "./analytics.ts";
import { LoginPage } from "./features/session/LoginPage.tsx";
import { ToLogin } from "./features/session/ToLogin.tsx";
import { paths } from "./paths.ts";
import { Waiting } from "./Waiting.tsx";

const session = () => import("./features/session/RequireSession.tsx");
const palette = () => import("./features/palette/WithPalette.tsx");
const wall = () => import("./features/plan/PlanWall.tsx");
const shell = () => import("./features/dashboard/DashboardShell.tsx");
const pages = {
  [paths.dashboard]: () => import("./features/dashboard/HomePage.tsx"),
  [paths.emails]: () => import("./features/emails/EmailsPage.tsx"),
  [paths.domains]: () => import("./features/domains/DomainsPage.tsx"),
  [paths.webhooks]: () => import("./features/webhooks/WebhooksPage.tsx"),
  [paths.integrations]: () => import("./features/showcase/IntegrationsPage.tsx"),
  [paths.api]: () => import("./features/showcase/ApiPage.tsx"),
  [paths.team]: () => import("./features/team/TeamPage.tsx"),
  [paths.settings]: () => import("./features/settings/SettingsPage.tsx"),
  [paths.inbox]: () => import("./features/inbox/InboxPage.tsx"),
};

const RegisterPage = lazy(() => import("./features/register/RegisterPage.tsx"));
const VerifyPage = lazy(() => import("./features/register/VerifyPage.tsx"));
const RequestPage = lazy(() => import("./features/reset/RequestPage.tsx"));
const NewPasswordPage = lazy(() => import("./features/reset/NewPasswordPage.tsx"));
const DemoAccountsPage = lazy(() => import("./features/showcase/DemoAccountsPage.tsx"));
const RequireSession = lazy(session);
const PlanWall = lazy(wall);
const WithPalette = lazy(palette);
const DashboardShell = lazy(shell);
const HomePage = lazy(pages[paths.dashboard]);
const EmailsPage = lazy(pages[paths.emails]);
const DomainsPage = lazy(pages[paths.domains]);
const IntegrationsPage = lazy(pages[paths.integrations]);
const ApiPage = lazy(pages[paths.api]);
const TeamPage = lazy(pages[paths.team]);
const SettingsPage = lazy(pages[paths.settings]);
const WebhooksPage = lazy(pages[paths.webhooks]);
const DeliveriesPage = lazy(() => import("./features/webhooks/DeliveriesPage.tsx"));
const InboxPage = lazy(pages[paths.inbox]);
// The dashboard's first page and the palette open what belongs to other pages.
const CreateEmailDialog = lazy(() => import("./features/emails/CreateEmailDialog.tsx"));
const InviteMemberDialog = lazy(() => import("./features/team/InviteMemberDialog.tsx"));

/** A protected page loads beside the session check and what stands around it, not after them. */
function load(pathname: string) {
  const page = pages[pathname as keyof typeof pages];
  if (page === undefined) return;
  const around = pathname.startsWith(paths.dashboard) ? [session, wall, palette, shell] : [session, wall, palette];
  void Promise.all([...around, page].map((part) => part())).catch(() => {}); // lazy() reports it
}

export function AppRoutes() {
  const { pathname } = useLocation();
  load(pathname);
  useEffect(() => trackPage(pathname), [pathname]);
  return (
    <Suspense fallback={<Waiting />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route path={paths.verifyOtp} element={<VerifyPage />} />
        <Route path={paths.verify} element={<VerifyPage />} />
        <Route path={paths.forgetPassword} element={<RequestPage />} />
        <Route path={`${paths.forgetPassword}/:id`} element={<NewPasswordPage />} />
        <Route path={paths.demoAccounts} element={<DemoAccountsPage />} />
        <Route element={<RequireSession />}>
          <Route element={<PlanWall />}>
            <Route element={<WithPalette CreateEmail={CreateEmailDialog} />}>
              <Route path={paths.dashboard} element={<DashboardShell />}>
                <Route index element={<HomePage CreateEmail={CreateEmailDialog} InviteMember={InviteMemberDialog} />} />
                <Route path={paths.emails} element={<EmailsPage />} />
                <Route path={paths.domains} element={<DomainsPage />} />
                <Route path={paths.webhooks} element={<WebhooksPage />} />
                <Route path={`${paths.webhooks}/:name`} element={<DeliveriesPage />} />
                <Route path={paths.integrations} element={<IntegrationsPage />} />
                <Route path={paths.api} element={<ApiPage />} />
                <Route path={paths.team} element={<TeamPage />} />
                <Route path={paths.settings} element={<SettingsPage />} />
              </Route>
              <Route path={paths.inbox} element={<InboxPage />} />
            </Route>
          </Route>
          <Route path={paths.app} element={<Navigate to={paths.dashboard} replace />} />
        </Route>
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Suspense>
  );
}
