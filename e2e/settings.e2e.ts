import { profile } from "@mayfly/contracts";
import { profileLoadTexts } from "@mayfly/web/data/texts/profile";
import { faults } from "./axe.ts";
import { field } from "./page.ts";
import { expect } from "./server.ts";
import { ada, test } from "./settings_page.ts";
import { fails, nothingAsked, says, stub, stubPlan } from "./stub.ts";

test("says once that the profile cannot be loaded, and loads it on request (C39)", async ({ page }) => {
  await stub(page, profile.get_profile, fails);
  await page.goto("/dashboard/settings");
  await expect(page.getByRole("tab", { name: "Profile" })).toBeVisible();
  await expect(page.getByText(profileLoadTexts.failed)).toHaveCount(1);
  await stub(page, profile.get_profile, says(ada));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByLabel("Full name")).toHaveValue(ada.full_name);
  await expect(page.getByText(profileLoadTexts.failed)).toHaveCount(0);
});

test("opens at the profile, keeps the tab in the URL, and keeps text typed in another tab (H01)", async ({ page }) => {
  await page.goto("/dashboard/settings");
  await expect(page.getByRole("tab")).toHaveText([
    "Profile",
    "Security",
    "Notifications",
    "Company",
    "Branding",
    "SSO",
    "Plan",
  ]);
  await expect(page.getByRole("tab", { name: "Profile" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("tab", { name: "Profile" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/dashboard/settings?tab=security");
  await field(page, "Current password").fill("kept");
  await page.getByRole("tab", { name: "Plan" }).click();
  await page.getByRole("tab", { name: "Security" }).click();
  await expect(field(page, "Current password")).toHaveValue("kept");
  await page.reload();
  await expect(field(page, "Current password")).toBeVisible();
  // The focus ring is for the keyboard only.
  const tab = page.getByRole("tab", { name: "Plan" });
  await tab.click();
  await expect(tab).toBeFocused();
  await expect(tab).toHaveCSS("outline-style", "none");
});

test("every tab passes axe's checks", async ({ page }) => {
  await page.goto("/dashboard/settings");
  for (const name of ["Profile", "Security", "Notifications", "Company", "Branding", "SSO", "Plan"]) {
    await page.getByRole("tab", { name }).click();
    await expect(page.getByRole("tabpanel", { name }).getByRole("heading")).toBeVisible();
    if (name === "Security") await field(page, "New password").fill("Abcdefgh");
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);
    expect(await faults(page), name).toEqual([]);
  }
});

test.describe("on a touch screen", () => {
  test.use({ hasTouch: true });

  test("every field has text of 16 px, so that a phone does not zoom into it", async ({ page }) => {
    const sizes = () =>
      page
        .locator("input:not([type=radio]), select, textarea")
        .filter({ visible: true })
        .evaluateAll((all) => all.map((each) => `${each.localName} ${getComputedStyle(each).fontSize}`));
    await page.goto("/dashboard/settings?tab=sso");
    await expect(page.getByRole("tabpanel").getByText("Coming soon")).toBeVisible();
    expect(new Set(await sizes())).toEqual(new Set(["input 16px", "select 16px", "textarea 16px"]));
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(new Set(await sizes())).toEqual(new Set(["input 16px", "select 16px", "textarea 16px"]));
  });
});

test("branding and single sign-on are locked (H46, H47, O22 to O34)", async ({ page }) => {
  const posts: string[] = [];
  await page.goto("/dashboard/settings?tab=branding");
  page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
  await expect(page.getByRole("tabpanel").getByText("Coming soon")).toBeVisible();
  for (const label of ["Company name", "Logo", "Primary color", "Secondary color", "Font family", "Custom CSS"])
    await expect(field(page, label)).toBeDisabled();
  await expect(field(page, "Primary color")).toHaveValue("#000000");
  await expect(field(page, "Secondary color")).toHaveValue("#6B7280");
  expect(await field(page, "Font family").locator("option").allTextContents()).toEqual([
    "Inter",
    "Roboto",
    "Open Sans",
    "Lato",
  ]);

  await page.getByRole("tab", { name: "SSO" }).click();
  await expect(page.getByRole("tabpanel").getByText("Coming soon")).toBeVisible();
  for (const label of ["Enabled", "Provider", "Entity ID", "SSO URL", "X509 certificate", "Attribute mapping"])
    await expect(field(page, label)).toBeDisabled();
  expect(await field(page, "Provider").locator("option").allTextContents()).toEqual(["saml", "oauth", "ldap"]);
  await nothingAsked(page, posts);
});

test("branding and single sign-on are labelled Enterprise below Business (O22, P09)", async ({ page }) => {
  await stubPlan(page, {}, {});
  for (const tab of ["branding", "sso"]) {
    await page.goto(`/dashboard/settings?tab=${tab}`);
    await expect(page.getByRole("tabpanel").getByText("Enterprise")).toBeVisible();
  }
});
