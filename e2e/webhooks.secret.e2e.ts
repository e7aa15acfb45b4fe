import { webhook } from "@mayfly/contracts";
import { copyNoticeMilliseconds } from "@mayfly/web/features/webhooks/limits";
import { clipboard, stopClock, toast } from "./page.ts";
import { expect } from "./server.ts";
import { allAsked, callsOf, fails, holdAnswer, nothingAsked, stub } from "./stub.ts";
import { call, create, elsewhere, place, rows, test } from "./webhooks_page.ts";

test("masks, copies and regenerates the secret, and says what fails (F25 to F27, F31, F43 to F46, P70, P117)", async ({
  page,
}) => {
  const hook = await create(page);
  await page.goto(place);
  const { header, hmac_secret } = await call(page, webhook.get_hmac_password);
  const panel = page.getByRole("region", { name: "Signing secret" });
  await expect(panel).toContainText(`${header}: ••••`);
  await expect(page.getByText(hmac_secret)).toHaveCount(0);

  const row = page.getByRole("button", { name: hook.name, exact: true });
  await stub(page, webhook.get_hmac_password, fails, { times: 1 });
  await row.click();
  await expect(toast(page, "Failed to fetch secret key")).toBeVisible();
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new Error("denied"));
  });
  await row.click();
  await expect(toast(page, "Failed to copy secret key")).toBeVisible();

  await page.clock.install();
  await page.reload();
  const masked = `${header}: ${"•".repeat(16)}${hmac_secret.slice(-4)}`;
  await expect(panel).toContainText(masked);
  await page.evaluate(() => navigator.clipboard.writeText("untouched"));
  const fetched: string[] = [];
  page.on(
    "request",
    (request) => request.url().includes(webhook.get_hmac_password.path) && fetched.push(request.url()),
  );
  await page.getByRole("button", { name: `Edit ${hook.name}` }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await nothingAsked(page, fetched);
  expect(await clipboard(page)).toBe("untouched");
  await stopClock(page);
  // A press anywhere on the row copies, also with the keyboard.
  await rows(page).getByText(elsewhere).click();
  const copied = toast(page, "Secret key copied to clipboard!");
  await expect(copied).toBeVisible();
  expect(await clipboard(page)).toBe(`${header}: ${hmac_secret}`);
  // The toast stays for 2000 ms, and goes.
  await expect(copied.locator("[data-toast-progress]")).toHaveCSS("animation-duration", "2s");
  await page.mouse.move(0, 0);
  await page.clock.runFor(copyNoticeMilliseconds - 100);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toBeHidden();
  await page.clock.resume();

  const regenerate = async () => {
    await panel.getByRole("button", { name: "Regenerate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Regenerate secret" }).click();
  };
  for (const [answer, text] of [
    [fails, "Failed to regenerate HMAC password"],
    ["no connection", "An error occurred while regenerating HMAC password"],
  ] as const) {
    await stub(page, webhook.regenerate_hmac_password, answer, { times: 1 });
    const looked = page.waitForRequest(callsOf(webhook.get_hmac_password));
    await regenerate();
    await expect(toast(page, text)).toBeVisible();
    await looked;
  }
  await regenerate();
  await expect(toast(page, "HMAC password regenerated successfully!")).toBeVisible();
  await expect(panel).not.toContainText(masked);
  await expect(panel).toContainText(`${header}: ••••`);
});

test("shows the regenerated secret when an earlier request for it is answered late (F26)", async ({ page }) => {
  const release = await holdAnswer(page, webhook.get_hmac_password);
  await page.goto(place);
  const panel = page.getByRole("region", { name: "Signing secret" });
  await panel.getByRole("button", { name: "Regenerate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Regenerate secret" }).click();
  await expect(toast(page, "HMAC password regenerated successfully!")).toBeVisible();
  const { hmac_secret } = await call(page, webhook.get_hmac_password);
  release();
  await allAsked(page);
  await expect(panel).toContainText(hmac_secret.slice(-4));
});
