import { type Webhook, webhook, webhookTexts } from "@mayfly/contracts";
import { webhookScreenTexts } from "@mayfly/web/features/webhooks/texts";
import { toast } from "./page.ts";
import { expect } from "./server.ts";
import { allAsked, callsOf, fails, nothingAsked, stub } from "./stub.ts";
import { call, create, elsewhere, place, rows, test } from "./webhooks_page.ts";

test("switches a webhook off and on without reloading the list, and copies the secret from its row (F28, F32 to F35, F41, F42, F48, P65)", async ({
  page,
}) => {
  const hook = await create(page, { description: "To the CRM" });
  await page.goto(place);
  const toggle = page.getByRole("switch", { name: `${hook.name} is enabled` });
  await expect(toggle).toBeChecked();
  for (const [answer, text] of [
    [fails, "Failed to update webhook status"],
    ["no connection", "An error occurred while updating webhook status"],
  ] as const) {
    await stub(page, webhook.enable_disable_webhook, answer, { times: 1 });
    const looked = page.waitForEvent("requestfinished", (asked) => callsOf(webhook.get_all_webhooks).test(asked.url()));
    await toggle.click();
    await expect(toast(page, text)).toBeVisible();
    await looked;
    await expect(toggle).toBeChecked();
  }
  const opacity = () =>
    rows(page)
      .getByText(elsewhere)
      .evaluate((element) => getComputedStyle(element).opacity);
  expect(await opacity()).toBe("1");
  const lists: string[] = [];
  page.on("request", (request) => request.url().includes("get_all_webhooks") && lists.push(request.url()));
  const request = page.waitForRequest(`**${webhook.enable_disable_webhook.path}`);
  await toggle.click();
  expect((await request).postDataJSON()).toEqual({
    ...hook,
    ...{ enabled: 0, is_active: 0, webhook_name: hook.name, enable: 0 },
  });
  await expect(toast(page, "Webhook deactivated successfully!")).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await expect.poll(opacity).toBe("0.8");
  // Dragging over the URL selects it, and copies no secret.
  const secrets = await stub(page, webhook.get_hmac_password, (route) => route.fallback());
  const url = await rows(page).getByText(elsewhere).boundingBox();
  if (url === null) throw new Error("the URL is not drawn");
  await page.mouse.move(url.x + 5, url.y + 5);
  await page.mouse.down();
  await page.mouse.move(url.x + 80, url.y + 5);
  await page.mouse.up();
  expect(await page.evaluate(() => `${getSelection()}`)).toMatch(/^h?ttps:\S+$/);
  await expect(page.getByRole("button", { name: hook.name, exact: true })).toHaveAccessibleDescription(
    webhookScreenTexts.rowCopies,
  );
  await expect(rows(page).getByText(webhookScreenTexts.rowCopies)).toBeVisible();
  // A press anywhere on the row outside its controls copies the secret, also when switched off (F29).
  await rows(page).getByText(elsewhere).click();
  await expect(toast(page, webhookScreenTexts.secretCopied)).toBeVisible();
  expect(secrets).toHaveLength(1);
  await rows(page).click({ position: { x: 5, y: 5 } });
  await expect.poll(() => secrets.length).toBe(2);
  await toggle.click();
  await expect(toast(page, "Webhook activated successfully!")).toBeVisible();
  await expect(toggle).toBeChecked();
  await nothingAsked(page, lists);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("switch");
});

test("keeps the new state of a webhook when an earlier request for the list is answered late", async ({ page }) => {
  const hook = await create(page);
  await page.goto(place);
  const toggle = page.getByRole("switch", { name: `${hook.name} is enabled` });
  await expect(toggle).toBeChecked();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let read = 0;
  await stub(page, webhook.get_all_webhooks, async (route) => {
    const response = await route.fetch();
    read += 1;
    await held;
    await route.fulfill({ response });
  });
  // After a refusal, the page fetches the list again.
  await stub(page, webhook.enable_disable_webhook, fails, { times: 1 });
  const before = page.waitForEvent("requestfinished", (request) =>
    callsOf(webhook.get_all_webhooks).test(request.url()),
  );
  await toggle.click();
  await expect.poll(() => read).toBe(1);
  await toggle.click();
  await expect(toast(page, webhookTexts.deactivated)).toBeVisible();
  await expect.poll(() => read).toBe(2);
  release();
  await before;
  await allAsked(page);
  await expect(toggle).not.toBeChecked();
});

test("says offline that an action failed, and does not repeat it when online (F40, F42, F46)", async ({
  page,
  context,
}) => {
  const hook = await create(page);
  await page.goto(place);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: `Delete ${hook.name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(hook.name);
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, webhookScreenTexts.deleteThrown)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const toggle = page.getByRole("switch", { name: `${hook.name} is enabled` });
  await toggle.click();
  await expect(toast(page, webhookScreenTexts.toggleThrown)).toBeVisible();
  await page.getByRole("button", { name: "Regenerate" }).click();
  await dialog.getByRole("button", { name: "Regenerate secret" }).click();
  await expect(toast(page, webhookScreenTexts.regenerateThrown)).toBeVisible();

  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/api/")) sent.push(pathname);
  });
  await context.setOffline(false);
  await expect(page.getByText("You're offline.")).toBeHidden();
  await toggle.click();
  await expect(toast(page, webhookTexts.deactivated)).toBeVisible();
  expect(sent).toEqual([webhook.enable_disable_webhook.path]);
});

test("removes a webhook that was deleted elsewhere when it is deleted, edited or switched (F39, F41)", async ({
  page,
}) => {
  const dialog = page.getByRole("dialog");
  const [deleted, edited, switched] = [
    await create(page),
    await create(page, { url: `${elsewhere}/edited` }),
    await create(page, { url: `${elsewhere}/switched` }),
  ];
  const forget = ({ name }: Webhook) => call(page, webhook.delete_webhook, { webhook_name: name });
  await page.goto(place);
  await page.getByRole("button", { name: `Delete ${deleted.name}` }).click();
  await dialog.getByRole("textbox").fill(deleted.name);
  await forget(deleted);
  await dialog.getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, webhookScreenTexts.deleteFailed)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: `Edit ${edited.name}` }).click();
  await forget(edited);
  await expect(dialog.getByRole("button", { name: "Update Webhook" })).toBeDisabled();
  await dialog.getByLabel("Description").fill("Changed");
  await dialog.getByRole("button", { name: "Update Webhook" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);

  await forget(switched);
  await page.getByRole("switch", { name: `${switched.name} is enabled` }).click();
  await expect(toast(page, webhookScreenTexts.toggleFailed)).toBeVisible();
  await expect(page.getByText(webhookScreenTexts.empty)).toBeVisible();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  await expect(page.getByRole("dialog", { name: webhookScreenTexts.createTitle })).toBeVisible();
});
