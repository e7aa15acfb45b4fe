import { limits, otpTexts, register } from "@mayfly/contracts";
import { redirectDelay } from "@mayfly/web/data/limits";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { otpScreenTexts } from "@mayfly/web/features/register/texts";
import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { button, field, stopClock } from "./page.ts";
import { expect, test } from "./server.ts";
import { nothingAsked, refuses, says, stub } from "./stub.ts";

const request = "0b6a7a52-5a8c-4f5e-9a7b-0a4c2d3e4f50";
const stored = (page: Page) => page.evaluate(() => localStorage.getItem("signup_request"));

test.describe("verification", () => {
  const code = (page: Page) => field(page, "Verification code");
  test.beforeEach(({ page }) => page.goto(`/verify-otp?signup_request=${request}`));

  test("is shown at /verify-otp and /verify, and leads to the registration without a request (B72 to B75, P26, P129)", async ({
    page,
  }) => {
    await expect(code(page)).toBeFocused();
    await expect.poll(() => stored(page)).toBe(request);
    await page.goto("/verify?signup_request=x");
    await expect(button(page, otpScreenTexts.verify)).toBeVisible();
    await expect.poll(() => stored(page)).toBe("x");
    await page.goto("/verify-otp");
    await expect(page).toHaveURL(/\/register$/);
  });

  test("takes six characters, typed, pasted or changed in the middle (B76, B78, P41)", async ({ page }) => {
    const calls = await stub(page, register.verify_otp, refuses(417, otpTexts.wrong));
    await code(page).pressSequentially("12345");
    await button(page, otpScreenTexts.verify).click();
    await expect(code(page)).toHaveAccessibleDescription(otpTexts.invalidFormat);
    await expect(code(page)).toBeFocused();
    await nothingAsked(page, calls);

    await code(page).pressSequentially("6789");
    await expect(code(page)).toHaveValue("123456");
    await expect(page.getByText(otpTexts.invalidFormat)).toBeHidden();
    await code(page).press("ArrowLeft");
    await code(page).press("ArrowLeft");
    await code(page).press("Backspace");
    await code(page).press("x");
    await expect(code(page)).toHaveValue("123x56");
    for (const [pasted, taken] of [
      [" 654-321\n", "654321"],
      ["Your code is 407125, good for 10 minutes.", "407125"],
      ["Code: 407 126", "407126"],
      ["Your code is 407 127. To copy it: 407127", "407127"],
    ] as const) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), pasted);
      await code(page).press("ControlOrMeta+v");
      await expect(code(page)).toHaveValue(taken);
    }
    await expect(code(page)).toHaveAttribute("autocomplete", "one-time-code");
    await code(page).fill("abcdef");
    // A registration in another tab does not change the one that this tab asks about (B77).
    await page.evaluate(() => localStorage.setItem("signup_request", "another"));
    await code(page).press("Enter");
    await expect(page.getByText(otpTexts.wrong).first()).toBeVisible();
    expect(calls.map((body) => JSON.parse(body))).toEqual([{ signup_request: request, otp: "abcdef" }]);
  });

  test("sends a wrong code once, shows the server's text, and stays (B77, B82, B109, B111)", async ({ page }) => {
    const calls = await stub(page, register.verify_otp, refuses(417, otpTexts.wrong));
    await code(page).fill("000000");
    await button(page, otpScreenTexts.verify).dblclick();
    await expect(page.getByText(otpTexts.wrong).first()).toBeVisible();
    await expect(page).toHaveURL(/verify-otp/);
    expect(calls.length).toBe(1);
    // The code is selected, and looks it: the next key replaces it.
    const active = page.locator("[data-active=true]");
    await expect(active).toHaveCount(limits.otpLength);
    const look = (box: Locator) =>
      box.evaluate((element) => {
        const { backgroundColor, outlineStyle } = getComputedStyle(element);
        return [backgroundColor, outlineStyle];
      });
    // In the colour of what is selected anywhere (--accent-soft), and not of what is disabled; and with the focus.
    expect(await look(active.first())).toEqual(["rgb(228, 244, 241)", "solid"]);
    // With forced colours, the characters keep their own colours in the boxes.
    await page.emulateMedia({ forcedColors: "active" });
    await expect(code(page)).toHaveCSS("forced-color-adjust", "none");
    await page.emulateMedia({ forcedColors: "none" });
    await page.keyboard.press("1");
    await expect(code(page)).toHaveValue("1");
    await expect(active).toHaveCount(1);
    await page.keyboard.press("Tab");
    await expect(active).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    await expect(active).not.toHaveCount(0);

    await stub(page, register.verify_otp, "no connection");
    await code(page).fill("000000");
    await button(page, otpScreenTexts.verify).click();
    await expect(page.getByText(connectionTexts.networkError).first()).toBeVisible();
  });

  test("asks for the password, too, in another browser than the one in which the registration was begun", async ({
    page,
  }) => {
    const refused = await stub(page, register.verify_otp, refuses(417, otpTexts.otherBrowser));
    await code(page).fill("123456");
    await button(page, otpScreenTexts.verify).click();
    await expect(page.getByText(otpTexts.otherBrowser).first()).toBeVisible();
    await expect(field(page, "Password")).toBeFocused();
    expect(await faults(page)).toEqual([]);
    expect(JSON.parse(refused[0] ?? "")).toEqual({ signup_request: request, otp: "123456" });
    const taken = await stub(page, register.verify_otp, says({ success: true, message: otpTexts.verified }));
    await field(page, "Password").fill("correct horse");
    await page.keyboard.press("Enter");
    await expect(page.getByText(otpTexts.verified)).toBeVisible();
    expect(JSON.parse(taken[0] ?? "")).toEqual({ signup_request: request, otp: "123456", password: "correct horse" });
  });

  test("says that the request is invalid if it has been removed meanwhile, without a call (B79, P130)", async ({
    page,
  }) => {
    const calls = await stub(page, register.verify_otp, says({ success: true, message: "" }));
    await code(page).fill("000000");
    await page.evaluate(() => localStorage.clear());
    await button(page, otpScreenTexts.verify).click();
    await expect(page.getByText(otpTexts.invalidRequest).first()).toBeVisible();
    await nothingAsked(page, calls);
  });

  test("goes to the login 2 s after the right code (B80, B81)", async ({ page }) => {
    await page.clock.install();
    await stopClock(page);
    await stub(page, register.verify_otp, says({ success: true }));
    await code(page).fill("123456");
    await button(page, otpScreenTexts.verify).click();
    await expect(page.getByText(otpTexts.verified)).toBeVisible();
    await page.clock.runFor(redirectDelay - 100);
    await expect(page).toHaveURL(/verify-otp/);
    await page.clock.runFor(200);
    await expect(page).toHaveURL(/\/login$/);
    expect(await stored(page)).toBeNull();
  });

  test("sends another code on request after 30 s, and again only after another 30 s (B83 to B86)", async ({ page }) => {
    await page.clock.install();
    await page.reload();
    const resend = button(page, otpScreenTexts.resend);
    await expect(resend).toBeDisabled();
    await stopClock(page, 10 * limits.otpResendWait);
    await expect(resend).toBeEnabled();

    const failing = await stub(page, register.resend_otp, refuses(429, otpTexts.wait(7)));
    await resend.click();
    await expect(page.getByText(otpTexts.wait(7)).first()).toBeVisible();
    await expect(resend).toBeEnabled();
    expect(failing.length).toBe(1);

    const sent = await stub(page, register.resend_otp, says({ success: true, message: otpTexts.sent }));
    await resend.dblclick();
    await expect(page.getByText(otpTexts.sent)).toBeVisible();
    expect(sent.map((body) => JSON.parse(body))).toEqual([{ signup_request: request }]);
    await expect(resend).toBeDisabled();
    await expect(page.getByText("in 30 seconds")).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(page.getByText("in 29 seconds")).toBeVisible();
    await page.clock.runFor(limits.otpResendWait - 1_500);
    await expect(resend).toBeDisabled();
    await page.clock.runFor(1_000);
    await expect(resend).toBeEnabled();
  });

  test("passes axe's checks with an error", async ({ page }) => {
    await code(page).pressSequentially("123");
    await button(page, otpScreenTexts.verify).click();
    await expect(page.getByText(otpTexts.invalidFormat)).toBeVisible();
    expect(await faults(page)).toEqual([]);
  });

  test("leads back to the registration and forgets the request (B87)", async ({ page }) => {
    await button(page, otpScreenTexts.backToRegistration).click();
    await expect(page).toHaveURL(/\/register$/);
    expect(await stored(page)).toBeNull();
  });
});
