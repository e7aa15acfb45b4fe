import { contracts } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import type * as z from "zod/mini";
import { type AnalyticsEvent, analyticsEvents } from "./analyticsNames.ts";
import { callEvents, eventsOf } from "./callEvents.ts";

const ok = { ok: true, body: { message: { success: true } } };
const refused = { ok: false, body: {} };
const saidNo = { ok: true, body: { message: { success: false } } };
const { register, reset_user, session, team, domain, email, webhook } = contracts;

/** The calls whose outcome is tracked, with the events of a success and those of a failure. */
const told: [path: string, done: AnalyticsEvent[], failed: AnalyticsEvent[]][] = [
  [session.login.path, ["login_success"], ["login_failure"]],
  [session.logout.path, ["logout"], []],
  [register.create_account.path, ["signup_complete", "registration_success"], ["registration_failure"]],
  [register.verify_otp.path, ["otp_verified"], ["otp_failed"]],
  [register.resend_otp.path, ["otp_resent"], []],
  [reset_user.reset_user_password.path, ["password_reset_requested"], []],
  [reset_user.validate_otp.path, ["password_reset_completed"], []],
  [email.create_email.path, ["email_created"], ["email_creation_failed"]],
  [email.toggle_email.path, ["email_deactivated"], []],
  [team.invite_team_member.path, ["member_invited"], ["member_invitation_failed"]],
  [team.update_team_member.path, ["member_updated"], []],
  [domain.add_domain.path, ["domain_added"], ["domain_addition_failed"]],
  [domain.verify_domain.path, ["domain_verified"], ["domain_unverified"]],
  [domain.remove_domain.path, ["domain_removed"], []],
  [webhook.create_webhook.path, ["webhook_created"], ["webhook_creation_failed"]],
  [webhook.update_webhook.path, ["webhook_updated"], []],
  [webhook.enable_disable_webhook.path, ["webhook_deactivated"], []],
  [webhook.delete_webhook.path, ["webhook_deleted"], []],
];

describe("eventsOf (N24 to N31, N34)", () => {
  it.each(told)("for %s is %j on success and %j on failure", (path, done, failed) => {
    expect(eventsOf({ path }, {}, ok)).toEqual(done);
    expect(eventsOf({ path }, {}, refused)).toEqual(failed);
  });

  it("is empty for every other call", () => {
    expect(new Set(Object.keys(callEvents))).toEqual(new Set(told.map(([path]) => path)));
    expect(eventsOf(session.get_logged_user, {}, ok)).toEqual([]);
    expect(eventsOf(session.get_logged_user, {}, refused)).toEqual([]);
  });

  it.each([
    [session.login.path, { ok: true, body: { message: "a@b.example" } }, ["login_success"]],
    [session.login.path, { ok: true, body: { message: "Guest" } }, ["login_failure"]],
    [session.login.path, { ok: true, body: undefined }, ["login_failure"]],
    [register.create_account.path, saidNo, ["registration_failure"]],
    [domain.verify_domain.path, { ok: true, body: { message: { is_verified: 1 } } }, ["domain_verified"]],
  ])("for %s, answered with %j, is %j", (path, answer, events) => {
    expect(eventsOf({ path }, {}, answer)).toEqual(events);
  });

  it("distinguishes activation from deactivation (N34)", () => {
    const switched = (enable: 0 | 1): z.input<typeof webhook.enable_disable_webhook.input> => ({
      webhook_name: "w",
      enable,
    });
    expect(eventsOf(email.toggle_email, { email: "a@b.example", action: "activate" }, ok)).toEqual(["email_activated"]);
    expect(eventsOf(email.toggle_email, { email: "a@b.example" }, ok)).toEqual(["email_deactivated"]);
    expect(eventsOf(webhook.enable_disable_webhook, switched(1), ok)).toEqual(["webhook_activated"]);
    expect(eventsOf(webhook.enable_disable_webhook, switched(0), ok)).toEqual(["webhook_deactivated"]);
  });
});

it("every event that has a name is raised somewhere", () => {
  const files = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const sources = Object.values(files).join("\n");
  const ofCalls = Object.entries(callEvents).flatMap(([path, { failed }]) => [
    ...eventsOf({ path }, { action: "activate", enable: 1 }, ok),
    ...eventsOf({ path }, { enable: 0 }, ok),
    failed,
  ]);
  const raised = (event: string) => ofCalls.includes(event as never) || sources.includes(`track("${event}"`);
  expect(analyticsEvents.filter((event) => !raised(event))).toEqual([]);
});
