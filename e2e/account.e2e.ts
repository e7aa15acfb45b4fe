import { profileTexts, resetTexts, sessionTexts, settingTexts } from "@mayfly/contracts";
import { redirectDelay } from "@mayfly/web/data/limits";
import { resetScreenTexts } from "@mayfly/web/features/reset/texts";
import { loginTexts } from "@mayfly/web/features/session/texts";
import { profileScreenTexts } from "@mayfly/web/features/settings/texts";
import { logIn, registerNavy } from "./new_company.ts";
import { button, field } from "./page.ts";
import { expect, test } from "./server.ts";

test("an account's life: register, verify, log in, change everything, log out, reset by mail (B107, H02, H45)", async ({
  page,
  mayfly,
  sink,
}) => {
  const email = "grace@navy.example";
  const [first, second, third] = ["aaaaaaaa", "Cobol-1959!", "Mark.I.1944"] as const;

  await page.clock.install();
  await test.step("register a company, verify it with the code out of the mail, and log in", async () => {
    await registerNavy(page, sink, first);
    await page.waitForURL("**/dashboard");
    await expect(page.getByText("Starter")).toBeVisible();
    await page.getByRole("link", { name: "Settings" }).click();
  });

  await test.step("change the name, the company, what to hear of, and the password", async () => {
    await field(page, "Full name").fill("Amazing Grace");
    await button(page, "Save changes").click();
    await expect(page.getByText(profileTexts.updated).first()).toBeVisible();

    await page.getByRole("tab", { name: "Company" }).click();
    const company = page.getByRole("tabpanel");
    await expect(field(page, "Company size")).toHaveValue("1000+");
    await expect(field(page, "Phone")).toHaveValue("+1 (555) 123-4567");
    await field(page, "Website").fill("navy.example");
    await field(page, "Industry").clear();
    await company.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText(profileScreenTexts.companyUpdated).first()).toBeVisible();

    await page.getByRole("tab", { name: "Notifications" }).click();
    await page.getByRole("switch", { name: "Team" }).click();
    await page.getByRole("tabpanel").getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText(settingTexts.preferencesUpdated).first()).toBeVisible();

    await page.getByRole("tab", { name: "Security" }).click();
    await field(page, "Current password").fill("not it");
    await field(page, "New password").fill(second);
    await field(page, "Confirm new password").fill(second);
    await button(page, "Update password").click();
    await expect(field(page, "Current password")).toHaveAccessibleDescription(settingTexts.wrongCurrent);
    await field(page, "Current password").fill(first);
    await button(page, "Update password").click();
    await expect(page.getByText(settingTexts.passwordUpdated).first()).toBeVisible();
    expect((await sink.next(email)).subject).toMatch(/password/i);
  });

  await test.step("find it all again after a reload", async () => {
    await page.goto("/dashboard/settings");
    await expect(field(page, "Full name")).toHaveValue("Amazing Grace");
    await page.getByRole("tab", { name: "Company" }).click();
    await expect(field(page, "Website")).toHaveValue("https://navy.example");
    await expect(field(page, "Industry")).toHaveValue("");
    await page.getByRole("tab", { name: "Notifications" }).click();
    await expect(page.getByRole("switch", { name: "Team" })).not.toBeChecked();
    await expect(page.getByRole("switch", { name: "Emails" })).toBeChecked();
  });

  await test.step("log out, and in again with the new password only", async () => {
    await button(page, "Log out").click();
    await page.waitForURL("**/login");
    await logIn(page, email, first);
    await expect(page.getByText(sessionTexts.wrongCredentials).first()).toBeVisible();
    await logIn(page, email, second);
    await page.waitForURL("**/dashboard");
    await button(page, "Log out").click();
  });

  await test.step("reset the password by mail, once", async () => {
    await page.getByRole("link", { name: loginTexts.forgot }).click();
    // Until the page has loaded, the login stays, which has an email field too.
    await expect(button(page, resetScreenTexts.send)).toBeVisible();
    await field(page, "Email").fill(email);
    await button(page, resetScreenTexts.send).click();
    await expect(page.getByRole("heading", { name: resetScreenTexts.sent })).toBeVisible();
    const link = /http\S+\/forget-password\/\S+/.exec((await sink.next(email)).text)?.[0] ?? "";
    expect(link.startsWith(mayfly.url)).toBe(true);
    await page.goto(link);
    await field(page, "New password").fill(third);
    await field(page, "Confirm password").fill(third);
    await button(page, resetScreenTexts.reset).click();
    await expect(page.getByText(resetTexts.done)).toBeVisible();
    await page.clock.runFor(redirectDelay);
    await page.waitForURL("**/login");

    await logIn(page, email, second);
    await expect(page.getByText(sessionTexts.wrongCredentials).first()).toBeVisible();
    await logIn(page, email, third);
    await page.waitForURL("**/dashboard");

    await page.goto(link);
    await expect(page.getByText(resetTexts.invalidLink).first()).toBeVisible();
  });
});
