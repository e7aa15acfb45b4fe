import type { Page } from "@playwright/test";
import {
  type Contract,
  email,
  limits,
  plan,
  planRefusals,
  profile,
  profileTexts,
  session,
  type Webhook,
  webhook,
  webhookTexts,
} from "../packages/contracts/src/index.ts";
import { clipboard, stopClock, toast, visit } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, callsOf, fails, hold, holdAnswer, nothingAsked, refuses, says, stub, stubPlan } from "./stub.ts";

// The last files of a run: with one worker for each, the others would have nothing to do.
test.describe.configure({ mode: "parallel" });

const place = "/dashboard/webhooks";
const elsewhere = "https://hooks.example.com/mayfly";

/** A call of the page's own session. */
async function call(page: Page, { verb, path }: Contract, input: Record<string, unknown> = {}) {
  const given = verb === "GET" ? { params: input as Record<string, string> } : { data: input };
  const response = await page.request.fetch(path, { method: verb, ...given });
  return (await response.json()).message;
}
async function create(page: Page, given: object = {}): Promise<Webhook> {
  const made = { url: elsewhere, event: "email.received", ...given };
  const { success: _, message: __, ...hook } = await call(page, webhook.create_webhook, made);
  return hook;
}

/** Each test begins without webhooks. */
async function clear(page: Page) {
  const { webhooks } = await call(page, webhook.get_all_webhooks, { limit: 100 });
  for (const { name } of webhooks) await call(page, webhook.delete_webhook, { webhook_name: name });
}

const rows = (page: Page) => page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");

test.beforeEach(async ({ page, startSession }) => {
  await startSession();
  await clear(page);
});

test("says how many of how many there are (F02 to F04, P115, P116)", async ({ page }) => {
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
  await create(page);
  await create(page);
  await page.reload();
  await expect(main.getByText("3/3")).toBeVisible();
  await expect(main.getByText("Limit reached", { exact: true })).toBeVisible();

  // Blocked at the limit, with the server's words (F38, P68).
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const dialog = page.getByRole("dialog");
  const full = "Webhook limit reached (3 webhooks). Please upgrade your plan to add more webhooks.";
  await expect(dialog.getByText(full)).toBeVisible();
  await dialog.getByLabel("URL").fill(elsewhere);
  await dialog.getByLabel("Event").selectOption("email.received");
  const asked = await stub(page, webhook.create_webhook, says(null));
  await dialog.getByRole("button", { name: "Create Webhook" }).click();
  await expect(toast(page, full)).toBeVisible();
  await nothingAsked(page, asked);
  // One that is there already takes no more room.
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page
    .getByRole("button", { name: /^Edit hook/ })
    .first()
    .click();
  await expect(dialog.getByText(full)).toBeHidden();
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
  await expect(page.getByText(webhookTexts.upgrade)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add Webhook" })).toBeHidden();
  await expect(page.getByRole("region", { name: "Webhooks" })).toBeHidden();
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Upgrade Plan" }).click();
  await expect(await opened).toHaveURL(/pricing/);
});

test("lets the webhooks of a plan that has none any more be switched off and deleted", async ({ page }) => {
  const { name } = await create(page);
  await stubPlan(page, { webhook: { available: 0 } }, { webhook: 1 });
  await stub(page, webhook.get_all_webhooks, fails, { times: 1 });
  await page.goto(place);
  await expect(page.getByText(webhookTexts.upgrade)).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: `Edit ${name}` })).toHaveCount(0);
  const toggle = page.getByRole("switch", { name: `${name} is enabled` });
  await toggle.click();
  await expect(toggle).not.toBeChecked();
  await expect(toggle).toBeDisabled();
  // In its log nothing can be sent any more.
  await page.getByRole("link", { name: `Deliveries of ${name}` }).click();
  await expect(page.getByRole("button", { name: "Send test event" })).toBeDisabled();
  await expect(page.getByTitle(webhookTexts.upgrade)).toBeVisible();
  await expect(toggle).toBeDisabled();
  await page.goBack();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("dialog").getByRole("textbox").fill(name);
  await page.getByRole("dialog").getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, "Webhook deleted successfully!")).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByText(webhookTexts.upgrade)).toBeVisible();
});

test("lists five a page, and goes back when the last of a page is deleted (F05, F06, F20 to F24, P69)", async ({
  page,
}) => {
  const names: string[] = [];
  for (let no = 0; no < 5; no += 1) names.push((await create(page)).name);
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
  // Another question is open by the time it is done.
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
  // The buttons follow the press, the call comes after them.
  await expect.poll(() => seen.at(-1)).toMatch(/start=20&limit=5/);
});

