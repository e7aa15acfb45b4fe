import { passwordRules, passwordTexts, reset_user, resetTexts, texts } from "@mayfly/contracts";
import { redirectDelay } from "@mayfly/web/data/limits";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { resetScreenTexts } from "@mayfly/web/features/reset/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { button, field, settled, stopClock } from "./page.ts";
import { expect, test } from "./server.ts";
import { fails, nothingAsked, refuses, says, stub } from "./stub.ts";

const { reset_user_password, check_link, validate_otp } = reset_user;

test.describe("requesting a reset link", () => {
  test.beforeEach(({ page }) => page.goto("/forget-password"));

  test("requires a valid email (B88 to B90)", async ({ page }) => {
    const calls = await stub(page, reset_user_password, says({ success: true, message: "" }));
    await button(page, resetScreenTexts.send).click();
    await expect(field(page, "Email")).toHaveAccessibleDescription(texts.emailRequired);
    await field(page, "Email").fill("abc");
    await field(page, "Email").press("Enter");
    await expect(field(page, "Email")).toHaveAccessibleDescription(texts.emailInvalid);
    await nothingAsked(page, calls);
  });

  test("says that the link is sent, lets another email be entered, and leads to the login (B91 to B93, B111)", async ({
    page,
  }) => {
    const calls = await stub(page, reset_user_password, says({ success: true, message: "" }));
    await field(page, "Email").fill("Ada@engines.test");
    await button(page, resetScreenTexts.send).dblclick();
    await expect(page.getByRole("heading", { name: resetScreenTexts.sent })).toBeVisible();
    await expect(page.getByText("ada@engines.test")).toBeFocused();
    expect(calls.map((body) => JSON.parse(body))).toEqual([{ email: "ada@engines.test" }]);
    await button(page, resetScreenTexts.tryAnother).click();
    await expect(field(page, "Email")).toHaveValue("");
    await expect(field(page, "Email")).toBeFocused();
    await page.getByRole("link", { name: resetScreenTexts.backToLogin }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

  test("says why it failed, and keeps the email (B110)", async ({ page }) => {
    await field(page, "Email").fill("ada@engines.test");
    for (const [answer, text] of [
      [refuses(429, texts.tooManyRequests(60)), texts.tooManyRequests(60)],
      [{ status: 429, headers: { "Retry-After": "30" }, body: "" }, texts.tooManyRequests(30)],
      [fails, texts.unexpected],
      ["no connection", connectionTexts.networkError],
    ] as const) {
      await stub(page, reset_user_password, answer);
      await button(page, resetScreenTexts.send).click();
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(field(page, "Email")).toHaveValue("ada@engines.test");
    }
  });
});

test.describe("setting a new password", () => {
  const token = "a".repeat(32);
  const link = `/forget-password/${token}`;
  const ended = (page: Page) => page.getByRole("heading", { name: resetScreenTexts.ended });

  test.beforeEach(({ page }) => stub(page, check_link, says({ success: true, message: "" })));

  const metRules = async (page: Page) => {
    const items = await page.getByRole("listitem").allTextContents();
    return passwordRules
      .filter(({ label, characters = "" }) => items.includes(`${[label, characters].join(" ").trim()}met`))
      .map(({ label }) => label);
  };

  test("ticks off the rules that the password meets while it is typed (B94 to B100)", async ({ page }) => {
    await page.goto(link);
    // The page says which characters are special.
    await expect(page.getByText('One special character !@#$%^&*(),.?":{}|<>')).toBeVisible();
    const [length, upper, lower, digit, special] = passwordRules.map(({ label }) => label);
    for (const [password, rules] of [
      ["", []],
      ["abcdefg", [lower]],
      ["abcdefgh", [length, lower]],
      ["ABC", [upper]],
      ["1", [digit]],
      ["-", []],
      ["!", [special]],
      ["Abcdef1!", [length, upper, lower, digit, special]],
    ] as const) {
      await field(page, "New password").fill(password);
      await expect.poll(() => metRules(page), password).toEqual(rules);
    }
  });

  test("refuses a weak password and a different confirmation without a call (B101, B102)", async ({ page }) => {
    const calls = await stub(page, validate_otp, says({ success: true, message: "" }));
    await page.goto(link);
    for (const weak of ["", "aaaaaaaa"]) {
      await field(page, "New password").fill(weak);
      await field(page, "Confirm password").fill(weak);
      await expect(field(page, "New password")).toHaveAccessibleDescription("");
      await button(page, resetScreenTexts.reset).click();
      await expect(field(page, "New password")).toHaveAccessibleDescription(resetTexts.weak);
      await settled(page);
    }
    await field(page, "New password").fill("Abcdef1!");
    await button(page, resetScreenTexts.reset).click();
    await expect(field(page, "Confirm password")).toHaveAccessibleDescription(passwordTexts.mismatch);
    await settled(page);
    // Either of the two may be the one that was wrong.
    await field(page, "New password").fill("aaaaaaaa");
    await expect(field(page, "Confirm password")).toHaveAccessibleDescription("");
    await nothingAsked(page, calls);
  });

  test("passes axe's checks, as does requesting the link", async ({ page }) => {
    await page.goto("/forget-password");
    await button(page, resetScreenTexts.send).click();
    await expect(page.getByText(texts.emailRequired)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.goto(link);
    await field(page, "New password").fill("Abc");
    await button(page, resetScreenTexts.reset).click();
    await expect(page.getByText(resetTexts.weak)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  async function fill(page: Page) {
    await field(page, "New password").fill("Abcdef1!");
    await field(page, "Confirm password").fill("Abcdef1!");
    await button(page, resetScreenTexts.reset).dblclick();
  }

  test("sends the token once and goes to the login after 2 s (B104 to B106, B111, P46)", async ({ page }) => {
    const calls = await stub(page, validate_otp, says({ success: true, message: "" }));
    await page.clock.install();
    await page.goto(link.replace(/a$/, "%61"));
    await stopClock(page);
    await fill(page);
    await expect(page.getByText(resetTexts.done)).toBeVisible();
    expect(calls.map((body) => JSON.parse(body))).toEqual([{ name: token, password: "Abcdef1!", end_keys: true }]);
    await page.clock.runFor(redirectDelay - 100);
    await expect(page).toHaveURL(/forget-password/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/\/login$/);
  });

  test("says that a blank token is an invalid link, without a call (B103)", async ({ page }) => {
    const calls = await stub(page, validate_otp, says({ success: true, message: "" }));
    await page.goto("/forget-password/%20");
    await button(page, resetScreenTexts.reset).click();
    await expect(page.getByText(resetTexts.invalidLink).first()).toBeVisible();
    await fill(page);
    await expect(page.getByText(resetTexts.invalidLink).first()).toBeVisible();
    await nothingAsked(page, calls);
    await page.getByRole("link", { name: "Request a new link" }).click();
    await expect(button(page, resetScreenTexts.send)).toBeVisible();
  });

  test("shows the server's text if the link is refused, and keeps the password (B110, P45)", async ({ page }) => {
    await stub(page, validate_otp, refuses(417, resetTexts.invalidLink));
    await page.goto(link);
    await fill(page);
    await expect(page.getByText(resetTexts.invalidLink).first()).toBeVisible();
    await expect(field(page, "New password")).toHaveValue("Abcdef1!");
  });

  test("shows no form for a link that has ended, and leads to a new one; and the form where that is not known", async ({
    page,
  }) => {
    await stub(page, check_link, refuses(417, resetTexts.invalidLink));
    await page.goto(link);
    await expect(ended(page)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(resetTexts.invalidLink);
    await expect(page.locator("form")).toHaveCount(0);
    expect(await faults(page)).toEqual([]);
    await page.getByRole("link", { name: resetScreenTexts.newLink }).click();
    await expect(button(page, resetScreenTexts.send)).toBeVisible();
    await stub(page, check_link, fails);
    await page.goto(link);
    await expect(button(page, resetScreenTexts.reset)).toBeVisible();
  });

  test("shows no form for what is no token, without a call", async ({ page }) => {
    const asked = await stub(page, check_link, says({ success: true, message: "" }));
    await page.goto("/forget-password/abc");
    await expect(ended(page)).toBeVisible();
    await expect(page.locator("form")).toHaveCount(0);
    await nothingAsked(page, asked);
  });
});
