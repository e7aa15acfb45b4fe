/** The name of every event sent to the tag container (requirement P112). */
export const analyticsEvents = [
  "page_view",
  "login_success",
  "login_failure",
  "logout",
  "signup_start",
  "signup_personal_info",
  "signup_company_info",
  "signup_complete",
  "registration_success",
  "registration_failure",
  "otp_verified",
  "otp_failed",
  "otp_resent",
  "password_reset_requested",
  "password_reset_completed",
  "email_created",
  "email_creation_failed",
  "email_activated",
  "email_deactivated",
  "email_copied",
  "member_invited",
  "member_invitation_failed",
  "member_updated",
  "domain_added",
  "domain_addition_failed",
  "domain_verified",
  "domain_unverified",
  "domain_removed",
  "webhook_created",
  "webhook_creation_failed",
  "webhook_updated",
  "webhook_activated",
  "webhook_deactivated",
  "webhook_deleted",
  "plan_upgrade_prompt",
  "plan_expired",
  "error",
] as const;
export type AnalyticsEvent = (typeof analyticsEvents)[number];

const titles: Readonly<Record<string, string>> = {
  "/": "Home",
  "/homepage": "Home",
  "/login": "Login",
  "/register": "Register",
  "/verify-otp": "Verify OTP",
  "/verify": "Verify OTP",
  "/forget-password": "Forgot Password",
  "/forget-password/:id": "Forgot Password",
  "/dashboard": "Dashboard",
  "/dashboard/emails": "Email Management",
  "/dashboard/domains": "Domain Management",
  "/dashboard/webhooks": "Webhook Management",
  "/dashboard/webhooks/:name": "Webhook Management",
  "/dashboard/integrations": "Integrations",
  "/dashboard/api": "API Access",
  "/dashboard/team": "Team Management",
  "/dashboard/settings": "Settings",
  "/inbox": "Inbox",
  "/demo-accounts": "Demo Accounts",
  "/open": "Open App Link",
};

/** The page as analytics knows it, without the token of a password reset and the names of things. */
export function analyticsPage(pathname: string): { page_path: string; page_title: string } {
  const page_path = (pathname.replace(/\/+$/, "") || "/")
    .replace(/^\/forget-password\/.+/i, "/forget-password/:id")
    .replace(/^\/dashboard\/webhooks\/.+/i, "/dashboard/webhooks/:name")
    .slice(0, 140);
  return { page_path, page_title: (Object.hasOwn(titles, page_path) && titles[page_path]) || titleCase(page_path) };
}

/** `/foo-bar` becomes Foo Bar. */
const titleCase = (path: string) =>
  decoded(path)
    .split(/[/_\s-]+/)
    .filter(Boolean)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(" ");

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
