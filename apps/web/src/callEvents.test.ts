import { analyticsEvents, contracts } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { callEvents, eventsOf } from "./callEvents.ts";

const ok = { ok: true, body: { message: { success: true } } };
const refused = { ok: false, body: {} };
const saidNo = { ok: true, body: { message: { success: false } } };
const { domain, session, email, webhook, register } = contracts;

describe("What analytics is told of calls", () => {
  it("is about calls that exist", () => {
    const paths = Object.values(contracts).flatMap((feature) => Object.values(feature).map(({ path }) => path));
    for (const path of Object.keys(callEvents)) expect(paths).toContain(path);
  });

  it.each([
    [session.login, { ok: true, body: { message: "a@b.example" } }, ["login_success"]],
    [session.login, { ok: true, body: { message: "Guest" } }, ["login_failure"]],
    [session.login, refused, ["login_failure"]],
    [session.login, { ok: true, body: undefined }, ["login_failure"]],
    [session.logout, { ok: true, body: {} }, ["logout"]],
    [register.create_account, ok, ["signup_complete", "registration_success"]],
    [register.create_account, saidNo, ["registration_failure"]],
    [domain.verify_domain, { ok: true, body: { message: { is_verified: 1 } } }, ["domain_verified"]],
    [domain.verify_domain, refused, ["domain_unverified"]],
    [email.create_email, ok, ["email_created"]],
    [email.create_email, refused, ["email_creation_failed"]],
    [session.get_logged_user, refused, []],
  ])("%o, answered with %o, is %j", (contract, answer, events) => {
    expect(eventsOf(contract, {}, answer)).toEqual(events);
  });

  it("tells switching on from switching off (N34)", () => {
    expect(eventsOf(email.toggle_email, { email: "a@b.example", action: "activate" }, ok)).toEqual(["email_activated"]);
    expect(eventsOf(email.toggle_email, { email: "a@b.example" }, ok)).toEqual(["email_deactivated"]);
    expect(eventsOf(webhook.enable_disable_webhook, { enabled: 1 }, ok)).toEqual(["webhook_activated"]);
    expect(eventsOf(webhook.enable_disable_webhook, { enabled: 0 }, ok)).toEqual(["webhook_deactivated"]);
  });
});

it("every event that has a name is raised somewhere", () => {
  const files = import.meta.glob<string>(["./**/*.{ts,tsx}", "!./**/*.test.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const sources = Object.values(files).join("\n");
  const ofCalls = Object.entries(callEvents).flatMap(([path, { failed }]) => [
    ...eventsOf({ path }, { action: "activate", enabled: 1 }, ok),
    ...eventsOf({ path }, { enabled: 0 }, ok),
    failed,
  ]);
  const raised = (event: string) => ofCalls.includes(event as never) || sources.includes(`track("${event}"`);
  expect(analyticsEvents.filter((event) => !raised(event))).toEqual([]);
});
