import { expect, it } from "vitest";
import { enterprise, limits, planNames } from "./limits.ts";

/** Repeats the requirements' numbers: every other test takes them from the same constants as the product does. */
it.each<[name: keyof typeof limits, value: unknown, rows: string]>([
  ["passwordMin", 8, "B37, B96, H14"],
  ["otpLength", 6, "B76, B78, P41"],
  ["otpResendWait", 30_000, "B84, B86"],
  ["country", "US", "B50, L03"],
  ["inviteNameMin", 2, "G20"],
  ["prefixMax", 64, "P107"],
  ["emailReasonMax", 150, "D48, L16"],
  ["expiryDays", [0, 1, 7, 30, 90, 365], "D49"],
  ["pageSize", 5, "D09, E04, F05, G11"],
  ["count", 1001, "K26, P100"],
  ["inboxPageSize", 20, "I34"],
  ["recentEmails", 10, "C37"],
  ["recentNotifications", 20, "C34, K27"],
  ["prices", { starter: 0, professional: 49, business: 199 }, "J25"],
  ["starterEmails", 5, "J18"],
  ["starterDeactivationHours", 24, "J19"],
])("%s is %j (%s)", (name, value) => {
  expect(limits[name]).toEqual(value);
});

it("plans have the required names (J22, J23, P08)", () => {
  expect(planNames).toEqual({ starter: "Starter", professional: "Professional", business: "Business" });
  expect(enterprise).toBe("Enterprise");
});
