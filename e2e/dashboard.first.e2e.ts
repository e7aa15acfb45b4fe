import { contracts, plan, stats } from "@mayfly/contracts";
import { skeletonMilliseconds } from "@mayfly/web/features/dashboard/limits";
import type { Page } from "@playwright/test";
import { stopClock, storeActivity, withoutScripts } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, hold } from "./stub.ts";

const { get_stats, get_company_plan } = plan;
const { get_profile } = contracts.profile;
const skeleton = (page: Page) => page.getByRole("main").getByRole("status", { name: "Loading" });

test.describe("the first view", () => {
  test.use({ patient: true });

  for (const { path, having, cards } of [
    { path: "/dashboard", having: "with its cards", cards: 4 },
    { path: "/dashboard/emails", having: "of a list", cards: 0 },
  ])
    test(`is busy while the plan is checked, then shows the skeleton ${having} for 1.5 s, then the page (C05, C06, P49)`, async ({
      page,
      mayfly,
    }) => {
      const release = await hold(page, get_stats);
      await page.clock.install();
      // The login leads on to the page that was asked for.
      await page.goto(path);
      await page.getByLabel("Email").fill(mayfly.login);
      await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.locator("main[aria-busy=true]")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      const title = page.getByRole("heading", { level: 1, includeHidden: true });
      await expect(title).toBeAttached();
      await stopClock(page);
      release();
      // The skeleton's time begins in one of the milliseconds that pass until the page handles the answer.
      let passed = 0;
      await expect
        .poll(async () => {
          passed += 1;
          await page.clock.runFor(1);
          return skeleton(page).first().isVisible();
        })
        .toBe(true);
      await page.clock.runFor(skeletonMilliseconds - passed - 1);
      await expect(skeleton(page).first()).toBeVisible();
      await expect(title).toBeHidden();
      await expect(page.locator("[data-skeleton-card]")).toHaveCount(cards);
      // The skeleton is visible with forced colours as well.
      await page.emulateMedia({ forcedColors: "active" });
      const [edge, paper] = await skeleton(page)
        .locator("[aria-hidden]")
        .first()
        .evaluate((place) => {
          const { borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(place);
          return [`${borderTopWidth} ${borderTopColor}`, `1px ${backgroundColor}`];
        });
      expect(edge).toMatch(/^1px/);
      expect(edge).not.toBe(paper);
      await page.clock.runFor(passed + 1);
      await expect(title).toBeVisible();
    });

  test("shows every later page, and one that is opened with a session, as soon as it is there (row Y15)", async ({
    page,
    enter,
  }) => {
    // A page that waited for the skeleton's time would wait for ever.
    await page.addInitScript((never) => {
      const set = window.setTimeout;
      const skipping = (run: TimerHandler, after?: number, ...given: unknown[]) =>
        after === never ? 0 : set(run, after, ...given);
      window.setTimeout = skipping as typeof setTimeout;
    }, skeletonMilliseconds);
    const app = page.locator("#root:not([inert])");
    const title = app.getByRole("heading", { level: 1, name: "Dashboard", exact: true });
    await enter("/dashboard");
    await expect(title).toBeVisible();
    await enter("/inbox");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Dashboard" }).click();
    await expect(title).toBeVisible();
    await page.reload();
    await expect(title).toBeVisible();
  });
});

test("shows figures and lists without scripts, as the app draws them, whatever they say (row Y14, threat 21)", async ({
  browser,
  context,
  page,
  enter,
  mayfly,
  rootDb,
}) => {
  await storeActivity(rootDb, mayfly.login);
  // Otherwise the relative times may have changed by the time the app draws them.
  await rootDb.$executeRaw`UPDATE notification_log SET creation = creation - interval '3 hours'`;
  await enter("/healthz");
  await using bare = await withoutScripts(browser, context, mayfly.url);
  const drawn = await bare.newPage();
  await drawn.goto("/dashboard");
  await expect(drawn.getByRole("list", { name: "Recent emails" })).toContainText("@mayfly.test");
  await expect(drawn.getByRole("list", { name: "Activity" }).getByRole("listitem").first()).toBeVisible();
  await expect(drawn.locator("dl dd").first()).toHaveText(/^\d+$/);
  const words = await drawn.locator("#root").textContent();

  await page.goto("/dashboard");
  await expect(page.locator("#root:not([inert])")).toBeVisible();
  await expect(page.locator("#first-view")).toHaveCount(0);
  expect(await page.locator("#root").textContent(), "what the app draws is what was there").toBe(words);
  await expect(page).toHaveTitle("Dashboard · Mayfly");
});

test("opens the palette for what was typed behind its shortcut before its scripts were there", async ({
  page,
  enter,
}) => {
  await enter("/healthz");
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.getByRole("list", { name: "Recent emails" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("domains");
  await page.keyboard.press("Enter");
  await expect(page.locator("#root[inert]")).toHaveCount(1);
  release();
  await expect(page).toHaveURL("/dashboard/domains");
});

test("plays the keys that were pressed before its scripts were there", async ({ page, enter }) => {
  await enter("/healthz");
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/**", async (route) => {
    await pressed;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  await expect(page.getByRole("list", { name: "Recent emails" })).toBeVisible();
  await page.keyboard.press("n");
  release();
  await expect(page).toHaveURL(/\/inbox\?email=.+%40mayfly.test/);
});

test("makes each call only once after login, and waits for no answer but the session's", async ({ page, mayfly }) => {
  const calls: string[] = [];
  const held = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    calls.push(`${request.url()} ${request.postData() ?? ""}`);
    if (!/login|get_logged_user/.test(request.url())) await held.promise;
    await route.continue();
  });
  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await allAsked(page);
  calls.length = 0;
  await page.getByRole("button", { name: "Sign in" }).click();
  // All calls are made before the first has been answered.
  const expected = [get_profile, get_stats, get_company_plan, stats.get_dashboard_status].map(({ path }) => path);
  for (const path of [...expected, "/api/resource/Email", contracts.reportview.get.path])
    await expect.poll(() => calls.filter((call) => call.includes(path)).length, { message: path }).toBe(1);
  held.resolve();
  await expect(page.getByRole("heading", { name: "Recent Activity Changes" })).toBeVisible();
  expect(calls.length).toBe(new Set(calls).size);
});
