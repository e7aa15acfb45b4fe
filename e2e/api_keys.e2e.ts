import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import {
  type ApiKey,
  api_key,
  apiKeyTexts,
  type Contract,
  daySeconds,
  keyPattern,
  plan,
  resources,
  scopes,
} from "@mayfly/contracts";
import { sendMail } from "@mayfly/server/outgoing_mail/send_mail";
import { apiKeyScreenTexts, scopeTexts } from "@mayfly/web/features/api_keys/texts";
import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { clipboard, colleague, copied, toast, visit } from "./page.ts";
import { test as base, expect } from "./server.ts";
import { callsOf, fails, hold, nothingAsked, refuses, says, stopTime, stub, stubPlan } from "./stub.ts";
import { call } from "./webhooks_page.ts";

const place = "/dashboard/api";
const day = daySeconds * 1000;

/** Each test begins with a session, and without keys. */
const test = base.extend({
  page: async ({ page, startSession }, use) => {
    await startSession();
    const { api_keys } = await call(page, api_key.get_api_keys, { limit: 100 });
    for (const { name } of api_keys) await call(page, api_key.revoke_api_key, { name });
    await use(page);
  },
});

const rows = (page: Page) => page.getByRole("list", { name: "API keys" }).getByRole("listitem");
const dialogOf = (page: Page) => page.getByRole("dialog");
const create = (page: Page, given: object = {}): Promise<ApiKey & { key: string }> =>
  call(page, api_key.create_api_key, { key_name: "CI", scopes: ["emails:read"], ...given });
const shownIn = async (dialog: Locator) => (await dialog.getByText(keyPattern).textContent()) ?? "";
const statusOf = async (page: Page, key: string) =>
  (await page.request.get("/api/v1/me", { headers: { Authorization: `Bearer ${key}` } })).status();

const row = (given: Partial<ApiKey> = {}): ApiKey => ({
  ...{ name: "0198f2c4-5d8e-7b1a-9c37-1f2e3d4c5b6a", key_name: "CI", first: "mfly_AbC", owner: "ada@lakeside.example" },
  ...{ scopes: ["emails:read"], networks: [], expiry: null, replaced_by: null },
  ...{ last_used: null, last_network: null, creation: new Date(0).toISOString() },
  ...given,
});
const lists = (page: Page, ...api_keys: ApiKey[]) =>
  stub(page, api_key.get_api_keys, says({ api_keys, count: api_keys.length }));