test("checks the form, and says what it does (F07 to F19, P145)", async ({ page }) => {
  await stub(page, email.get_company_domains, says(["mayfly.test", "lakeside.example"]));
  const loads: string[] = [];
  page.on("request", (request) => {
    const name = /webhook\.get_webhook_events|get_company_domains/.exec(request.url())?.[0];
    if (name) loads.push(name);
  });
  await page.goto(place);
  const add = page.getByRole("button", { name: "Add Webhook" });
  await add.click();
  const dialog = page.getByRole("dialog", { name: "Create New Webhook" });
  const options = dialog.getByLabel("Event").getByRole("option");
  await expect(options).toHaveCount(9);
  await page.keyboard.press("Escape");
  await add.click();
  await expect(options).toHaveCount(9);
  expect(loads.sort()).toEqual(["get_company_domains", "webhook.get_webhook_events"]);

  const submit = dialog.getByRole("button", { name: "Create Webhook" });
  const url = dialog.getByLabel("URL");
  await expect(url).toHaveAttribute("type", "url");
  await submit.click();
  await expect(dialog.getByText("URL is required")).toBeVisible();
  await expect(dialog.getByText("Event is required")).toBeVisible();
  for (const wrong of ["abc", "ftp://a.example/"]) {
    await url.fill(wrong);
    await submit.click();
    await expect(dialog.getByText(webhookTexts.urlInvalid)).toBeVisible();
  }
  await url.fill("   ");
  await submit.click();
  await expect(dialog.getByText("URL is required")).toBeVisible();
  await url.fill(elsewhere);
  await dialog.getByLabel("Event").selectOption("email.expired");
  await expect(dialog.getByText("The expiry of an address passes")).toBeVisible();
  await expect(dialog.getByLabel("Domain").getByRole("option")).toHaveText([
    "All domains",
    "mayfly.test",
    "lakeside.example",
  ]);

  // What only the server can know stands at the field too.
  await stub(page, webhook.create_webhook, refuses(417, webhookTexts.urlInside));
  await submit.click();
  await expect(url).toHaveAccessibleDescription(webhookTexts.urlInside);
  await expect(url).toBeFocused();
  await expect(toast(page, webhookTexts.urlInside)).toBeVisible();
  // The plan may have changed since the page was opened (F37).
  await stub(page, webhook.create_webhook, refuses(403, planRefusals.webhook.unavailable));
  await submit.click();
  await expect(dialog.getByText("Webhook feature is not available in your current plan")).toBeVisible();
  await expect(submit).toBeFocused();
  await page.unroute(callsOf(webhook.create_webhook));

  const release = await hold(page, webhook.create_webhook);
  const created = page.waitForRequest(callsOf(webhook.create_webhook));
  await submit.click();
  await expect(dialog.getByRole("button", { name: "Creating..." })).toBeDisabled();
  release();
  expect((await created).postDataJSON()).toMatchObject({ enabled: 1, url: elsewhere, event: "email.expired" });
  await expect(toast(page, "Webhook created successfully!")).toBeVisible();
  await expect(rows(page)).toHaveCount(1);

  await page.getByRole("button", { name: /^Edit hook/ }).click();
  const edit = page.getByRole("dialog", { name: "Edit Webhook" });
  await expect(edit.getByLabel("URL")).toHaveValue(elsewhere);
  await expect(edit.getByLabel("Event")).toHaveValue("email.expired");
  await edit.getByLabel("Description").fill("Tells the operations team");
  await edit.getByLabel("Domain").selectOption("mayfly.test");
  // Somebody else switches it off meanwhile.
  const { webhooks } = await call(page, webhook.get_all_webhooks);
  const { name } = webhooks[0];
  await call(page, webhook.enable_disable_webhook, { webhook_name: name, enable: 0 });
  const goOn = await hold(page, webhook.update_webhook);
  const updated = page.waitForRequest(callsOf(webhook.update_webhook));
  await edit.getByRole("button", { name: "Update Webhook" }).click();
  await expect(edit.getByRole("button", { name: "Updating..." })).toBeDisabled();
  goOn();
  await expect(toast(page, "Webhook updated successfully!")).toBeVisible();
  expect((await updated).postDataJSON()).toEqual({
    ...{ name, url: elsewhere, event: "email.expired" },
    ...{ domain: "mayfly.test", description: "Tells the operations team" },
  });
  await stub(page, email.get_company_domains, says(["lakeside.example"]));
  await page.reload();
  await expect(rows(page)).toContainText("mayfly.test · Tells the operations team");
  await expect(page.getByRole("switch")).not.toBeChecked();
  // A domain that is no longer there is its domain until another is chosen.
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(edit.getByLabel("Domain").getByRole("option")).toHaveCount(3);
  await expect(edit.getByLabel("Domain")).toHaveValue("mayfly.test");
});

