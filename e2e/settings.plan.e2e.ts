import { type CompanyPlan, plan, texts } from "@mayfly/contracts";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { planTabTexts } from "@mayfly/web/features/settings/texts";
import { planLimitTexts } from "@mayfly/web/parts/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { expect } from "./server.ts";
import { test } from "./settings_page.ts";
import { fails, refuses, says, stub, withContact } from "./stub.ts";

test.describe("the plan", () => {
  const feature = (name: string, available: 0 | 1, unlimited: 0 | 1, limit: number) => ({
    feature: name,
    available,
    unlimited,
    limit,
    label: `Label of ${name}`,
    description: `Description of ${name}`,
  });
  const professional = {
    plan: "Professional",
    price: 49,
    non_expiry_plan: 0,
    company: "c",
    expiry_date: "2099-01-31",
    forced_expiry: 3600,
    features: [
      feature("domain", 1, 0, 5),
      feature("webhook", 0, 0, 0),
      feature("team", 1, 0, 0),
      feature("email", 1, 1, 7),
      // On or off only, whatever the row says.
      feature("public_email", 1, 1, 0),
      feature("api", 1, 0, 0),
      feature("email_expiry", 0, 1, 0),
    ],
  } as const satisfies Omit<CompanyPlan, "features"> & { features: readonly unknown[] };
  const open = (page: Page) => page.goto("/dashboard/settings?tab=plan");

  test("shows price, counts and each feature (H48 to H53, P15 to P19)", async ({ page }) => {
    await stub(page, plan.get_company_plan, says(professional));
    await stub(page, plan.get_stats, says({ domain: 5, webhook: 1, team: 2, email: 1, expiry_date: "" }));
    await open(page);
    await expect(page.getByText(planTabTexts.price(49))).toBeVisible();
    await expect(page.getByText("Good through Jan 31, 2099.")).toBeVisible();
    for (const [label, count] of [
      ["Available features", "5"],
      ["Unavailable features", "2"],
      ["Unlimited features", "2"],
    ] as const) {
      await expect(
        page.getByRole("definition").nth(["A", "Una", "Unl"].findIndex((start) => label.startsWith(start))),
      ).toHaveText(count);
    }
    const rows = page.getByRole("tabpanel").getByRole("listitem");
    for (const [index, badge] of [
      planTabTexts.limit(5),
      planLimitTexts.unavailable,
      planTabTexts.unlimited,
      planTabTexts.unlimited,
      planTabTexts.available,
      planTabTexts.available,
      planLimitTexts.unavailable,
    ].entries()) {
      const { label, description } = professional.features[index] ?? { label: "", description: "" };
      const note = ["5/5 used", "", "2/∞ used", "1/∞ used", "", "", "1 hour, set by your plan"][index];
      await expect(rows.nth(index)).toHaveText(`${label}${description}${note}${badge}`);
    }
    const meter = page.getByRole("meter");
    await expect(meter).toHaveCount(1);
    await expect(meter).toHaveAccessibleName("Label of domain");
    expect(await faults(page)).toEqual([]);
  });

  test("shows how much is used as bars, and the way up (Y09)", async ({ page }) => {
    await withContact(page, "sales@mail.example");
    const small = [feature("domain", 1, 0, 4), feature("email", 1, 0, 5)];
    const starter = { ...professional, plan: "Starter", company: "Lakeside", features: small };
    await stub(page, plan.get_company_plan, says(starter));
    await stub(page, plan.get_stats, fails);
    await open(page);
    const tab = page.getByRole("tabpanel");
    await expect(tab.getByText(planTabTexts.usageFailed)).toBeVisible();
    await stub(page, plan.get_stats, says({ domain: 1, webhook: 0, team: 1, email: 7, expiry_date: "" }));
    await tab.getByRole("button", { name: "Try again" }).click();
    await expect(tab.getByText(planTabTexts.usageFailed)).toBeHidden();
    const bar = (name: string) => tab.getByRole("meter", { name: `Label of ${name}` });
    const filled = (name: string) =>
      bar(name).evaluate((meter) => (meter.firstElementChild?.clientWidth ?? 0) / meter.clientWidth);
    await expect(bar("domain")).toHaveAttribute("aria-valuetext", "1/4 used");
    expect(await filled("domain")).toBeCloseTo(0.25);
    // More than the plan allows, as after a change to a smaller one.
    await expect(bar("email")).toHaveAttribute("aria-valuetext", "7/5 used");
    expect(await filled("email")).toBe(1);

    await expect(tab.getByRole("link", { name: planLimitTexts.upgradePlan })).toHaveAttribute("href", /#pricing$/);
    const contact = tab.getByRole("link", { name: "sales@mail.example" });
    await expect(contact).toHaveAttribute("href", /^mailto:sales@mail\.example\?subject=.*Lakeside&body=.*Starter/);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    // Nothing is above Business.
    await stub(page, plan.get_company_plan, says({ ...starter, plan: "Business" }));
    await page.reload();
    await expect(contact).toBeVisible();
    await expect(tab.getByRole("link", { name: planLimitTexts.upgradePlan })).toHaveCount(0);
  });

  test("says why it cannot be shown (H54), that there is none (H55), or that it never expires (H48, P19)", async ({
    page,
  }) => {
    const { loadFailed, none } = planTabTexts;
    await stub(page, plan.get_company_plan, fails);
    await open(page);
    await expect(page.getByText(loadFailed(texts.unexpected))).toBeVisible();
    for (const [answer, text] of [
      [refuses(503, texts.unavailable), loadFailed(texts.unavailable)],
      ["no connection", loadFailed(connectionTexts.networkError)],
      [says(null), none],
    ] as const) {
      await stub(page, plan.get_company_plan, answer);
      await page.getByRole("tabpanel").getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText(text)).toBeVisible();
    }
    await stub(page, plan.get_company_plan, says({ ...professional, non_expiry_plan: 1, expiry_date: "" }));
    await page.reload();
    await expect(page.getByText(planTabTexts.neverExpires)).toBeVisible();
    await expect(page.getByText(planTabTexts.price(49))).toBeHidden();
  });
});
