import { api, type Contract } from "@mayfly/contracts";
import type { AnalyticsEvent } from "./analyticsNames.ts";

/** An event, or a function that chooses it by the call's input. */
type Outcome = AnalyticsEvent | ((input: Readonly<Record<string, unknown>>) => AnalyticsEvent);
interface CallOutcome {
  done: readonly Outcome[];
  failed?: AnalyticsEvent;
}

const ours = `/api/method/${api}`;

/** By the path of a call, the events that analytics gets when the call succeeds or fails. */
export const callEvents: Readonly<Record<string, CallOutcome>> = {
  "/api/method/login": { done: ["login_success"], failed: "login_failure" },
  "/api/method/logout": { done: ["logout"] },
  [`${ours}.register.create_account`]: {
    done: ["signup_complete", "registration_success"],
    failed: "registration_failure",
  },
  [`${ours}.register.verify_otp`]: { done: ["otp_verified"], failed: "otp_failed" },
  [`${ours}.register.resend_otp`]: { done: ["otp_resent"] },
  [`${ours}.reset_user.reset_user_password`]: { done: ["password_reset_requested"] },
  [`${ours}.reset_user.validate_otp`]: { done: ["password_reset_completed"] },
  [`${ours}.email.create_email`]: { done: ["email_created"], failed: "email_creation_failed" },
  [`${ours}.email.toggle_email`]: {
    done: [({ action }) => (action === "activate" || action === "undo" ? "email_activated" : "email_deactivated")],
  },
  [`${ours}.team.invite_team_member`]: { done: ["member_invited"], failed: "member_invitation_failed" },
  [`${ours}.team.update_team_member`]: { done: ["member_updated"] },
  [`${ours}.domain.add_domain`]: { done: ["domain_added"], failed: "domain_addition_failed" },
  [`${ours}.domain.verify_domain`]: { done: ["domain_verified"], failed: "domain_unverified" },
  [`${ours}.domain.remove_domain`]: { done: ["domain_removed"] },
  [`${ours}.webhook.create_webhook`]: { done: ["webhook_created"], failed: "webhook_creation_failed" },
  [`${ours}.webhook.update_webhook`]: { done: ["webhook_updated"] },
  [`${ours}.webhook.enable_disable_webhook`]: {
    done: [({ enable }) => (enable === 1 ? "webhook_activated" : "webhook_deactivated")],
  },
  [`${ours}.webhook.delete_webhook`]: { done: ["webhook_deleted"] },
};

/** The events for a call's answer; `body` is undefined if there was none. */
export function eventsOf(
  { path }: Pick<Contract, "path">,
  input: object,
  { ok, body }: { ok: boolean; body: unknown },
): AnalyticsEvent[] {
  const told = Object.hasOwn(callEvents, path) ? callEvents[path] : undefined;
  if (told === undefined) return [];
  const { message } = (body ?? {}) as { message?: unknown };
  if (!ok || body === undefined || saysNo(message)) return told.failed === undefined ? [] : [told.failed];
  return told.done.map((event) => (typeof event === "string" ? event : event({ ...input })));
}

/** Some calls are refused with 200: `success: false`, or the word Guest for a login. */
const saysNo = (message: unknown) =>
  message === "Guest" || (message as { success?: unknown } | null | undefined)?.success === false;
