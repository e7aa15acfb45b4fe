import type { FeatureName } from "@mayfly/contracts";
import { paths } from "./paths.ts";

interface Page {
  /** As the router takes it: `:word` is a part of the path that differs. */
  path: string;
  /** What analytics calls it (requirements N05 to N20). */
  title: string;
  /** The file of its component: below features/, without the ending. Without one it is the login page's. */
  part?: string;
  /** What is drawn around it once the member is known; without one, it is open to everybody. */
  layout?: "dashboard" | "inbox";
  /** What the plan must have, and the file of what is drawn, locked, for a company whose plan lacks it (row Q01). */
  feature?: FeatureName;
  showcase?: string;
  /**
   * Its entry in the dashboard's navigation, in the order of the table (requirement C41): its title, or another label.
   * `locked`: a showcase.
   */
  nav?: { label?: string; locked?: true };
}

/** Every page of the app. Routes, navigation, analytics and what the browser loads ahead follow from it. */
export const pages = [
  { path: "/", title: "Home" },
  { path: paths.login, title: "Login" },
  { path: paths.register, title: "Register", part: "register/RegisterPage" },
  { path: paths.verifyOtp, title: "Verify OTP", part: "register/VerifyPage" },
  { path: paths.verify, title: "Verify OTP", part: "register/VerifyPage" },
  { path: paths.forgetPassword, title: "Forgot Password", part: "reset/RequestPage" },
  {
    path: `${paths.forgetPassword}/:id`,
    title: "Forgot Password",
    part: "reset/LinkPage",
  },
  { path: paths.appLink, title: "Open App Link", part: "app_link/AppLinkPage" },
  { path: paths.demoAccounts, title: "Demo Accounts", part: "showcase/DemoAccountsPage" },
  {
    path: paths.dashboard,
    title: "Dashboard",
    part: "dashboard/HomePage",
    layout: "dashboard",
    nav: {},
  },
  {
    path: paths.emails,
    title: "Email Management",
    part: "emails/EmailsPage",
    layout: "dashboard",
    nav: { label: "Emails" },
  },
  { path: paths.search, title: "Search", part: "search/SearchPage", layout: "dashboard" },
  {
    path: paths.domains,
    title: "Domain Management",
    part: "domains/DomainsPage",
    layout: "dashboard",
    nav: { label: "Domains" },
  },
  {
    path: paths.webhooks,
    title: "Webhook Management",
    part: "webhooks/WebhooksPage",
    layout: "dashboard",
    nav: { label: "Webhooks" },
  },
  {
    path: `${paths.webhooks}/:name`,
    title: "Webhook Management",
    part: "webhooks/DeliveriesPage",
    layout: "dashboard",
  },
  {
    path: paths.integrations,
    title: "Integrations",
    part: "showcase/IntegrationsPage",
    layout: "dashboard",
    nav: { locked: true },
  },
  {
    path: paths.api,
    title: "API Access",
    part: "api_keys/ApiKeysPage",
    feature: "api",
    showcase: "showcase/ApiPage",
    layout: "dashboard",
    nav: {},
  },
  {
    path: paths.team,
    title: "Team Management",
    part: "team/TeamPage",
    layout: "dashboard",
    nav: { label: "Team" },
  },
  {
    path: paths.settings,
    title: "Settings",
    part: "settings/SettingsPage",
    layout: "dashboard",
    nav: {},
  },
  { path: paths.inbox, title: "Inbox", part: "inbox/InboxPage", layout: "inbox" },
] as const satisfies readonly Page[];

const member = ["session/RequireSession", "plan/PlanWall", "palette/WithPalette"] as const;
/** What is drawn around the pages of each layout, from the outside in. */
export const around = { inbox: member, dashboard: [...member, "dashboard/DashboardShell"] } as const;

/** The pages that need a member. */
export type MemberPage = Extract<(typeof pages)[number], { layout: string }>;
export const isMemberPage = (page: (typeof pages)[number]): page is MemberPage => "layout" in page;

/** Whether a browser at `pathname` shows the page of this path: as in the router, whatever the case, and a last slash. */
export function isAt(path: string, pathname: string): boolean {
  const [fixed = "", part] = path.split(":");
  const at = pathname.toLowerCase();
  return part === undefined ? at === fixed || at === `${fixed}/` : at.startsWith(fixed) && at !== fixed;
}
