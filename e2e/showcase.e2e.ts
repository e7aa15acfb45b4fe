import { faults } from "./axe.ts";
import { expect, test } from "./server.ts";
import { nothingAsked, stubPlan } from "./stub.ts";

const groups = {
  Communication: ["Slack", "Microsoft Teams", "Discord"],
  Automation: ["n8n", "Zapier"],
  Development: ["GitHub", "GitLab"],
  Data: ["Airtable"],
};

const endpoints = [
  "GET/api/v1/emails",
  "POST/api/v1/emails",
  "GET/api/v1/emails/{id}/messages",
  "DELETE/api/v1/emails/{id}",
  "GET/api/v1/domains",
  "POST/api/v1/webhooks",
];

test.describe("showcases", () => {
  test("Integrations lists eight integrations as coming soon, without controls (O01 to O11, O22, P09, P132)", async ({
    page,
    enter,
  }) => {
    await enter("/dashboard/integrations");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1, name: "Integrations" })).toBeVisible();
    // The demo company is on Business.
    await expect(main.getByText("Enterprise")).toHaveCount(0);
    await expect(main.getByText("Coming soon").first()).toBeVisible();
    for (const [group, names] of Object.entries(groups)) {
      const cards = main.getByRole("region", { name: group }).getByRole("listitem");
      await expect(cards.getByRole("heading")).toHaveText(names);
      await expect(cards.getByText("Coming soon")).toHaveCount(names.length);
    }
    await expect(main.locator("[data-integration]")).toHaveCount(8);
    await expect(main.locator("a, button, input")).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
  });

  test("Integrations is labelled Enterprise on the other plans (O01, O22, P09)", async ({ page, enter }) => {
    await stubPlan(page, {}, {});
    await enter("/dashboard/integrations");
    const main = page.getByRole("main");
    await expect(main.getByText("Enterprise", { exact: true })).toBeVisible();
    await expect(main.getByText("Coming soon")).toHaveCount(8);
  });

  test("API Access says why it is locked and leads to the plans that have it (O12 to O22, P133, Q01)", async ({
    page,
    enter,
  }) => {
    await stubPlan(page, {}, {});
    await enter("/dashboard/api");
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1, name: "API Access" })).toBeVisible();
    for (const plan of ["Professional", "Enterprise"])
      await expect(main.getByText(plan, { exact: true })).toBeVisible();
    await expect(main.getByRole("alert")).toHaveText(
      "API access is not available in your current plan. Professional and Business include it. Upgrade Plan",
    );
    await expect(main.getByRole("link", { name: "Upgrade Plan" })).toHaveAttribute("href", /#pricing$/);
    await expect(main.getByText(/^mfly_•+$/)).toBeVisible();
    await expect(main.getByRole("list", { name: "Features" }).getByRole("listitem")).toHaveCount(4);
    await expect(main.getByRole("code")).toHaveText(endpoints);
    await expect(main.getByRole("link", { name: "API reference" })).toHaveAttribute("href", "/api/v1/docs");
    await expect(main.locator("button, input")).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
  });

  test("make no calls of their own (O01)", async ({ page, enter }) => {
    await stubPlan(page, {}, {});
    await enter();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
    for (const name of ["Integrations", "API Access"]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    }
    await nothingAsked(page, calls);
  });
});

test("/demo-accounts is open and shows only a heading (A65, P27)", async ({ page }) => {
  await page.goto("/demo-accounts");
  await expect(page.getByRole("heading", { name: "Demo Accounts" })).toBeVisible();
  await expect(page.locator("main")).toHaveText("Demo Accounts");
  expect(await faults(page)).toEqual([]);
});
