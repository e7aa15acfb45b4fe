export const paths = {
  login: "/login",
  register: "/register",
  forgetPassword: "/forget-password",
  dashboard: "/dashboard",
  emails: "/dashboard/emails",
  domains: "/dashboard/domains",
  webhooks: "/dashboard/webhooks",
  integrations: "/dashboard/integrations",
  api: "/dashboard/api",
  team: "/dashboard/team",
  settings: "/dashboard/settings",
  inbox: "/inbox",
  app: "/app",
  /** These two are on the marketing site and open in a new tab. */
  support: "/homepage#contact",
  pricing: "/homepage#pricing",
} as const;

export const inboxOf = (address: string) => `${paths.inbox}?email=${encodeURIComponent(address)}`;
