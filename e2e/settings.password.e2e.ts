import { passwordRules, passwordTexts, setting, settingTexts } from "@mayfly/contracts";
import { settingScreenTexts } from "@mayfly/web/features/settings/texts";
import type { Page } from "@playwright/test";
import { button, field, settled } from "./page.ts";
import { expect } from "./server.ts";
import { ada, done, failures, fields, test } from "./settings_page.ts";
import { nothingAsked, refuses, stub } from "./stub.ts";

test.describe("the password", () => {
  test.beforeEach(({ page }) => page.goto("/dashboard/settings?tab=security"));

  async function fill(page: Page, next = "Abcdef1!", confirmed = next) {
    await field(page, "Current password").fill("current");
    await field(page, "New password").fill(next);
    await field(page, "Confirm new password").fill(confirmed);
  }

  test("is rated while it is typed, with the rules that it does not meet (H10 to H19, P81)", async ({ page }) => {
    for (const [password, strength] of [
      ["abc", "Weak"],
      ["Abcdefgh", "Medium"],
      ["Abcdef1!", "Strong"],
    ] as const) {
      await field(page, "New password").fill(password);
      await expect(page.getByText(strength, { exact: true })).toBeVisible();
      for (const { text, holds } of passwordRules)
        await expect(page.getByText(text)).toBeVisible({ visible: !holds(password) });
    }
    // Not every sign counts as a special character.
    await field(page, "New password").fill("Abcdef1-");
    await expect(page.getByText("Medium", { exact: true })).toBeVisible();
    // The bars that count are full with forced colours as well.
    await page.emulateMedia({ forcedColors: "active" });
    const bars = page.getByRole("tabpanel").locator("[aria-hidden] > div:empty");
    expect(await bars.evaluateAll((all) => all.map((bar) => bar.clientHeight))).toEqual([0, 0, 2]);
    await expect(page.getByText('one special character !@#$%^&*(),.?":{}|<>')).toBeVisible();
  });

  test("is not sent until it is complete, strong and confirmed (H20, H21)", async ({ page }) => {
    const calls = await stub(page, setting.update_password, done);
    const update = button(page, "Update password");
    await expect(update).toBeDisabled();
    await expect(page.locator("input[autocomplete=username]")).toHaveValue(ada.email);
    await fill(page, "Abcdef1!", "");
    await expect(update).toBeDisabled();
    await fill(page, "aaaaaaaa", "b");
    await update.click();
    await expect(field(page, "New password")).toBeFocused();
    await expect(field(page, "New password")).toHaveAttribute("aria-invalid", "true");
    await fill(page, "Abcdef1!", "b");
    await update.click();
    await expect(field(page, "Confirm new password")).toHaveAccessibleDescription(passwordTexts.mismatch);
    await settled(page);
    await field(page, "New password").fill("b");
    await expect(field(page, "Confirm new password")).toHaveAccessibleDescription("");
    await nothingAsked(page, calls);
  });

  test("is changed once by a double press, which clears the form (H23)", async ({ page }) => {
    const calls = await stub(page, setting.update_password, done);
    await fill(page);
    await button(page, "Update password").dblclick();
    await expect(page.getByText(settingTexts.passwordUpdated).first()).toBeVisible();
    for (const label of ["Current password", "New password", "Confirm new password"])
      await expect(field(page, label)).toHaveValue("");
    expect(calls.map(fields)).toEqual([
      { current_password: "current", new_password: "Abcdef1!", confirm_password: "Abcdef1!", end_keys: "false" },
    ]);
    await expect(button(page, "Update password")).toBeDisabled();
    await expect(button(page, "Update password")).toBeFocused();
  });

  test("says under the field that the current one is wrong (H22)", async ({ page }) => {
    await stub(page, setting.update_password, refuses(417, settingTexts.wrongCurrent));
    await fill(page);
    await button(page, "Update password").click();
    await expect(field(page, "Current password")).toHaveAccessibleDescription(settingTexts.wrongCurrent);
    await expect(field(page, "Current password")).toBeFocused();
    // The error is above the form until anything is edited, and under its field until that field is.
    const said = page.locator("form").getByText(settingTexts.wrongCurrent);
    await expect(said).toHaveCount(2);
    await field(page, "New password").fill("aaaaaaaa");
    await expect(said).toHaveCount(1);
    await field(page, "Current password").fill("other");
    await expect(said).toHaveCount(0);
  });

  test("says why it cannot be changed, and keeps what was typed (H24 to H26)", async ({ page }) => {
    const { passwordFailed, passwordNetwork, passwordThrown } = settingScreenTexts;
    await fill(page);
    for (const [answer, text] of failures(passwordFailed, passwordNetwork, passwordThrown)) {
      await stub(page, setting.update_password, answer);
      await button(page, "Update password").click();
      await expect(page.getByText(text, { exact: true })).toHaveCount(1);
      await expect(field(page, "New password")).toHaveValue("Abcdef1!");
    }
  });
});
