import { webhook } from "@mayfly/contracts";
import { webhookScreenTexts } from "@mayfly/web/features/webhooks/texts";
import { toast } from "./page.ts";
import { expect } from "./server.ts";
import { call, create, place, test } from "./webhooks_page.ts";

test("shows the subject, recipient and sent data of a delivery in the log", async ({ page }) => {
  const hook = await create(page);
  await page.goto(`${place}/${hook.name}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(toast(page, webhookScreenTexts.testQueued)).toBeVisible();
  const row = page.getByRole("list", { name: "Deliveries" }).locator("> li");
  await expect(row).toContainText("Your code is 123456");
  await expect(row).toContainText("test@mayfly.test");
  await row.getByText("Email received").click();
  await expect(row.getByText('"recipients":"test@mayfly.test"')).toBeVisible();
});

test("shows a failure and no test button in an open log once its webhook is deleted", async ({ page }) => {
  const { name } = await create(page);
  await page.clock.install();
  await page.goto(`${place}/${name}`);
  await expect(page.getByText(webhookScreenTexts.deliveriesEmpty)).toBeVisible();
  await call(page, webhook.delete_webhook, { webhook_name: name });
  await page.clock.runFor(10_000);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toHaveCount(0);
});
