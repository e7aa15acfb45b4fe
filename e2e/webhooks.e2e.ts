import { email, plan, profile, session, webhook } from "@mayfly/contracts";
import { webhookScreenTexts } from "@mayfly/web/features/webhooks/texts";
import { memberTexts } from "@mayfly/web/parts/texts";
import { toast, visit } from "./page.ts";
import { expect } from "./server.ts";
import { allAsked, callsOf, fails, hold, says, stub, stubPlan } from "./stub.ts";
import { create, elsewhere, place, rows, test } from "./webhooks_page.ts";

test("shows how many webhooks there are and may be, and refuses more at the limit (F02 to F04, P115, P116)", async ({
  page,
}) => {
  const main = page.getByRole("main");
  const feature = { feature: "webhook", label: "", description: "" };
  const company = { plan: "Professional", price: 49, non_expiry_plan: 1, company: "", expiry_date: "" };
  const allow = (allowed: object) =>
    stub(page, plan.get_company_plan, says({ ...company, features: [{ ...feature, ...allowed }] }));
  await allow({ available: 1, unlimited: 0, limit: 3 });
  await create(page);
  await page.goto(place);
  await expect(main.getByText("1/3", { exact: true })).toBeVisible();
  await expect(main.getByText("Limit reached")).toBeHidden();
  await create(page, { url: `${elsewhere}/2` });
  await create(page, { url: `${elsewhere}/3` });
  await page.reload();
  await expect(main.getByText("3/3")).toBeVisible();
  await expect(main.getByText("Limit reached", { exact: true })).toBeVisible();

  // At the limit the page refuses, with the server's words (F38, P68).
  const full = "Webhook limit reached (3 webhooks). Please upgrade your plan to add more webhooks.";
  await expect(main.getByText(full)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Webhook" })).toBeDisabled();
  // Editing an existing webhook needs no more room.
  const dialog = page.getByRole("dialog");
  await page
    .getByRole("button", { name: /^Edit hook/ })
    .first()
    .click();
  await expect(dialog.getByText(full)).toBeHidden();
  await dialog.getByLabel("Description").fill("To the CRM");
  await dialog.getByRole("button", { name: "Update Webhook" }).click();
  await expect(toast(page, "Webhook updated successfully!")).toBeVisible();

  await allow({ available: 1, unlimited: 1, limit: 0 });
  await page.reload();
  await expect(main.getByText("3/∞")).toBeVisible();
});

test("offers an upgrade where the plan has no webhooks (F36, J03, J29)", async ({ page, context }) => {
  await stub(
    page,
    plan.get_company_plan,
    says({ plan: "Starter", price: 0, non_expiry_plan: 1, company: "", expiry_date: "", features: [] }),
  );
  await page.goto(place);
  await expect(page.getByText(webhookScreenTexts.upgrade)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Webhook" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Webhooks" })).toBeHidden();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Upgrade Plan" }).click();
  await expect(await opened).toHaveURL(/pricing/);
});

test("lets webhooks be switched off and deleted, but not edited, if the plan no longer has them", async ({ page }) => {
  const { name } = await create(page);
  await stubPlan(page, { webhook: { available: 0 } }, { webhook: 1 });
  await stub(page, webhook.get_all_webhooks, fails, { times: 1 });
  await page.goto(place);
  await expect(page.getByText(webhookScreenTexts.upgrade)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: `Edit ${name}` })).toHaveCount(0);
  const toggle = page.getByRole("switch", { name: `${name} is enabled` });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeDisabled();
  // On the page of its deliveries, nothing can be sent any more.
  await page.getByRole("link", { name: `Deliveries of ${name}` }).click();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeDisabled();
  await expect(page.getByTitle(webhookScreenTexts.upgrade)).toBeVisible();
  await expect(toggle).toBeDisabled();
  await page.goBack();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, "Webhook deleted successfully!")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText(webhookScreenTexts.upgrade)).toBeVisible();
});