test("switches a webhook off and on where it stands (F28, F32 to F35, F41, F42, F48, P65)", async ({ page }) => {
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
  // Who draws over the URL selects it, and wants no secret copied.
  const secrets = await stub(page, webhook.get_hmac_password, (route) => route.fallback());
  const url = await rows(page).getByText(elsewhere).boundingBox();
  if (url === null) throw new Error("the URL is not drawn");
  await page.mouse.move(url.x + 5, url.y + 5);
  await page.mouse.down();
  await page.mouse.move(url.x + 80, url.y + 5);
  await page.mouse.up();
  expect(await page.evaluate(() => `${getSelection()}`)).toMatch(/^h?ttps:\S+$/);
  // The row is pressed wherever there is no control of its own, switched off as well (F29).
  await rows(page).getByText(elsewhere).click();
  await expect(toast(page, webhookTexts.secretCopied)).toBeVisible();
  expect(secrets).toHaveLength(1);
  await rows(page).click({ position: { x: 5, y: 5 } });
  await expect.poll(() => secrets.length).toBe(2);
  await toggle.click();
  await expect(toast(page, "Webhook activated successfully!")).toBeVisible();
  await expect(toggle).toBeChecked();
  await nothingAsked(page, lists);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("switch");
});

test("shows what a webhook was switched to, whatever a list says that was asked for before", async ({ page }) => {
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
  // Refused, it has the list fetched again.
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

test("stays open after the second press of a double click, and closes with a press outside until something is typed", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto(place);
  const dialog = page.getByRole("dialog", { name: "Create New Webhook" });
  const add = page.getByRole("button", { name: "Add Webhook" });
  await expect(add).toBeEnabled();
  await stopClock(page);
  await add.dblclick();
  await expect(dialog.getByLabel("URL")).toBeFocused();
  // Longer than a double click takes.
  await page.clock.runFor(1_000);
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();

  await page.clock.resume();
  await add.click();
  await dialog.getByLabel("URL").fill(elsewhere);
  await page.clock.fastForward(1_000);
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel("URL")).toHaveValue(elsewhere);
  await expect(dialog.getByLabel("URL")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("keeps the event of an edited webhook while the events are on their way (F08)", async ({ page }) => {
  const hook = await create(page);
  const arrive = await hold(page, webhook.get_webhook_events);
  await page.goto(place);
  await page.getByRole("button", { name: `Edit ${hook.name}` }).click();
  const event = page.getByRole("dialog", { name: "Edit Webhook" }).getByLabel("Event");
  await expect(event).toHaveValue(hook.event);
  arrive();
  await expect(event).toBeEnabled();
  await expect(event).toHaveValue(hook.event);
});

test("keeps the secret masked, and says what fails with it (F25 to F27, F31, F43 to F46, P70, P117)", async ({
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
  // Anywhere on the row, also with the keyboard.
  await rows(page).getByText(elsewhere).click();
  const copied = toast(page, "Secret key copied to clipboard!");
  await expect(copied).toBeVisible();
  expect(await clipboard(page)).toBe(`${header}: ${hmac_secret}`);
  // It stays for 2000 ms, and goes.
  await expect(copied.locator("[data-toast-progress]")).toHaveCSS("animation-duration", "2s");
  await page.mouse.move(0, 0);
  await page.clock.runFor(limits.webhookCopyNotice - 100);
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

test("shows the new secret, whatever an answer says that was asked for before (F26)", async ({ page }) => {
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

test("says offline what cannot be done, and does nothing of it later (F40, F42, F46)", async ({ page, context }) => {
  const hook = await create(page);
  await page.goto(place);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole("button", { name: `Delete ${hook.name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(hook.name);
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, webhookTexts.deleteThrown)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  const toggle = page.getByRole("switch", { name: `${hook.name} is enabled` });
  await toggle.click();
  await expect(toast(page, webhookTexts.toggleThrown)).toBeVisible();
  await page.getByRole("button", { name: "Regenerate" }).click();
  await dialog.getByRole("button", { name: "Regenerate secret" }).click();
  await expect(toast(page, webhookTexts.regenerateThrown)).toBeVisible();

  const sent: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "POST" && pathname.startsWith("/api/")) sent.push(pathname);
  });
  await context.setOffline(false);
  await expect(page.getByText("You are offline.")).toBeHidden();
  await toggle.click();
  await expect(toast(page, webhookTexts.deactivated)).toBeVisible();
  expect(sent).toEqual([webhook.enable_disable_webhook.path]);
});

test("lets go of a webhook that somebody else has deleted, whatever is asked of it (F39, F41)", async ({ page }) => {
  const dialog = page.getByRole("dialog");
  const [deleted, edited, switched] = [await create(page), await create(page), await create(page)];
  const forget = ({ name }: Webhook) => call(page, webhook.delete_webhook, { webhook_name: name });
  await page.goto(place);
  await page.getByRole("button", { name: `Delete ${deleted.name}` }).click();
  await dialog.getByRole("textbox").fill(deleted.name);
  await forget(deleted);
  await dialog.getByRole("button", { name: "Delete Webhook" }).click();
  await expect(toast(page, webhookTexts.deleteFailed)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);

  await page.getByRole("button", { name: `Edit ${edited.name}` }).click();
  await forget(edited);
  await dialog.getByRole("button", { name: "Update Webhook" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);

  await forget(switched);
  await page.getByRole("switch", { name: `${switched.name} is enabled` }).click();
  await expect(toast(page, webhookTexts.toggleFailed)).toBeVisible();
  await expect(page.getByText(webhookTexts.empty)).toBeVisible();
  await page.getByRole("button", { name: "Add a webhook" }).click();
  await expect(page.getByRole("dialog", { name: webhookTexts.createTitle })).toBeVisible();
});

test("tells only the console what cannot be loaded (F47, M10)", async ({ page }) => {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  const { get_all_webhooks, get_hmac_password, get_webhook_events } = webhook;
  for (const contract of [get_all_webhooks, get_hmac_password, get_webhook_events, email.get_company_domains])
    await stub(page, contract, fails);
  await page.goto(place);
  await expect(page.getByText(webhookTexts.listFailed)).toBeVisible();
  await page.getByRole("button", { name: "Add Webhook" }).click();
  for (const what of ["The webhooks", "The secret", "The events", "The domains"])
    await expect.poll(() => errors.some((text) => text.startsWith(`${what} could not be loaded`))).toBe(true);
  await expect(page.getByRole("region", { name: /Notification/ }).getByRole("listitem")).toHaveCount(0);
  // The events can be asked for again where they are missed.
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create Webhook" }).click();
  await expect(dialog.getByText("Event is required")).toBeVisible();
  await page.unroute(callsOf(get_webhook_events));
  await dialog.getByRole("button", { name: "Try again" }).click();
  await dialog.getByLabel("Event").selectOption("email.received");
  await expect(dialog.getByRole("button", { name: "Try again" })).toBeHidden();
});

test("asks who is there once, whatever page somebody comes by", async ({ page }) => {
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
  await expect(page.getByText(profileTexts.companyReadOnly)).toBeVisible();
});

test("says in the log what a delivery tells of, and what was sent", async ({ page }) => {
  const hook = await create(page);
  await page.goto(`${place}/${hook.name}`);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(toast(page, webhookTexts.testQueued)).toBeVisible();
  const row = page.getByRole("list", { name: "Deliveries" }).locator("> li");
  await expect(row).toContainText("Your code is 123456");
  await expect(row).toContainText("test@mayfly.test");
  await row.getByText("Email received").click();
  await expect(row.getByText('"recipients":"test@mayfly.test"')).toBeVisible();
});

test("says in an open log that its webhook is gone", async ({ page }) => {
  const { name } = await create(page);
  await page.clock.install();
  await page.goto(`${place}/${name}`);
  await expect(page.getByText(webhookTexts.deliveriesEmpty)).toBeVisible();
  await call(page, webhook.delete_webhook, { webhook_name: name });
  await page.clock.runFor(10_000);
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send test event" })).toHaveCount(0);
});

test("fits a phone", async ({ page }) => {
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
  await expect(page.getByText(webhookTexts.deliveriesEmpty)).toBeVisible();
  expect(await width()).toBe(390);
});
