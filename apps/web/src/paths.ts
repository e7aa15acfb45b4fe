export const paths = {
  login: "/login",
  register: "/register",
  forgetPassword: "/forget-password",
  dashboard: "/dashboard",
  inbox: "/inbox",
  app: "/app",
  /** On the marketing site; opens in a new tab. */
  support: "/homepage#contact",
} as const;

export const inboxOf = (address: string) => `${paths.inbox}?email=${encodeURIComponent(address)}`;
