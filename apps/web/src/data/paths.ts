import { pageSetting } from "./pageSetting.ts";

const homepage = "/homepage";
const marketing = pageSetting("marketing-url") ?? homepage;

export const paths = {
  login: "/login",
  register: "/register",
  verifyOtp: "/verify-otp",
  /** The name of the same page in one reading of the specification (requirement P26). */
  verify: "/verify",
  forgetPassword: "/forget-password",
  dashboard: "/dashboard",
  emails: "/dashboard/emails",
  search: "/dashboard/search",
  domains: "/dashboard/domains",
  webhooks: "/dashboard/webhooks",
  integrations: "/dashboard/integrations",
  api: "/dashboard/api",
  team: "/dashboard/team",
  settings: "/dashboard/settings",
  inbox: "/inbox",
  app: "/app",
  demoAccounts: "/demo-accounts",
  /** Asks before a link of a message opens another app: the contracts' `appLinkPage`, without the rest of its file. */
  appLink: "/open",
  homepage,
  /** These two are on the marketing site (requirement P30) and open in a new tab. */
  support: `${marketing}#contact`,
  pricing: `${marketing}#pricing`,
} as const;
