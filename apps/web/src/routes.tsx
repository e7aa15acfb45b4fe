import { useEffect, useLayoutEffect, useState } from "react";
import { Navigate, Route, Routes, useLocation } from "react-router-dom";
import { trackPage } from "./analytics.ts";
import { LoginPage } from "./features/session/LoginPage.tsx";
import { ToLogin } from "./features/session/ToLogin.tsx";
import { onDemand } from "./onDemand.tsx";
import { Placeholder, part } from "./part.tsx";
import { paths, webhookOf } from "./paths.ts";
import { Waiting } from "./Waiting.tsx";

const RequireSession = part(() => import("./features/session/RequireSession.tsx"));
const PlanWall = part(() => import("./features/plan/PlanWall.tsx"));
const WithPalette = part(() => import("./features/palette/WithPalette.tsx"));
const DashboardShell = part(() => import("./features/dashboard/DashboardShell.tsx"));
const HomePage = part(() => import("./features/dashboard/HomePage.tsx"));
const EmailsPage = part(() => import("./features/emails/EmailsPage.tsx"));
const DomainsPage = part(() => import("./features/domains/DomainsPage.tsx"));
const WebhooksPage = part(() => import("./features/webhooks/WebhooksPage.tsx"));
const IntegrationsPage = part(() => import("./features/showcase/IntegrationsPage.tsx"));
const ApiPage = part(() => import("./features/showcase/ApiPage.tsx"));
const TeamPage = part(() => import("./features/team/TeamPage.tsx"));
const SettingsPage = part(() => import("./features/settings/SettingsPage.tsx"));
const InboxPage = part(() => import("./features/inbox/InboxPage.tsx"));
const DeliveriesPage = part(() => import("./features/webhooks/DeliveriesPage.tsx"));
const RegisterPage = part(() => import("./features/register/RegisterPage.tsx"));
const VerifyPage = part(() => import("./features/register/VerifyPage.tsx"));
const RequestPage = part(() => import("./features/reset/RequestPage.tsx"));
const NewPasswordPage = part(() => import("./features/reset/NewPasswordPage.tsx"));
const AppLinkPage = part(() => import("./features/app_link/AppLinkPage.tsx"));
const DemoAccountsPage = part(() => import("./features/showcase/DemoAccountsPage.tsx"));
// Dialogs of other pages that the dashboard's first page and the palette open as well.
const CreateEmailDialog = onDemand(() => import("./features/emails/CreateEmailDialog.tsx"));
const InviteMemberDialog = onDemand(() => import("./features/team/InviteMemberDialog.tsx"));

/** The protected pages by their paths; build/preload.ts lists them too. */
const pages = {
  [paths.dashboard]: HomePage,
  [paths.emails]: EmailsPage,
  [paths.domains]: DomainsPage,
  [paths.webhooks]: WebhooksPage,
  [paths.integrations]: IntegrationsPage,
  [paths.api]: ApiPage,
  [paths.team]: TeamPage,
  [paths.settings]: SettingsPage,
  [paths.inbox]: InboxPage,
};

function pageOf(pathname: string) {
  // The router ignores a slash at the end.
  const path = pathname.replace(/\/$/, "");
  return path.startsWith(webhookOf("")) ? DeliveriesPage : pages[path as keyof typeof pages];
}
const around = (page: ReturnType<typeof pageOf>) =>
  [RequireSession, PlanWall, WithPalette, page === InboxPage ? page : DashboardShell] as const;

/** Starts loading a protected page; resolves once its layout has. What can't be loaded is tried again when drawn. */
export async function loadPage(pathname: string) {
  const page = pageOf(pathname);
  if (page === undefined) return;
  void page.load().catch(() => {}); // its failure is reported when it is drawn
  await Promise.allSettled(around(page).map(({ load }) => load()));
}

/** Loads a protected page in parallel with the session check and its layout. True until the first layout has loaded. */
function useLoading(pathname: string) {
  const page = pageOf(pathname);
  const [settled, setSettled] = useState(() => page !== undefined && around(page).every(({ isLoaded }) => isLoaded()));
  useEffect(() => {
    if (page !== undefined) void loadPage(pathname).then(() => setSettled(true));
  }, [page, pathname]);
  return page !== undefined && !settled;
}

export function AppRoutes() {
  const { pathname } = useLocation();
  const loading = useLoading(pathname);
  // A layout effect, so that it comes before the events that the page itself tracks.
  useLayoutEffect(() => trackPage(pathname), [pathname]);
  if (loading) return <Waiting />;
  return (
    <Placeholder value={<Waiting />}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.register} element={<RegisterPage />} />
        <Route path={paths.verifyOtp} element={<VerifyPage />} />
        <Route path={paths.verify} element={<VerifyPage />} />
        <Route path={paths.forgetPassword} element={<RequestPage />} />
        <Route path={`${paths.forgetPassword}/:id`} element={<NewPasswordPage />} />
        <Route path={paths.appLink} element={<AppLinkPage />} />
        <Route path={paths.demoAccounts} element={<DemoAccountsPage />} />
        <Route element={<RequireSession />}>
          <Route element={<PlanWall />}>
            <Route element={<WithPalette CreateEmail={CreateEmailDialog} />}>
              <Route path={paths.dashboard} element={<DashboardShell loadPage={loadPage} />}>
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
        </Route>
        <Route path={paths.app} element={<Navigate to={paths.dashboard} replace />} />
        <Route path="*" element={<ToLogin />} />
      </Routes>
    </Placeholder>
  );
}
