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
  ["debounce", 500, "D05, D41"],
  ["pageSize", 5, "D09, E04, F05, G11"],
  ["recentEmails", 10, "C37"],
  ["recentNotifications", 20, "C34, K27"],
  ["notificationDescription", 100, "C35"],
  ["count", 1001, "K26, P100"],
  ["dashboardSkeleton", 1_500, "C06, P49"],
  ["redirectDelay", 2_000, "B81, P46"],
  ["toast", 10_000, "M02"],
  ["serverErrorToast", 8_000, "M03, M09, D63"],
  ["toastTick", 50, "M04"],
  ["inviteToast", 5_000, "M12, G25"],
  ["webhookCopyNotice", 2_000, "M12, F31"],
  ["inboxCopyNotice", 1_000, "M12, I07"],
  ["inboxNewMailNotice", 3_000, "M12, I46"],
  ["inboxPageSize", 20, "I34"],
  ["inboxLoadMore", 100, "I35"],
  ["inboxPreview", 120, "I56"],
  ["inboxRowPreview", 80, "I57"],
  ["inboxLivePreview", 100, "I47"],
  ["inboxSkeletonRows", 5, "I26"],
  ["inboxFrameHeight", 600, "I29"],
  [
    "live",
    { reconnectionDelay: 1_000, reconnectionDelayMax: 5_000, randomizationFactor: 0.5, timeout: 20_000 },
    "I80 to I82",
  ],
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
