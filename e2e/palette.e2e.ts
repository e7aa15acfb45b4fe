import { emailTexts, reportview, resource } from "@mayfly/contracts";
import { addressTexts } from "@mayfly/web/data/texts/address";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { row, stubEmails } from "./emails_page.ts";
import { clipboard, expect, inboxOf, mail, test, toastsOf } from "./page.ts";
import { fails, hold, says, stub } from "./stub.ts";

const palette = (page: Page) => page.getByRole("dialog", { name: "Go to" });
const box = (page: Page) => palette(page).getByRole("combobox");
const options = (page: Page) => palette(page).getByRole("option");
const option = (page: Page, name: string) => palette(page).getByRole("option", { name, exact: true });
const chosen = (page: Page) => palette(page).getByRole("option", { selected: true });

async function ask(page: Page, text = "") {
  await expect(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toBeFocused();
  await box(page).fill(text);
}

/** Types, and runs the command that this chooses. */
async function take(page: Page, typed: string, label: string) {
  await ask(page, typed);
  await expect(chosen(page)).toHaveText(label);
  await page.keyboard.press("Enter");
}

test("the palette leads to every page by keyboard alone, and its script loads only when it is opened", async ({
  page,
  enter,
}) => {
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.text());
  });
  // The palette's script has no name of its own.
  const loaded = async () => (await Promise.all(scripts)).some((text) => text.includes("Which address?"));
  await enter();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  expect(await loaded()).toBe(false);

  for (const [typed, label, path, heading] of [
    ["dom", "Domains", "/dashboard/domains", "Domains"],
    ["webh", "Webhooks", "/dashboard/webhooks", "Webhooks"],
    ["integ", "Integrations", "/dashboard/integrations", "Integrations"],
    ["api", "API Access", "/dashboard/api", "API Access"],
    ["team", "Team", "/dashboard/team", "Team"],
    ["sett", "Settings", "/dashboard/settings", "Settings"],
    ["emails", "Emails", "/dashboard/emails", "Emails"],
    ["inbox", "Inbox", "/inbox", "All messages"],
    ["dashb", "Dashboard", "/dashboard", "Dashboard"],
  ] as const) {
    await take(page, typed, label);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(palette(page)).toHaveCount(0);
  }
  expect(await loaded()).toBe(true);
});

test("the palette moves with the arrow keys, around the ends too, and returns the focus when it closes", async ({
  page,
  enter,
}) => {
  await enter("/dashboard/team");
  const tab = page.getByRole("tab", { name: "Permissions" });
  await tab.focus();
  await ask(page);
  await expect(palette(page).getByRole("group", { name: "Inboxes" }).getByRole("option").first()).toBeVisible();
  const all = await options(page).count();
  await expect(options(page).first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(options(page).nth(all - 1)).toHaveAttribute("aria-selected", "true");
  await expect(options(page).nth(all - 1)).toHaveText("Log out");

  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(tab).toBeFocused();

  // The keys that open the palette close it, and it forgets what was typed.
  await ask(page, "log");
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);
  await expect(tab).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(box(page)).toHaveValue("");
  await expect(options(page)).toHaveCount(all);
});

/** Holds back the scripts that are loaded from now on. */
async function holdScripts(page: Page) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const held: string[] = [];
  await page.route("**/assets/*.js", async (route) => {
    held.push(route.request().url());
    await arrived;
    await route.continue();
  });
  return { held, arrive };
}

test("the palette takes what was typed while it loaded, which does nothing else", async ({ page, enter }) => {
  await enter("/dashboard/domains");
  const main = page.getByRole("main");
  const domains = main.getByRole("list", { name: "Domains", exact: true });
  await expect(main.getByRole("heading", { level: 1, name: "Domains" })).toBeVisible();
  await expect(domains.getByRole("listitem").first()).toBeVisible();
  const { held, arrive } = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await expect.poll(() => held).not.toEqual([]);
  // Each of the first two would do something on the page.
  await page.keyboard.type("nyx");
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("team");
  await page.keyboard.press("Enter");
  await expect(palette(page)).toHaveCount(0);
  arrive();
  await expect(page).toHaveURL("/dashboard/team");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("create email");
  await expect(box(page)).toHaveValue("create email");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
});

