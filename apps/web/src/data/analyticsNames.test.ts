import { describe, expect, it } from "vitest";
import { analyticsEvents, analyticsPage } from "./analyticsNames.ts";

describe("Pages in analytics", () => {
  it.each([
    ["/", "Home"],
    ["/homepage", "Home"],
    ["/login", "Login"],
    ["/register", "Register"],
    ["/verify-otp", "Verify OTP"],
    ["/forget-password", "Forgot Password"],
    ["/dashboard", "Dashboard"],
    ["/dashboard/", "Dashboard"],
    ["/dashboard/emails", "Email Management"],
    ["/dashboard/domains", "Domain Management"],
    ["/dashboard/webhooks", "Webhook Management"],
    ["/dashboard/integrations", "Integrations"],
    ["/dashboard/api", "API Access"],
    ["/dashboard/team", "Team Management"],
    ["/dashboard/settings", "Settings"],
    ["/inbox", "Inbox"],
    ["/demo-accounts", "Demo Accounts"],
    ["/foo-bar", "Foo Bar"],
    ["/foo/bar_baz", "Foo Bar Baz"],
    ["/constructor", "Constructor"],
    ["/%C3%BCber%20uns", "Über Uns"],
    ["/100%", "100%"],
  ])("%s has the title %s (N05 to N20, P110)", (path, title) => {
    expect(analyticsPage(path).page_title).toBe(title);
  });

  it("have paths without a reset token or a webhook's name (P111)", () => {
    for (const path of ["/forget-password/s3cret", "/Forget-Password/s3cret"]) {
      expect(analyticsPage(path)).toEqual({ page_path: "/forget-password/:id", page_title: "Forgot Password" });
    }
    expect(analyticsPage("/dashboard/webhooks/w1")).toEqual({
      page_path: "/dashboard/webhooks/:name",
      page_title: "Webhook Management",
    });
  });
});

it("analytics events have unique names in snake case", () => {
  expect(new Set(analyticsEvents).size).toBe(analyticsEvents.length);
  for (const name of analyticsEvents) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
});