test("lists five a page, and goes to the page before when the last webhook of a page is deleted (F05, F06, F20 to F24, P69)", async ({
  page,
}) => {
  const names: string[] = [];
  for (let no = 0; no < 5; no += 1) names.push((await create(page, { url: `${elsewhere}/${no}` })).name);
  await page.goto(place);
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
  await expect(page.getByText("of 5 webhooks")).toBeHidden();
  await create(page);
  await page.reload();
  await expect(page.getByText("Showing 1 to 5 of 6 webhooks")).toBeVisible();
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(rows(page)).toHaveCount(1);
  const oldest = names[0] ?? "";
  await page.getByRole("button", { name: `Delete ${oldest}` }).click();
  const dialog = page.getByRole("dialog");
  const remove = dialog.getByRole("button", { name: "Delete Webhook" });
  await dialog.getByRole("textbox").fill(oldest.toUpperCase());
  await expect(remove).toBeDisabled();

  // A failure leaves everything as it is (F39, F40).
  await dialog.getByRole("textbox").fill(oldest);
  for (const [answer, text] of [
    [fails, "Failed to delete webhook"],
    ["no connection", "An error occurred while deleting webhook"],
  ] as const) {
    await stub(page, webhook.delete_webhook, answer, { times: 1 });
    const looked = page.waitForRequest(callsOf(webhook.get_all_webhooks));
    await remove.click();
    await expect(toast(page, text)).toBeVisible();
    await looked;
    await expect(dialog).toBeVisible();
  }
  const reloaded = page.waitForRequest((request) => request.url().includes("get_all_webhooks"));
  const release = await hold(page, webhook.delete_webhook);
  await remove.click();
  await page.keyboard.press("Escape");
  // Another confirmation is open by the time the deletion is done.
  await page.getByRole("button", { name: "Page 1" }).click();
  await page.getByRole("button", { name: `Delete ${names[1]}` }).click();
  release();
  await expect(toast(page, "Webhook deleted successfully!")).toBeVisible();
  await expect(dialog).toContainText(names[1] ?? "");
  await page.keyboard.press("Escape");
  await reloaded;
  await expect(rows(page)).toHaveCount(5);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
});

test("shows at most five page buttons, around the current page (F49)", async ({ page }) => {
  const seen: string[] = [];
  await stub(page, webhook.get_all_webhooks, (route) => {
    seen.push(route.request().url());
    return route.fulfill(says({ webhooks: [], count: 40 }));
  });
  await page.goto(place);
  const buttons = page.getByRole("navigation", { name: "Pages" }).getByRole("button", { name: /^Page/ });
  await expect(buttons).toHaveText(["1", "2", "3", "4", "5"]);
  await buttons.last().click();
  await expect(buttons).toHaveText(["3", "4", "5", "6", "7"]);
  // The buttons change with the press, before the call is made.
  await expect.poll(() => seen.at(-1)).toMatch(/start=20&limit=5/);
});

test("logs to the console what cannot be loaded, without a toast (F47, M10)", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const { get_all_webhooks, get_hmac_password, get_webhook_events } = webhook;
  for (const contract of [get_all_webhooks, get_hmac_password, get_webhook_events, email.get_company_domains])
    await stub(page, contract, fails);
  await page.goto(place);
  await expect(page.getByText(webhookScreenTexts.listFailed)).toBeVisible();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  for (const what of ["The webhooks", "The signing secret", "The events", "The domains"])
    await expect.poll(() => errors.some((text) => text.startsWith(`${what} could not be loaded`))).toBe(true);
  await expect(page.getByRole("region", { name: /Notification/ }).getByRole("listitem")).toHaveCount(0);
  // The events can be fetched again in the form that lacks them.
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create Webhook" }).click();
  await expect(dialog.getByText("Event is required")).toBeVisible();
  await page.unroute(callsOf(get_webhook_events));
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByLabel("Event").selectOption("email.received");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeHidden();
});

test("requests the profile and the session once, whatever page the user enters by", async ({ page }) => {
  const { name } = await create(page);
  const once: string[] = [profile.get_profile.path, session.get_logged_user.path];
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  for (const path of [`${place}/${name}`, `${place}/`, "/app"]) {
    calls.length = 0;
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await visit(page, "Domains");
    await allAsked(page);
    expect(calls.filter((call) => once.includes(call)).sort(), path).toEqual(once);
  }
});

test("shows Members the webhooks, without secret and actions (P54)", async ({ page, startSession }) => {
  const hook = await create(page);
  await startSession("max@lakeside.example");
  await page.goto(place);
  await expect(rows(page)).toContainText(hook.name);
  await expect(rows(page).getByRole("button")).toHaveCount(0);
  await expect(rows(page).getByRole("link")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add Webhook" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Signing secret" })).toBeHidden();
  await expect(page.getByText(memberTexts.companyReadOnly)).toBeVisible();
});

test("fits a phone, even with a long URL and description", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hook = await create(page, {
    url: `https://hooks.example.com/${"very-long-".repeat(30)}`,
    description: "x".repeat(300),
  });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(place);
  await expect(rows(page)).toContainText(hook.name);
  expect(await width()).toBe(390);
  const about = rows(page).getByText(hook.description);
  expect(await about.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.getByRole("link", { name: `Deliveries of ${hook.name}` }).click();
  await expect(page.getByText(webhookScreenTexts.deliveriesEmpty)).toBeVisible();
  expect(await width()).toBe(390);
});
