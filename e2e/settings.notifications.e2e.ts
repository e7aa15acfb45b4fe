import { setting, settingTexts } from "@mayfly/contracts";
import { settingScreenTexts } from "@mayfly/web/features/settings/texts";
import type { Page } from "@playwright/test";
import { button } from "./page.ts";
import { expect } from "./server.ts";
import { done, failures, fields, test } from "./settings_page.ts";
import { fails, says, stub } from "./stub.ts";

test.describe("notifications", () => {
  const { get_notification_preferences, update_notification_preferences } = setting;
  const preferences = [
    { topic: "Emails", description: "About emails", enabled: true },
    { topic: "Team", description: "About the team", enabled: false },
  ];
  const open = (page: Page) => page.goto("/dashboard/settings?tab=notifications");

  test("are saved only when they differ, and keep a change made in another window (H27 to H30)", async ({ page }) => {
    await stub(page, get_notification_preferences, says(preferences));
    const calls = await stub(page, update_notification_preferences, done);
    await open(page);
    for (const { topic, description, enabled } of preferences) {
      await expect(page.getByText(description)).toBeVisible();
      await expect(page.getByRole("switch", { name: topic })).toBeChecked({ checked: enabled });
    }
    const save = button(page, "Save changes");
    const team = page.getByRole("switch", { name: "Team" });
    await expect(save).toBeDisabled();
    await team.click();
    await expect(save).toBeEnabled();
    await team.click();
    await expect(save).toBeDisabled();
    await save.click({ force: true });
    await team.click();
    await save.dblclick();
    await expect(page.getByText(settingTexts.preferencesUpdated).first()).toBeVisible();
    await expect(save).toBeDisabled();
    await expect(team).toBeChecked();
    await expect(save).toBeFocused();
    // Another window has switched one off since.
    const elsewhere = preferences.map(({ topic, description }) => ({ topic, description, enabled: topic === "Team" }));
    await stub(page, get_notification_preferences, says(elsewhere));
    await team.click();
    await save.click();
    await expect(page.getByRole("switch", { name: "Emails" })).not.toBeChecked();
    await expect.poll(() => calls.map(fields)).toEqual([{ preferences: '["Emails","Team"]' }, { preferences: "[]" }]);
  });

  test("say why they cannot be saved, and keep the choice (H32 to H34)", async ({ page }) => {
    const { preferencesUpdateFailed, preferencesUpdateNetwork, preferencesUpdateThrown } = settingScreenTexts;
    await stub(page, get_notification_preferences, says(preferences));
    await open(page);
    await page.getByRole("switch", { name: "Team" }).click();
    for (const [answer, text] of failures(preferencesUpdateFailed, preferencesUpdateNetwork, preferencesUpdateThrown)) {
      await stub(page, update_notification_preferences, answer);
      await button(page, "Save changes").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(1);
      await expect(page.getByRole("switch", { name: "Team" })).toBeChecked();
      await expect(button(page, "Save changes")).toBeEnabled();
    }
  });

  test("say why they cannot be shown, and try again (H31, H33, H35, H36, P82)", async ({ page }) => {
    await stub(page, get_notification_preferences, fails);
    await open(page);
    await expect(page.getByText(settingScreenTexts.preferencesFetchFailed)).toBeVisible();
    await stub(page, get_notification_preferences, "no connection");
    await button(page, "Try again").click();
    await expect(page.getByText(settingScreenTexts.preferencesFetchNetwork)).toBeVisible();
    await stub(page, get_notification_preferences, says([]));
    await button(page, "Try again").click();
    await expect(page.getByText(settingScreenTexts.preferencesEmpty)).toBeVisible();
    await expect(page.getByText(settingScreenTexts.preferencesEmptyHint)).toBeVisible();
  });
});
