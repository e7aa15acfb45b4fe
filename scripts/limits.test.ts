import { readFileSync } from "node:fs";
import path from "node:path";
import { enterprise, limits, planNames } from "@mayfly/contracts";
import { expect, it } from "vitest";

const requirements = readFileSync(path.resolve(import.meta.dirname, "../docs/spec/requirements.md"), "utf8");
const rows = new Map([...requirements.matchAll(/^\| ([A-Z]\d{2,3}) \| (.*) \|$/gm)].map(([, id, row]) => [id, row]));

const {
  expiryDays: [_never, ...expiryDays],
  prices: { starter, professional, business },
} = limits;

/** Every other test takes the numbers from the same constants as the product does. */
it.each([
  ["B37", `at least ${limits.passwordMin} characters`],
  ["B96", `at least ${limits.passwordMin} characters`],
  ["H14", `(${limits.passwordMin} chars,`],
  ["B78", `exactly ${limits.otpLength} characters`],
  ["P41", `checks length ${limits.otpLength} only`],
  ["B84", `after ${limits.otpResendWait / 1000} s `],
  ["B86", `resets to ${limits.otpResendWait / 1000} `],
  ["B50", `default ${limits.country} `],
  ["L03", `default ${limits.country})`],
  ["G20", `at least ${limits.inviteNameMin} characters`],
  ["P107", `1-${limits.prefixMax} characters`],
  ["D48", `max ${limits.emailReasonMax} characters`],
  ["L16", `reason (max ${limits.emailReasonMax})`],
  ["D49", `Never, ${expiryDays.join(", ")} days`],
  ["D09", `List of ${limits.pageSize} emails per page`],
  ["E04", `list ${limits.pageSize} per page`],
  ["F05", `List of ${limits.pageSize} per page`],
  ["G11", `List ${limits.pageSize} per page`],
  ["K26", `limit ${limits.count};`],
  ["P100", `limit ${limits.count} `],
  ["I34", `Page size ${limits.inboxPageSize} messages`],
  ["C37", `the ${limits.recentEmails} latest`],
  ["C34", `the ${limits.recentNotifications} newest`],
  ["K27", `(${limits.recentNotifications} newest)`],
  ["J25", `$${starter}, $${professional}/month, $${business}/month`],
  ["J18", `${planNames.starter}: ${limits.starterEmails} team emails`],
  ["J19", `${limits.starterDeactivationHours}-hour auto-deactivation`],
  ["J22", `${planNames.starter}, ${planNames.professional}, ${enterprise}`],
  ["J23", `${planNames.starter}, ${planNames.professional}, ${planNames.business}`],
  ["P08", `landing shows '${enterprise}', dashboard '${planNames.business}'`],
])("requirement %s says %j, as the product's constants do", (id, words) => {
  expect(rows.get(id)).toContain(words);
});