test("is a showcase while the plan lacks the feature, and asks for no keys (Q01, O12)", async ({ page }) => {
  const asked = await lists(page);
  await stubPlan(page, {}, {});
  await page.goto(place);
  const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "API Access" });
  await expect(page.getByText("Your keys will be listed here. This one is only an example.")).toBeVisible();
  await expect(link.getByRole("img", { name: "Locked" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create key" })).toBeHidden();
  await nothingAsked(page, asked);
});

test("shows a skeleton until the plan is known, and why it is not, with a retry", async ({ page }) => {
  await stub(page, plan.get_company_plan, fails, { times: 1 });
  const release = await hold(page, plan.get_company_plan);
  await page.goto(place);
  const main = page.getByRole("main");
  await expect(main.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(main.getByRole("heading")).toHaveCount(0);
  release();
  await expect(main.getByRole("heading", { level: 1, name: "API Access" })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await main.getByRole("button", { name: "Try again" }).click();
  await expect(main.getByRole("button", { name: "Create key" })).toBeVisible();
  await expect(main.getByText("Enterprise")).toHaveCount(0);
  await expect(page).toHaveTitle("API Access · Mayfly");
});

test("creates a key, shows it once, and keeps it nowhere (Q03, Q05)", async ({ page, context }) => {
  await page.goto(place);
  await expect(page.getByText(apiKeyScreenTexts.empty)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  const opener = page.getByRole("button", { name: "Create key" });
  await opener.click();
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(apiKeyTexts.nameRequired)).toBeVisible();
  await expect(dialog.getByText(apiKeyTexts.scopesRequired)).toBeVisible();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  expect(await faults(page)).toEqual([]);

  // Each scope has a box, and a ready set is one press.
  for (const scope of scopes) await expect(dialog.getByText(scopeTexts[scope])).toBeVisible();
  const boxes = dialog.getByRole("checkbox");
  const chosen = () => boxes.evaluateAll((all) => all.flatMap((box) => (box.matches(":checked") ? box : [])).length);
  await expect(boxes).toHaveCount(scopes.length);
  await dialog.getByRole("button", { name: "Read only" }).click();
  await expect(dialog.getByText(apiKeyTexts.scopesRequired)).toBeHidden();
  await expect.poll(chosen).toBe(5);
  await dialog.getByRole("button", { name: "Test suite" }).click();
  await expect(dialog.getByRole("button", { name: "Test suite", pressed: true })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "team:read" }).check();
  await expect(dialog.getByRole("button", { pressed: true })).toHaveCount(0);
  await dialog.getByRole("checkbox", { name: "team:read" }).uncheck();
  await expect(dialog.getByLabel("Expires after").locator("option")).toHaveText([
    "30 days",
    "90 days",
    "1 year",
    "Never",
  ]);
  await expect(dialog.getByLabel("Expires after").locator(":checked")).toHaveText("90 days");

  // What only the server knows stands at its field.
  await dialog.getByLabel("Name").fill("End-to-end tests");
  const networks = dialog.getByLabel("Allowed networks");
  await networks.fill("127.0.0.0/8\n::1\nhere");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(apiKeyTexts.networkInvalid("here"))).toBeVisible();
  await expect(networks).toBeFocused();
  await networks.fill("127.0.0.0/8\n\n  ::1");

  // While the key is being made, nothing closes the dialog: the key would be lost.
  const release = await hold(page, api_key.create_api_key);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("button", { name: "Close" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  release();
  await expect(dialog.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  await expect(toast(page, apiKeyTexts.created)).toBeVisible();
  await expect(dialog.getByText(apiKeyScreenTexts.once)).toBeVisible();
  const key = await shownIn(dialog);
  expect(await statusOf(page, key)).toBe(200);
  const copy = dialog.getByRole("button", { name: "Copy key" });
  await expect(copy).toBeFocused();
  expect(await copied(copy)).toBe(key);
  await expect(dialog.getByRole("status").filter({ hasText: apiKeyScreenTexts.copied })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.mouse.click(5, 5);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(key)).toBeVisible();
  const kept = () =>
    page.evaluate(() =>
      [
        ...[location.href, JSON.stringify(history.state), document.cookie, document.documentElement.outerHTML],
        ...[localStorage, sessionStorage, (window as { dataLayer?: unknown }).dataLayer].map((all) =>
          JSON.stringify(all),
        ),
      ].join("\n"),
    );
  expect(await kept()).toContain(key);
  await dialog.getByRole("button", { name: apiKeyScreenTexts.done }).click();
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await kept()).not.toContain(key);
  expect(JSON.stringify(await context.storageState())).not.toContain(key);

  await expect(rows(page)).toHaveCount(1);
  for (const text of ["End-to-end tests", `${key.slice(0, 8)}…`, "Test suite", "127.0.0.0/8, ::1/128", "in 3 months"])
    await expect(rows(page)).toContainText(text);
  // The form begins anew.
  await opener.click();
  await expect(dialog.getByLabel("Name")).toHaveValue("");
  await page.reload();
  await expect(rows(page)).toContainText(/You.*Used.*from (127\.0\.0\.1|::1)/);
});

test("says what the server refuses, and that it cannot be reached", async ({ page }) => {
  await page.goto(place);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Name").fill("CI");
  await dialog.getByRole("button", { name: "Test suite" }).click();
  for (const [answer, text] of [
    [refuses(417, apiKeyTexts.tooMany), apiKeyTexts.tooMany],
    ["no connection", "Network error: Unable to connect to server"],
  ] as const) {
    await stub(page, api_key.create_api_key, answer, { times: 1 });
    // Without an answer, there may be a key all the same.
    const looked = page.waitForRequest(callsOf(api_key.get_api_keys));
    await dialog.getByRole("button", { name: "Create key" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(text);
    await looked;
  }
  await expect(dialog.getByRole("checkbox", { name: "emails:read" })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test("says so when a key was made for somebody who has left the page", async ({ page }) => {
  await page.goto("/dashboard/team");
  await visit(page, "API Access");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Name").fill("CI");
  await dialog.getByRole("button", { name: "Test suite" }).click();
  const release = await hold(page, api_key.create_api_key);
  await dialog.getByRole("button", { name: "Create key" }).click();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  release();
  await expect(toast(page, apiKeyScreenTexts.unseen)).toBeVisible();
});

test("rotates a key of one's own, with an overlap (Q05)", async ({ page }) => {
  const { key, first } = await create(page);
  await page.goto(place);
  const rotate = page.getByRole("button", { name: `Rotate CI, ${first}…` });
  await rotate.click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(apiKeyScreenTexts.rotateAbout);
  const overlap = dialog.getByLabel(apiKeyScreenTexts.overlap);
  await expect(overlap).toBeFocused();
  await expect(overlap.locator("option")).toHaveText(["Not at all (stops immediately)", "1 hour", "24 hours"]);
  await expect(overlap.locator(":checked")).toHaveText("1 hour");
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(rotate).toBeFocused();
  await rotate.click();
  await stub(page, api_key.rotate_api_key, refuses(417, apiKeyTexts.replaced), { times: 1 });
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(apiKeyTexts.replaced);
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect(toast(page, apiKeyTexts.rotated)).toBeVisible();
  const next = await shownIn(dialog);
  expect(next).not.toBe(key);
  expect(await Promise.all([key, next].map((each) => statusOf(page, each)))).toEqual([200, 200]);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(next)).toBeVisible();
  await dialog.getByRole("button", { name: apiKeyScreenTexts.done }).click();

  const old = rows(page).filter({ hasText: "Rotated" });
  await expect(rows(page)).toHaveCount(2);
  await expect(old).toContainText(/It works until .+\. Use the new key from then on\./);
  await expect(old).toContainText(/in (59|60) minutes|in 1 hour/);
  await expect(old.getByRole("button")).toHaveCount(1);

  // Without an overlap, the old one ends at once.
  await page.getByRole("button", { name: `Rotate CI, ${next.slice(0, 8)}…` }).click();
  await overlap.selectOption("Not at all (stops immediately)");
  await dialog.getByRole("button", { name: "Rotate key" }).click();
  await expect.poll(() => statusOf(page, next)).toBe(401);
  await dialog.getByRole("button", { name: apiKeyScreenTexts.done }).click();
  await expect(rows(page).filter({ hasText: "Expired" })).toHaveCount(1);
});

test("revokes a key once it is confirmed (Q05)", async ({ page }) => {
  const { key, first } = await create(page);
  await page.goto(place);
  const revoke = page.getByRole("button", { name: `Revoke CI, ${first}…` });
  await revoke.click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText(apiKeyScreenTexts.revokeAbout);
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await faults(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(revoke).toBeFocused();
  await revoke.click();
  await stub(page, api_key.revoke_api_key, "no connection", { times: 1 });
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(toast(page, "Network error: Unable to connect to server")).toBeVisible();
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(toast(page, apiKeyTexts.revoked)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(apiKeyScreenTexts.empty)).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  expect(await statusOf(page, key)).toBe(401);
});

test("closes a dialog about a key that somebody else has revoked", async ({ page }) => {
  for (const action of ["Revoke", "Rotate"]) {
    const { name, first } = await create(page);
    await page.goto(place);
    await page.getByRole("button", { name: `${action} CI, ${first}…` }).click();
    await call(page, api_key.revoke_api_key, { name });
    await dialogOf(page)
      .getByRole("button", { name: `${action} key` })
      .click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(toast(page, "Not found")).toBeVisible();
    await expect(page.getByText(apiKeyScreenTexts.empty)).toBeVisible();
  }
});

test("shows Administrators all keys and Members their own; only its member rotates one (Q05)", async ({
  page,
  startSession,
}) => {
  await create(page, { key_name: "Ada's" });
  await startSession(colleague);
  await create(page, { key_name: "Max's" });
  await page.goto(place);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Max's");
  await expect(rows(page)).not.toContainText(colleague);
  await expect(rows(page).getByRole("button", { name: /^Rotate/ })).toHaveCount(1);

  await page.goto("about:blank");
  await startSession();
  await page.goto(place);
  await expect(rows(page)).toHaveCount(2);
  const his = rows(page).filter({ hasText: "Max's" });
  await expect(his).toContainText(colleague);
  await expect(his.getByRole("button", { name: /^Rotate/ })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: "Ada's" })).toContainText("You");
  await his.getByRole("button", { name: /^Revoke Max's/ }).click();
  await dialogOf(page).getByRole("button", { name: "Revoke key" }).click();
  await expect(rows(page)).toHaveCount(1);
});

test("says how long a key lives, and when it was last used", async ({ page }) => {
  const now = new Date("2026-11-28T12:00:00Z").getTime();
  const at = (days: number) => new Date(now + days * day).toISOString();
  await stopTime(page, now);
  await lists(
    page,
    row({ name: "a", key_name: "Ends soon", expiry: at(6.9) }),
    row({ name: "b", key_name: "Lasts", expiry: at(30), last_used: at(-1), last_network: "198.51.100.7" }),
    row({ name: "c", key_name: "Over", expiry: at(-1) }),
    row({ name: "d", key_name: "For good", scopes: ["emails:read", "webhooks:write"] }),
    row({ name: "e", key_name: "Old", expiry: at(1 / 24), replaced_by: "b" }),
  );
  await page.goto(place);
  const of = (name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) });
  await expect(of("Ends soon")).toContainText("Expires in 7 days");
  await expect(of("Ends soon")).toContainText("Never used");
  const colour = (name: string, text: string) =>
    of(name)
      .getByText(text)
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colour("Ends soon", "in 7 days")).not.toBe(await colour("Lasts", "in 1 month"));
  await expect(of("Lasts")).toContainText(/Used 1 day ago\s*from 198\.51\.100\.7/);
  await expect(of("Over")).toContainText("Expired");
  await expect(of("Over").getByRole("button")).toHaveCount(1);
  await expect(of("For good")).toContainText("Expires Never");
  await expect(of("For good")).toContainText("emails:read, webhooks:write");
  await expect(of("Old")).toContainText("Expires in 1 hour");
  expect(await faults(page)).toEqual([]);
});

test("lists 25 a page, and says when the keys cannot be loaded", async ({ page }) => {
  for (let no = 1; no <= 26; no += 1) await create(page, { key_name: `Key ${no}` });
  await stub(page, api_key.get_api_keys, fails, { times: 1 });
  await page.goto(place);
  await expect(page.getByText(apiKeyScreenTexts.listFailed)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByText("Showing 1 to 25 of 26 keys")).toBeVisible();
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("Key 1");
  await rows(page)
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await dialogOf(page).getByRole("button", { name: "Revoke key" }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeHidden();
});

test("lists the endpoints of the contracts, and links to their reference", async ({ page }) => {
  await page.goto(place);
  const listed = page.getByRole("list", { name: "Endpoints" }).getByRole("listitem");
  const calls: readonly Contract[] = Object.values(resources).flatMap((resource) => Object.values(resource));
  await expect(listed.getByRole("code")).toHaveText(
    calls.map(({ verb, path }) => verb + path.replace(/:(\w+)/g, "{$1}")),
  );
  for (const [index, { summary = "", scope }] of calls.entries()) {
    await expect(listed.nth(index)).toContainText(summary);
    await expect(listed.nth(index)).toContainText(scope ?? apiKeyScreenTexts.anyKey);
  }
  for (const [name, path] of [
    ["Reference", "/api/v1/docs"],
    ["OpenAPI", "/api/v1/openapi.json"],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name });
    await expect(link).toHaveAttribute("href", path);
    expect((await page.request.get(path)).status()).toBe(200);
  }
});

test("offers examples that work with a key in the environment", async ({ page, baseURL, mayfly }) => {
  const { key } = await create(page, { scopes: ["emails:read", "emails:write", "messages:read"] });
  await page.goto(place);
  for (const language of ["curl", "Python", "Node"]) {
    await page.getByRole("tab", { name: language }).click();
    const example = page.getByRole("region", { name: `Example in ${language}` });
    await expect(example.getByText("MAYFLY_KEY", { exact: true }).first()).toBeVisible();
    const code = await copied(page.getByRole("button", { name: `Copy the example in ${language}` }));
    expect(code).toBe(await example.textContent());
    expect(code).toContain(`${baseURL}/api/v1`);
  }
  await expect(toast(page, apiKeyScreenTexts.exampleCopied)).toBeVisible();
  const run = ["--input-type=module", "--eval", await clipboard(page)];
  const program = spawn(process.execPath, run, { env: { MAYFLY_KEY: key }, stdio: ["ignore", "pipe", "inherit"] });
  const said = createInterface(program.stdout)[Symbol.asyncIterator]();
  const { value: address = "" } = await said.next();
  expect(address).toMatch(/^\S+@mayfly\.test$/);
  const raw = Buffer.from("Subject: Your code\r\n\r\nYour code is 482913\r\n");
  await sendMail({ host: "127.0.0.1", port: mayfly.smtpPort, to: address, raw });
  expect((await said.next()).value).toBe("Your code 482913");
});

test("fits a phone, even with long names", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await create(page, {
    key_name: "x".repeat(140),
    scopes: [...scopes].slice(1),
    networks: ["2001:db8:1234:5678:9abc:def0:1234:5600/120", "192.0.2.0/24"],
  });
  await page.goto(place);
  await expect(rows(page)).toHaveCount(1);
  expect(await width()).toBe(390);
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Name").fill("CI");
  await dialog.getByRole("button", { name: "Test suite" }).click();
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByText(keyPattern)).toBeVisible();
  const surplus = () => dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await surplus()).toBe(0);
  expect(await width()).toBe(390);

  // With text twice as large as well.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  expect(await page.getByRole("main").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(scopes.length);
  expect(await surplus()).toBe(0);
});
