import { profile, texts } from "@mayfly/contracts";
import { test as base } from "./server.ts";
import { fails, refuses, says, stub } from "./stub.ts";

// Shared by the tests of the settings: whose they are, and how calls are answered.

export const done = says({ success: true, message: "" });
export const fields = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));

export const ada = {
  full_name: "Ada Lovelace",
  email: "ada@engines.test",
  company_name: "Analytical Engines",
  role: "Administrator",
  company: {
    company_size: "11-50",
    industry: "Machines",
    company_website: "https://engines.test",
    company_phone: "+44 20 7946 0000",
    company_email: "hello@engines.test",
  },
};

/** Each test begins with Ada's session. */
export const test = base.extend({
  page: async ({ page, startSession }, use) => {
    await stub(page, profile.get_profile, says(ada));
    await startSession();
    await use(page);
  },
});

/** The three ways in which a call of the settings fails (requirement P85). */
export const failures = (failed: string, network: string, thrown: string) =>
  [
    [fails, failed],
    ["no connection", network],
    [says(7), thrown],
    [refuses(429, texts.tooManyRequests(60)), texts.tooManyRequests(60)],
  ] as const;