test("the palette closes with Escape while it loads", async ({ page, enter }) => {
  await enter();
  await expect(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  const { held, arrive } = await holdScripts(page);
  await page.keyboard.press("Control+k");
  await expect.poll(() => held).not.toEqual([]);
  await page.keyboard.press("Escape");
  arrive();
  await page.evaluate((scripts) => Promise.all(scripts.map((script) => import(script))), held);
  // Had the palette opened after all, the keys would close it.
  await take(page, "team", "Team");
});

test("the palette never acts on what an earlier term has found: Enter waits for the new answer", async ({
  page,
  address,
  deliver,
  enter,
}) => {
  await deliver(address, mail("The tern was here"));
  await enter();
  await ask(page, "tern");
  const message = palette(page).getByRole("option", { name: /^The tern was here/ });
  await expect(message).toHaveAttribute("aria-selected", "true");
  const [releaseAddresses, releaseMail] = [await hold(page, resource.list), await hold(page, reportview.get)];
  await box(page).fill(address);
  await expect(message).toHaveAttribute("aria-disabled", "true");
  await expect(chosen(page)).toHaveCount(0);
  await message.click({ force: true });
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveValue(address);
  // The answer about mail decides nothing while the one about addresses is missing.
  releaseMail();
  await expect(chosen(page)).toHaveCount(0);
  releaseAddresses();
  await expect(page).toHaveURL(inboxOf(address));

  // What was typed anew is not what Enter was pressed for.
  await ask(page, "nothing such");
  const release = await hold(page, resource.list);
  await page.keyboard.type(".");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace");
  await box(page).fill("tern");
  release();
  await expect(message).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL(inboxOf(address));
});

test("the palette does not open if its keys are pressed again while it loads", async ({ page, enter }) => {
  await enter();
  const { held, arrive } = await holdScripts(page);
  await expect(page.getByRole("button", { name: "Go to…" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect.poll(() => held).not.toEqual([]);
  await page.keyboard.press("Control+k");
  arrive();
  await page.evaluate((scripts) => Promise.all(scripts.map((script) => import(script))), held);
  // Had the palette opened after all, the keys would close it.
  await take(page, "team", "Team");
  await expect(page).toHaveURL("/dashboard/team");
});

test("the palette creates an address from another page, and does not open over a dialog", async ({ page, enter }) => {
  await enter("/dashboard/webhooks");
  await take(page, "create", "Create EmailWith options");
  const dialog = page.getByRole("dialog", { name: "Create Email" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toHaveCount(0);

  await dialog.getByLabel("Domain").selectOption("mayfly.test");
  await dialog.getByRole("button", { name: "Create Email" }).click();
  await expect(toastsOf(page).filter({ hasText: emailTexts.created })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("the palette chooses an address that is typed in full, however many others begin with it", async ({
  page,
  enter,
}) => {
  // The server lists the newest first.
  await stubEmails(page, [...Array.from({ length: 7 }, (_, no) => row(`many-2${no}`)), row("many-2")]);
  await enter();
  await ask(page, "many-2");
  await expect(chosen(page)).toHaveText("many-2@mayfly.test");
  await expect(options(page)).toHaveCount(6);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inboxOf("many-2@mayfly.test"));
});

test("the palette chooses an address that is typed, but not over a page of that name or the user's own choice", async ({
  page,
  enter,
}) => {
  // Older than the addresses that the palette has loaded unasked.
  const newer = Array.from({ length: 6 }, (_, no) => row(`newer-${no}`));
  await stubEmails(page, [...newer, row("team"), row("copy"), row("log")]);
  await stub(page, reportview.get, says({ keys: [], values: [], found: [], next: null }));
  await enter();
  await ask(page, "team");
  await expect(option(page, "team@mayfly.test")).toBeVisible();
  await expect(chosen(page)).toHaveText("Team");

  await box(page).fill("copy");
  await expect(chosen(page)).toHaveText("copy@mayfly.test");
  await page.keyboard.press("x");
  await page.keyboard.press("Backspace");
  await expect(chosen(page)).toHaveText("copy@mayfly.test");

  const release = await hold(page, resource.list);
  await box(page).fill("log");
  await expect(chosen(page)).toHaveText("Log out");
  await page.keyboard.press("ArrowDown");
  release();
  await expect(option(page, "log@mayfly.test")).toBeVisible();
  await expect(chosen(page)).toHaveText("Log out");
});

test("the palette finds addresses, opens their inbox, copies them, and says when nothing matches", async ({
  page,
  address,
  enter,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  await enter();
  await ask(page, address);
  await expect(option(page, address)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inboxOf(address));

  // In the inbox of one address, unlike that of all messages, the address itself is a command.
  await ask(page, "inbox");
  await expect(option(page, "Inbox")).toBeVisible();
  await box(page).fill("copy");
  await expect(option(page, `Copy ${address}`)).toBeVisible();

  await box(page).fill("copy an address");
  await expect(chosen(page)).toHaveText("Copy an address…");
  await page.keyboard.press("Enter");
  await expect(box(page)).toHaveAttribute("placeholder", "Which address?");
  await box(page).fill("billing");
  await expect(chosen(page)).toHaveText("billing@mayfly.test");
  await page.keyboard.press("Enter");
  await expect(toastsOf(page).filter({ hasText: addressTexts.copied })).toBeVisible();
  await expect.poll(() => clipboard(page)).toBe("billing@mayfly.test");

  // Backspace leads back out of a choice.
  await take(page, "copy an address", "Copy an address…");
  await expect(box(page)).toHaveAttribute("placeholder", "Which address?");
  await page.keyboard.press("Backspace");
  await expect(option(page, "Log out")).toBeVisible();

  await box(page).fill("nothing such");
  await expect(palette(page).getByText('Nothing matches "nothing such".')).toBeVisible();
  await stub(page, resource.list, "no connection");
  // A new term, because earlier results are still in the cache.
  await box(page).fill("never asked for");
  await expect(palette(page).getByText(connectionTexts.networkError)).toBeVisible();
});

test("the palette switches the theme in every tab, and logs out", async ({ page, context, enter }) => {
  const other = await context.newPage();
  await other.goto("/login");
  await enter();
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  /** The colour of the browser's own bar. */
  const bar = (tab: Page) =>
    tab.evaluate(() => {
      const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
      return colours.find(({ media }) => matchMedia(media).matches)?.content;
    });
  const light = await bar(page);
  await take(page, "dark", "Use the dark theme");
  await expect.poll(theme).toBe("dark");
  const dark = await bar(page);
  expect(dark).not.toBe(light);
  await expect.poll(() => bar(other)).toBe(dark);
  await other.reload();
  await expect.poll(() => bar(other)).toBe(dark);
  await other.close();
  await ask(page, "switch theme");
  await expect(option(page, "Use the dark theme In use")).toBeVisible();
  // What Enter takes, and which theme is in use, is visible with forced colours too.
  await page.emulateMedia({ forcedColors: "active" });
  await expect(chosen(page)).toHaveCSS("outline-style", "solid");
  const backgrounds = await page
    .locator("label:has([type=radio])")
    .evaluateAll((labels) => labels.map((label) => getComputedStyle(label).backgroundColor));
  expect(backgrounds.filter((each) => each !== backgrounds[0])).toHaveLength(1);
  await page.emulateMedia({ forcedColors: "none" });
  await box(page).fill("system");
  await expect(chosen(page)).toHaveText("Use the system's theme");
  await page.keyboard.press("Enter");
  await expect.poll(theme).toBeUndefined();
  expect(await bar(page)).toBe(light);

  // Toasts go with the logout, because they are meant for the user who leaves.
  await take(page, "copy an address", "Copy an address…");
  await expect(box(page)).toHaveAttribute("placeholder", "Which address?");
  await expect(chosen(page)).toContainText("@");
  await page.keyboard.press("Enter");
  await expect(toastsOf(page)).toHaveCount(1);
  await take(page, "sign out", "Log out");
  await expect(page).toHaveURL("/login");
  await expect(toastsOf(page)).toHaveCount(0);
});

test("the palette opens from the drawer of a phone, fits it, and passes axe's checks", async ({
  page,
  address,
  enter,
  allow,
}) => {
  allow(/500/);
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(inboxOf(address));
  await page.getByRole("button", { name: "Navigation" }).click();
  await page.getByRole("button", { name: "Go to…" }).click();
  await expect(box(page)).toBeFocused();
  await expect(option(page, "Dashboard")).toBeVisible();
  const width = await palette(page).evaluate((dialog) => dialog.getBoundingClientRect().right);
  expect(width).toBeLessThanOrEqual(390);
  expect(await faults(page)).toEqual([]);
  await box(page).fill("nothing such");
  await expect(palette(page).getByText("Nothing matches")).toBeVisible();
  expect(await faults(page)).toEqual([]);

  // If the addresses cannot be loaded, the other commands still work.
  await stub(page, resource.list, fails);
  await box(page).fill("team");
  await expect(chosen(page)).toHaveText("Team");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/dashboard/team");
});
