import { limits, profile, profileTexts, texts } from "@mayfly/contracts";
import { profileScreenTexts } from "@mayfly/web/features/settings/texts";
import { button, field, visit } from "./page.ts";
import { expect } from "./server.ts";
import { ada, done, failures, fields, test } from "./settings_page.ts";
import { allAsked, callsOf, says, stub } from "./stub.ts";

test.describe("the profile", () => {
  test.beforeEach(({ page }) => page.goto("/dashboard/settings"));

  test("changes only the name, which the navigation shows (H02 to H06)", async ({ page }) => {
    const calls = await stub(page, profile.update_profile, done);
    const company = page.getByRole("textbox", { name: "Company" });
    await expect(company).toBeDisabled();
    await expect(company).toHaveAccessibleDescription(profileTexts.companyCannotChange);
    // The name that is known, with or without blanks around it, is nothing to save (Y11).
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, "Full name").fill(`${await field(page, "Full name").inputValue()} `);
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, "Full name").fill("  ");
    await expect(button(page, "Save changes")).toBeDisabled();
    await field(page, "Full name").fill("x".repeat(limits.lineMax + 1));
    await button(page, "Save changes").click();
    await expect(field(page, "Full name")).toHaveAccessibleDescription(texts.tooLong("Full name", limits.lineMax));
    await field(page, "Full name").fill("Ada King");
    await button(page, "Save changes").dblclick();
    await expect(page.getByText(profileTexts.updated).first()).toBeVisible();
    expect(calls.map(fields)).toEqual([{ full_name: "Ada King" }]);
    await expect(page.getByRole("navigation").getByText("Ada King")).toBeVisible();
    await expect(button(page, "Save changes")).toBeDisabled();
  });

  test("says why it cannot be saved, and keeps what was typed (H07 to H09)", async ({ page }) => {
    const { updateFailed, updateNetwork, updateThrown } = profileScreenTexts;
    await field(page, "Full name").fill("Ada King");
    for (const [answer, text] of failures(updateFailed, updateNetwork, updateThrown)) {
      await stub(page, profile.update_profile, answer);
      await button(page, "Save changes").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(1);
      await expect(field(page, "Full name")).toHaveValue("Ada King");
    }
  });
});

test("shows a name that was changed elsewhere, also after one was saved here", async ({ page }) => {
  await page.clock.install();
  let known = ada;
  await stub(page, profile.get_profile, (route) => route.fulfill(says(known)));
  await stub(page, profile.update_profile, done);
  await page.goto("/dashboard/settings");
  await expect(field(page, "Full name")).toHaveValue(ada.full_name);
  await field(page, "Full name").fill("Grace ");
  await button(page, "Save changes").click();
  await expect(field(page, "Full name")).toHaveValue("Grace");
  await visit(page, "Domains");
  // Makes the loaded data stale without firing timers, such as the live connection's.
  await page.clock.setSystemTime(Date.now() + 31_000);
  known = { ...ada, full_name: "Ada King" };
  await visit(page, "Settings");
  await expect(page.getByRole("navigation").getByText("Ada King")).toBeVisible();
  await expect(field(page, "Full name")).toHaveValue("Ada King");
});

test("keeps showing a saved name when an earlier request for the profile is answered late", async ({ page }) => {
  await page.clock.install();
  await page.goto("/dashboard/settings");
  await visit(page, "Domains");
  // Makes the loaded data stale without firing timers, such as the live connection's.
  await page.clock.setSystemTime(Date.now() + 31_000);
  let known = ada;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked = await stub(page, profile.get_profile, async (route) => {
    const answer = says(known);
    await held;
    await route.fulfill(answer);
  });
  await stub(page, profile.update_profile, (route) => {
    known = { ...ada, full_name: "Ada King" };
    return route.fulfill(done);
  });
  await visit(page, "Settings");
  await expect.poll(() => asked.length).toBe(1);
  await field(page, "Full name").fill("Ada King");
  await button(page, "Save changes").click();
  const shown = page.getByRole("navigation").getByText("Ada King");
  await expect(shown).toBeVisible();
  const before = page.waitForEvent("requestfinished", (request) => callsOf(profile.get_profile).test(request.url()));
  release();
  await before;
  await allAsked(page);
  await expect(shown).toBeVisible();
});
