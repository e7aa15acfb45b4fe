import { email, planRefusals, webhook, webhookTexts } from "@mayfly/contracts";
import { stopClock, toast } from "./page.ts";
import { expect } from "./server.ts";
import { callsOf, hold, refuses, says, stub } from "./stub.ts";
import { call, create, elsewhere, place, rows, test } from "./webhooks_page.ts";

test("validates the form, shows refusals in it, and creates and edits a webhook (F07 to F19, P145)", async ({
  page,
}) => {
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

  // An error that only the server can know of appears at the field too.
  await stub(page, webhook.create_webhook, refuses(417, webhookTexts.urlInside));
  await submit.click();
  await expect(url).toHaveAccessibleDescription(webhookTexts.urlInside);
  await expect(url).toBeFocused();
  await expect(page.getByText(webhookTexts.urlInside)).toHaveCount(1);
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
  // A webhook keeps a domain that no longer exists until another is chosen.
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(edit.getByLabel("Domain").getByRole("option")).toHaveCount(3);
  await expect(edit.getByLabel("Domain")).toHaveValue("mayfly.test");
});

test("the form stays open on a double click, and closes on a press outside only until something is typed", async ({
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

test("keeps the event of an edited webhook while the events are loading (F08)", async ({ page }) => {
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
