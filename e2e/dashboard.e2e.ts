import { contracts, plan, texts } from "@mayfly/contracts";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { profileLoadTexts } from "@mayfly/web/data/texts/profile";
import type { Locator } from "@playwright/test";
import { dashboardPages } from "./dashboard_pages.ts";
import { storeActivity, toast, visit } from "./page.ts";
import { expect, test } from "./server.ts";
import { callsOf, fails, says, stub, stubPlan } from "./stub.ts";

const { get_company_plan } = plan;
const { get_profile } = contracts.profile;

test("shows that a page is loading until its scripts have arrived", async ({ page, startSession }) => {
  await startSession();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/dashboard/emails", { waitUntil: "commit" });
  const waiting = page.getByRole("main", { name: "Loading" });
  await expect(waiting.locator("svg")).toBeVisible();
  resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("offers to reload the page when its scripts are gone, as after a newer release", async ({ page, enter }) => {
  await enter();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
  await page.getByRole("main").getByRole("button", { name: "Create Email" }).click();
  const failed = toast(page, texts.unexpected);
  await expect(failed).toBeVisible();
  await page.unrouteAll();
  const loaded = page.waitForEvent("load");
  await failed.getByRole("button", { name: "Reload the page" }).click();
  await loaded;
});

test.describe("the dashboard's shell", () => {
  test("links to its pages and to support, shows the user, and collapses its navigation (C07 to C18, C24, C41, P30)", async ({
    page,
    enter,
  }) => {
    await enter();
    const nav = page.getByRole("navigation", { name: "Main" });
    const links = nav.getByRole("listitem").getByRole("link");
    await expect(links).toHaveText(dashboardPages.map(([name]) => name));
    for (const [index, [, path]] of dashboardPages.entries())
      await expect(links.nth(index)).toHaveAttribute("href", path);
    // The demo company's plan has the feature of API Access.
    await expect(nav.getByRole("link", { name: "Integrations" }).getByRole("img", { name: "Locked" })).toBeVisible();
    await expect(nav.getByRole("img", { name: "Locked" })).toHaveCount(1);
    await expect(nav.getByText("Ada Bergström", { exact: true })).toBeVisible();
    await expect(nav.getByText("ada@lakeside.example", { exact: true })).toBeVisible();
    await expect(nav.getByRole("button", { name: "Log out" })).toBeVisible();
    const support = page.getByRole("link", { name: "Support" });
    await expect(support).toHaveAttribute("href", /\/homepage#contact$/);
    await expect(support).toHaveAttribute("target", "_blank");

    // `main` has the focus, from the start and on each page, so that the keys scroll it.
    await expect(page.getByRole("main")).toBeFocused();
    for (const [name, path, title] of dashboardPages) {
      await links.filter({ hasText: name }).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${title} · Mayfly`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(links.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
      if (path !== "/dashboard") await expect(page.getByRole("main")).toBeFocused();
    }
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    // The link adds no history entry for Back.
    await expect(page).not.toHaveURL(/#/);

    const width = async () => (await nav.boundingBox())?.width ?? 0;
    const wide = await width();
    await nav.getByRole("button", { name: "Collapse navigation" }).click();
    await expect.poll(width).toBeLessThan(wide / 2);
    await nav.getByRole("button", { name: "Expand navigation" }).click();
    await expect.poll(width).toBe(wide);
  });

  test("opens its navigation as a drawer on a phone, where no page is wider or taller than the window", async ({
    page,
    enter,
  }) => {
    const phone = { width: 390, height: 500 };
    await page.setViewportSize(phone);
    await enter();
    for (const [name, path] of dashboardPages) {
      await page.getByRole("button", { name: "Navigation" }).click();
      await page.getByRole("dialog").getByRole("listitem").getByRole("link", { name }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const size = () => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { width: scrollWidth, height: scrollHeight };
      };
      expect(await page.evaluate(size)).toEqual(phone);
    }
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Mayfly" }).click();
    await expect(page).toHaveURL("/dashboard");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Navigation" })).toBeFocused();

    // Zoomed to 400 %, the navigation leads as far.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Team" }).click();
    await expect(page).toHaveURL("/dashboard/team");
  });

  test("fits a phone with text twice as large", async ({ page, enter, mayfly, rootDb }) => {
    // The newest activity has the longest time: "less than a minute ago".
    await storeActivity(rootDb, mayfly.login);
    await page.setViewportSize({ width: 390, height: 844 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await enter();
    for (const [path, shown] of [
      ["", "Total Emails"],
      ["/emails", /@mayfly\.test$/],
      ["/api", "Endpoints"],
      ["/settings?tab=plan", "Unlimited features"],
    ] as const) {
      await page.goto(`/dashboard${path}`);
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible();
      await expect(page.getByRole("banner").getByText("Business")).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("link", { name: "Support" })).toBeInViewport({ ratio: 1 });
      const main = page.getByRole("main");
      expect(await main.evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
      // No element sticks out of its row or card.
      const outside = await main.locator(":is(li, dl > div) *").evaluateAll((parts) =>
        parts
          .filter((part) => {
            const around = part.parentElement?.closest("li, dl > div")?.getBoundingClientRect();
            return around !== undefined && part.getBoundingClientRect().right > around.right;
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      );
      expect(outside, path).toEqual([]);
    }
  });

  test("starts the banner where the page's title starts, and puts a page's badge or button level with its title", async ({
    page,
    enter,
  }) => {
    const title = page.getByRole("heading", { level: 1 });
    const middle = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    await page.setViewportSize({ width: 1920, height: 900 });
    await enter("/dashboard/integrations");
    await expect(title).toHaveText("Integrations");
    const company = await page.getByRole("banner").getByRole("paragraph").boundingBox();
    expect(company).not.toBeNull();
    expect(company?.x).toBe((await title.boundingBox())?.x);
    expect(await middle(page.getByText("Coming soon").first())).toBeCloseTo(await middle(title), 0);

    await page.setViewportSize({ width: 320, height: 800 });
    await stubPlan(page, { domain: { unlimited: 0, limit: 3 } }, { domain: 3 });
    await page.goto("/dashboard/domains");
    await expect(page.getByText("3/3")).toBeVisible();
    expect(await middle(page.getByRole("button", { name: "Refresh" }))).toBeCloseTo(await middle(title), 0);
  });

  test("says that the user is offline, and loads the pages that failed meanwhile once online", async ({
    page,
    enter,
    context,
  }) => {
    await enter();
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    // The script is loaded before the link is pressed.
    const ahead = page.waitForRequest((request) => request.resourceType() === "script");
    await nav.getByRole("link", { name: "Emails" }).hover();
    await ahead;
    const place = await page.getByRole("heading", { level: 1 }).boundingBox();
    await context.setOffline(true);
    await expect(page.getByText("You're offline.")).toBeVisible();
    // The page does not move under the pointer.
    expect(await page.getByRole("heading", { level: 1 }).boundingBox()).toEqual(place);
    const failed = page.getByRole("main").getByText(connectionTexts.networkError, { exact: true });
    for (const name of ["Team", "Domains", "Webhooks"]) {
      await nav.getByRole("link", { name }).click();
      // Until the link is the current one, the previous page stays.
      await expect(nav.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
      await expect(failed).toBeVisible();
      await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
    }
    const asked: string[] = [];
    page.on("requestfailed", (request) => asked.push(request.resourceType()));
    await expect(async () => {
      await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
      expect(asked).toContain("script");
    }).toPass();
    await expect(failed).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText("You're offline.")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
    await nav.getByRole("link", { name: "Team" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
    await expect(failed).toBeHidden();
  });

  test("requests all scripts of a page at once when the pointer is over its link", async ({ page, enter }) => {
    const here = new Set<string>();
    page.on("request", (request) => here.add(new URL(request.url()).pathname));
    await enter();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const link = (await page.request.get("/dashboard/domains")).headers()["link"] ?? "";
    const missing = [...link.matchAll(/<(.+?)>/g)].map(([, script = ""]) => script).filter((each) => !here.has(each));
    expect(missing.length).toBeGreaterThan(3);
    // Holds all scripts back, so that none can import another before all have been requested.
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route("**/assets/*.js", async (route) => {
      await promise;
      await route.continue();
    });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Domains" }).hover();
    await expect.poll(() => missing.filter((script) => !here.has(script))).toEqual([]);
    resolve();
    await visit(page, "Domains");
  });

  test("shows the plan's badge in its colour and with its icon (C21 to C23, C43, P08)", async ({
    page,
    startSession,
  }) => {
    let name = "";
    await stub(page, get_company_plan, (route) =>
      route.fulfill(says({ plan: name, price: 0, non_expiry_plan: 1, company: "", expiry_date: "", features: [] })),
    );
    await startSession();
    const seen = new Map<string, { colour: string; icon: boolean }>();
    for (name of ["Starter", "Professional", "Business", "Enterprise"]) {
      await page.goto("/dashboard");
      const word = page.getByRole("banner").getByText(name, { exact: true });
      await expect(word).toBeVisible();
      const badge = word.locator("..");
      seen.set(name, {
        colour: await badge.evaluate((element) => getComputedStyle(element).backgroundColor),
        icon: (await badge.locator("svg").count()) === 1,
      });
    }
    expect(seen.get("Enterprise")).toEqual(seen.get("Business"));
    expect([...seen.values()].map(({ icon }) => icon)).toEqual([false, true, true, true]);
    expect(new Set([...seen.values()].map(({ colour }) => colour)).size).toBe(3);
  });

  test("says that the profile is refused (C39) or out of reach (C40), and loads it on request", async ({
    page,
    enter,
  }) => {
    const again = page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" });
    await stub(page, get_profile, fails);
    await enter();
    await expect(page.getByText(profileLoadTexts.failed)).toBeVisible();
    await stub(page, get_profile, "no connection");
    await again.click();
    await expect(page.getByText(profileLoadTexts.network)).toBeVisible();
    await expect(page.getByText(profileLoadTexts.failed)).toBeHidden();
    await page.unroute(callsOf(get_profile));
    await again.click();
    await expect(page.getByText(profileLoadTexts.network)).toBeHidden();
    await expect(page.getByText("ada@lakeside.example")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });
});
