import { companySizes, profile, registerTexts, texts } from "@mayfly/contracts";
import { profileScreenTexts } from "@mayfly/web/features/settings/texts";
import { memberTexts } from "@mayfly/web/parts/texts";
import type { Page } from "@playwright/test";
import { button, field, visit } from "./page.ts";
import { expect } from "./server.ts";
import { ada, done, fields, test } from "./settings_page.ts";
import { fails, hold, nothingAsked, refuses, says, stub } from "./stub.ts";

test.describe("the company", () => {
  const open = (page: Page) => page.goto("/dashboard/settings?tab=company");
  const labels = {
    size: "Company size",
    industry: "Industry",
    website: "Website",
    phone: "Phone",
    email: "Company email",
  };

  test("can be changed by an Administrator, who can clear each field (H37 to H43)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    await open(page);
    await expect(field(page, labels.size)).toHaveValue("11-50");
    expect(await field(page, labels.size).locator("option").allTextContents()).toEqual([
      "Not specified",
      ...companySizes,
    ]);
    await expect(field(page, labels.industry)).toHaveValue("Machines");
    for (const [label, type, value] of [
      [labels.website, "url", "https://engines.test"],
      [labels.phone, "tel", "+44 20 7946 0000"],
      [labels.email, "email", "hello@engines.test"],
    ] as const) {
      await expect(field(page, label)).toHaveAttribute("type", type);
      await expect(field(page, label)).toHaveValue(value);
    }
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, labels.website).fill("no website");
    await button(page, "Save changes").click();
    await expect(field(page, labels.website)).toHaveAccessibleDescription(texts.websiteInvalid);
    await nothingAsked(page, calls);
    await field(page, labels.size).selectOption("");
    for (const label of [labels.industry, labels.website, labels.phone, labels.email]) await field(page, label).clear();
    await button(page, "Save changes").dblclick();
    await expect(page.getByText(profileScreenTexts.companyUpdated).first()).toBeVisible();
    expect(calls.map(fields)).toEqual([
      { company_size: "", industry: "", company_website: "", company_phone: "", company_email: "" },
    ]);
    // What is there is saved, and so nothing to save again (Y11).
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, labels.industry).fill("Looms");
    await expect(button(page, "Save changes")).toBeEnabled();
    await field(page, labels.industry).clear();
    await expect(button(page, "Save changes")).toBeDisabled();
  });

  test("saves only the changed fields, since others may have changed the rest (P83)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    await open(page);
    await field(page, labels.industry).fill("Looms");
    await button(page, "Save changes").click();
    await expect(page.getByText(profileScreenTexts.companyUpdated)).toBeVisible();
    await field(page, labels.phone).fill("+44 20 7946 0001");
    await button(page, "Save changes").click();
    await expect.poll(() => calls.map(fields)).toEqual([{ industry: "Looms" }, { company_phone: "+44 20 7946 0001" }]);
  });

  test("keeps what is typed while it is being saved", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    const save = await hold(page, profile.update_profile);
    await open(page);
    await field(page, labels.website).fill("looms.test");
    await field(page, labels.industry).fill("Looms");
    await page.keyboard.press("Enter");
    await field(page, labels.industry).fill("Looms and machines");
    await field(page, labels.phone).fill("+44 20 7946 0001");
    save();
    await expect(page.getByText(profileScreenTexts.companyUpdated)).toBeVisible();
    await expect(field(page, labels.website)).toHaveValue("https://looms.test");
    await expect(field(page, labels.industry)).toHaveValue("Looms and machines");
    await expect(field(page, labels.phone)).toBeFocused();
    await page.keyboard.type("23");
    await button(page, "Save changes").click();
    await expect
      .poll(() => calls.map(fields))
      .toEqual([
        { industry: "Looms", company_website: "https://looms.test" },
        { industry: "Looms and machines", company_phone: "+44 20 7946 000123" },
      ]);
  });

  test("says without a toast that it cannot be saved (H44, M10), and at the field that its email is taken", async ({
    page,
  }) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await stub(page, profile.update_profile, fails);
    await open(page);
    await field(page, labels.industry).fill("Looms");
    await button(page, "Save changes").click();
    await expect(page.getByText(profileScreenTexts.companyUnsaved)).toHaveCount(1);
    await expect(page.getByRole("tabpanel").getByText(profileScreenTexts.companyUnsaved)).toBeVisible();
    await expect.poll(() => logged.join()).toContain("could not be saved");
    await expect(field(page, labels.industry)).toHaveValue("Looms");

    await stub(page, profile.update_profile, refuses(417, registerTexts.companyEmailTaken));
    await field(page, labels.email).fill("taken@engines.test");
    await button(page, "Save changes").click();
    await expect(field(page, labels.email)).toHaveAccessibleDescription(registerTexts.companyEmailTaken);
    await expect(field(page, labels.email)).toBeFocused();
    await expect(field(page, labels.email)).toHaveValue("taken@engines.test");
  });

  test("is read-only for a Member (P54)", async ({ page }) => {
    await stub(page, profile.get_profile, says({ ...ada, role: "Member" }));
    await open(page);
    await expect(page.getByText(memberTexts.companyReadOnly)).toBeVisible();
    for (const label of Object.values(labels)) await expect(field(page, label)).toBeDisabled();
    await expect(button(page, "Save changes")).toBeHidden();
    const card = page.locator("section").filter({ hasText: memberTexts.companyReadOnly });
    await expect(card.locator("div:empty")).toHaveCount(0);
  });
});

test("shows what was changed elsewhere in the company, but keeps a field that is edited here", async ({ page }) => {
  await page.clock.install();
  let known = ada;
  await stub(page, profile.get_profile, (route) => route.fulfill(says(known)));
  await page.goto("/dashboard/settings?tab=company");
  await expect(field(page, "Industry")).toHaveValue("Machines");
  await visit(page, "Domains");
  const reply = await hold(page, profile.get_profile);
  await page.clock.setSystemTime(Date.now() + 31_000);
  known = { ...ada, company: { ...ada.company, industry: "Looms", company_phone: "+44 20 7946 0002" } };
  await page.goBack();
  await field(page, "Phone").fill("+44 20 7946 0003");
  reply();
  await expect(field(page, "Industry")).toHaveValue("Looms");
  await expect(field(page, "Phone")).toHaveValue("+44 20 7946 0003");
});
