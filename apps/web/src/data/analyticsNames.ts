import { isAt, pages } from "./pages.ts";
import { paths } from "./paths.ts";

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

/** The page as analytics knows it, without the token of a password reset and the names of things. */
export function analyticsPage(pathname: string): { page_path: string; page_title: string } {
  const plain = pathname.replace(/\/+$/, "") || "/";
  const page = pages.find(({ path }) => isAt(path, plain));
  const page_path = (page?.path.includes(":") ? page.path : plain).slice(0, 140);
  // The landing page is no page of the app, but is counted with them.
  const title = page?.path === page_path ? page.title : page_path === paths.homepage && "Home";
  return { page_path, page_title: title || titleCase(page_path) };
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
