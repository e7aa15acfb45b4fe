import type { Locator, Page } from "@playwright/test";
import {
  contracts,
  limits,
  newNotificationLog,
  plan,
  planTexts,
  profileTexts,
  stats,
  texts,
} from "../packages/contracts/src/index.ts";
import { press, stopClock, toast, visit } from "./page.ts";
import { expect, test } from "./server.ts";
import {
  allAsked,
  asMember,
  callsOf,
  fails,
  hold,
  holdAnswer,
  lists,
  nothingAsked,
  refuses,
  says,
  stopTime,
  stub,
  stubPlan,
  undrawn,
} from "./stub.ts";

const { get_stats, get_company_plan } = plan;
const { get_profile } = contracts.profile;
const skeleton = (page: Page) => page.getByRole("main").getByRole("status", { name: "Loading" });
const usage = (expiry_date: string) => ({ domain: 0, webhook: 0, team: 1, email: 0, expiry_date });
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

const pages = [
  ["Dashboard", "/dashboard", "Dashboard"],
  ["Emails", "/dashboard/emails", "Email Management"],
  ["Domains", "/dashboard/domains", "Domain Management"],
  ["Webhooks", "/dashboard/webhooks", "Webhook Management"],
  ["Integrations", "/dashboard/integrations", "Integrations"],
  ["API Access", "/dashboard/api", "API Access"],
  ["Team", "/dashboard/team", "Team Management"],
  ["Settings", "/dashboard/settings", "Settings"],
] as const;

test("shows that it is on its way until its scripts are here", async ({ page, startSession }) => {
  await startSession();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto("/dashboard", { waitUntil: "commit" });
  const waiting = page.getByRole("main", { name: "Loading" });
  await expect(waiting.locator("svg")).toBeVisible();
  resolve();
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("offers to load the page again when a newer release has taken its scripts away", async ({ page, enter }) => {
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
  test("leads to eight pages and to support, says who one is, and can be narrowed (C07 to C18, C24, C41, P30)", async ({
    page,
    enter,
  }) => {
    await enter();
    const nav = page.getByRole("navigation", { name: "Main" });
    const links = nav.getByRole("listitem").getByRole("link");
    await expect(links).toHaveText(pages.map(([name]) => name));
    for (const [index, [, path]] of pages.entries()) await expect(links.nth(index)).toHaveAttribute("href", path);
    for (const locked of ["Integrations", "API Access"])
      await expect(nav.getByRole("link", { name: locked }).getByRole("img", { name: "Locked" })).toBeVisible();
    await expect(nav.getByRole("img", { name: "Locked" })).toHaveCount(2);
    await expect(nav.getByText("Ada Bergström", { exact: true })).toBeVisible();
    await expect(nav.getByText("ada@lakeside.example", { exact: true })).toBeVisible();
    await expect(nav.getByRole("button", { name: "Log out" })).toBeVisible();
    const support = page.getByRole("link", { name: "Support" });
    await expect(support).toHaveAttribute("href", /\/homepage#contact$/);
    await expect(support).toHaveAttribute("target", "_blank");

    // Where the keys scroll, from the start and on each page.
    await expect(page.getByRole("main")).toBeFocused();
    for (const [name, path, title] of pages) {
      await links.filter({ hasText: name }).click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${title} · Mayfly`);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(links.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
      if (path !== "/dashboard") await expect(page.getByRole("main")).toBeFocused();
    }
    await page.getByRole("link", { name: "Skip to content" }).press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    // No step more for Back.
    await expect(page).not.toHaveURL(/#/);

    const width = async () => (await nav.boundingBox())?.width ?? 0;
    const wide = await width();
    await nav.getByRole("button", { name: "Collapse navigation" }).click();
    await expect.poll(width).toBeLessThan(wide / 2);
    await nav.getByRole("button", { name: "Expand navigation" }).click();
    await expect.poll(width).toBe(wide);
  });

  test("is a drawer on a phone, and no page is wider than it, nor scrolls but in its own part", async ({
    page,
    enter,
  }) => {
    const phone = { width: 390, height: 500 };
    await page.setViewportSize(phone);
    await enter();
    for (const [name, path] of pages) {
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

    // Zoomed to 400 %, it leads as far.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.getByRole("button", { name: "Navigation" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Team" }).click();
    await expect(page).toHaveURL("/dashboard/team");
  });

  test("has room on a phone for text twice as large", async ({ page, enter }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    await enter();
    for (const [path, shown] of [
      ["", "Total Emails"],
      ["/emails", "demo@mayfly.test"],
      ["/api", "API key"],
      ["/settings?tab=plan", "Unlimited features"],
    ] as const) {
      await page.goto(`/dashboard${path}`);
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible();
      await expect(page.getByRole("banner").getByText("Professional")).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole("link", { name: "Support" })).toBeInViewport({ ratio: 1 });
      const main = page.getByRole("main");
      expect(await main.evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
      // Nothing leaves the row or the card that it is in.
      const outside = await main.locator(":is(li, dl > div) *").evaluateAll((parts) =>
        parts.filter((part) => {
          const around = part.parentElement?.closest("li, dl > div")?.getBoundingClientRect();
          return around !== undefined && part.getBoundingClientRect().right > around.right;
        }),
      );
      expect(outside).toEqual([]);
    }
  });

  test("begins where the page does, whose title has beside it what belongs there", async ({ page, enter }) => {
    const title = page.getByRole("heading", { level: 1 });
    const middle = async (part: Locator) => {
      const box = await part.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0) / 2;
    };
    await page.setViewportSize({ width: 1920, height: 900 });
    await enter("/dashboard/api");
    await expect(title).toHaveText("API Access");
    const company = await page.getByRole("banner").getByRole("paragraph").boundingBox();
    expect(company).not.toBeNull();
    expect(company?.x).toBe((await title.boundingBox())?.x);
    expect(await middle(page.getByText("Enterprise", { exact: true }))).toBeCloseTo(await middle(title), 0);

    await page.setViewportSize({ width: 320, height: 800 });
    await stubPlan(page, { domain: { unlimited: 0, limit: 3 } }, { domain: 3 });
    await page.goto("/dashboard/domains");
    await expect(page.getByText("3/3")).toBeVisible();
    expect(await middle(page.getByRole("button", { name: "Refresh" }))).toBeCloseTo(await middle(title), 0);
  });

  test("says that one is offline, and finds the pages again that could not be loaded meanwhile", async ({
    page,
    enter,
    context,
  }) => {
    await enter();
    const nav = page.getByRole("navigation", { name: "Main" });
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    // On its way before it is pressed.
    const ahead = page.waitForRequest((request) => request.resourceType() === "script");
    await nav.getByRole("link", { name: "Emails" }).hover();
    await ahead;
    const place = await page.getByRole("heading", { level: 1 }).boundingBox();
    await context.setOffline(true);
    await expect(page.getByText("You are offline.")).toBeVisible();
    // Nothing moves under the pointer.
    expect(await page.getByRole("heading", { level: 1 }).boundingBox()).toEqual(place);
    const failed = page.getByRole("main").getByText(texts.networkError, { exact: true });
    for (const name of ["Team", "Webhooks"]) {
      await nav.getByRole("link", { name }).click();
      // Until then, the page before stands.
      await expect(nav.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
      await expect(failed).toBeVisible();
    }
    const asked: string[] = [];
    page.on("requestfailed", (request) => asked.push(request.resourceType()));
    await expect(async () => {
      await page.getByRole("main").getByRole("button", { name: "Try again" }).click();
      expect(asked).toContain("script");
    }).toPass();
    await expect(failed).toBeVisible();

    await context.setOffline(false);
    await expect(page.getByText("You are offline.")).toBeHidden();
    await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
    await nav.getByRole("link", { name: "Team" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
    await expect(failed).toBeHidden();
  });

  test("asks together for the scripts of a page that is pointed at", async ({ page, enter }) => {
    const here = new Set<string>();
    page.on("request", (request) => here.add(new URL(request.url()).pathname));
    await enter();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const link = (await page.request.get("/dashboard/domains")).headers()["link"] ?? "";
    const missing = [...link.matchAll(/<(.+?)>/g)].map(([, script = ""]) => script).filter((each) => !here.has(each));
    expect(missing.length).toBeGreaterThan(3);
    // None of them can name another before all are asked for.
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

  test("wears the plan's badge, each plan its own (C21 to C23, C43, P08)", async ({ page, startSession }) => {
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

  test("says that the profile is refused (C39) or out of reach (C40), and asks again", async ({ page, enter }) => {
    const again = page.getByRole("main").getByRole("alert").getByRole("button", { name: "Try again" });
    await stub(page, get_profile, fails);
    await enter();
    await expect(page.getByText(profileTexts.failed)).toBeVisible();
    await stub(page, get_profile, "no connection");
    await again.click();
    await expect(page.getByText(profileTexts.network)).toBeVisible();
    await expect(page.getByText(profileTexts.failed)).toBeHidden();
    await page.unroute(callsOf(get_profile));
    await again.click();
    await expect(page.getByText(profileTexts.network)).toBeHidden();
    await expect(page.getByText("ada@lakeside.example")).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  });
});

test.describe("the first view", () => {
  test.use({ patient: true });

  for (const { path, having, cards } of [
    { path: "/dashboard", having: "with its cards", cards: 4 },
    { path: "/dashboard/emails", having: "of a list", cards: 0 },
  ])
    test(`spins while it checks, then the skeleton ${having} stands for 1.5 s, then the page (C05, C06, P49)`, async ({
      page,
      enter,
    }) => {
      const release = await hold(page, get_stats);
      await page.clock.install();
      await enter(path);
      await expect(page.locator("main[aria-busy=true]")).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      const title = page.getByRole("heading", { level: 1, includeHidden: true });
      await expect(title).toBeAttached();
      await stopClock(page);
      release();
      // Its time begins in one of the milliseconds that pass until the answer is taken notice of.
      let passed = 0;
      await expect
        .poll(async () => {
          passed += 1;
          await page.clock.runFor(1);
          return skeleton(page).first().isVisible();
        })
        .toBe(true);
      await page.clock.runFor(limits.dashboardSkeleton - passed - 1);
      await expect(skeleton(page).first()).toBeVisible();
      await expect(title).toBeHidden();
      await expect(page.locator("[data-skeleton-card]")).toHaveCount(cards);
      // It is seen in the system's colours as well.
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
});

test.describe("the plan's wall", () => {
  test("stands before every protected screen once the plan has expired (C04, J08 to J12, P20, P31)", async ({
    page,
    startSession,
  }) => {
    await stub(page, get_stats, says(usage(day(-1))));
    await undrawn(page);
    await startSession();
    for (const path of [...pages.map(([, each]) => each), "/inbox", "/inbox?email=demo@mayfly.test"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: planTexts.expiredTitle }), path).toBeVisible();
      await expect(page.getByText(planTexts.expired, { exact: true })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toHaveCount(0);
    }
    const pricing = page.getByRole("link", { name: planTexts.viewPricing });
    await expect(pricing).toHaveAttribute("href", /\/homepage#pricing$/);
    await expect(pricing).toHaveAttribute("target", "_blank");
    // Once it has been renewed, in another tab say, the wall goes; and it comes when a call is told of the end.
    await stub(page, get_stats, says(usage("")));
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByRole("heading", { name: planTexts.expiredTitle })).toBeHidden();
    await page.goto("/dashboard/emails");
    const toggle = page.getByRole("main").getByRole("switch").first();
    await expect(toggle).toBeEnabled();
    await stub(page, get_stats, says(usage(day(-1))));
    await stub(page, contracts.email.toggle_email, refuses(403, planTexts.expired));
    await toggle.click();
    await expect(page.getByRole("heading", { name: planTexts.expiredTitle })).toBeVisible();
    await press(page.getByRole("button", { name: "Log out" }));
    await expect(page).toHaveURL("/login");
  });

  test("lets people in on the plan's last day (P22), without an end (P21), and when the check fails (J13)", async ({
    page,
    startSession,
  }) => {
    await startSession();
    await undrawn(page);
    // The day is the same to the end.
    await stopTime(page, new Date().setUTCHours(12, 0, 0, 0));
    for (const answer of [says(usage(day(0))), says(usage("")), fails, "no connection"] as const) {
      await stub(page, get_stats, answer);
      await page.goto("/inbox");
      await expect(page.getByRole("list", { name: "Messages" })).toBeVisible();
      await page.goto("/dashboard");
      await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    }
    // The page of emails asks again, for its own purposes.
    await stub(page, get_stats, "no answer");
    const asked = page.waitForRequest(`**${get_stats.path}`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Emails" }).click();
    await asked;
    await expect(page.getByRole("heading", { level: 1, name: "Emails" })).toBeVisible();
  });
});

test("after login no call is made twice, and none waits for another than the session's", async ({ page, mayfly }) => {
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
  // All of them are on their way before the first has been answered.
  const expected = [get_profile, get_stats, get_company_plan, stats.get_dashboard_status].map(({ path }) => path);
  for (const path of [...expected, "/api/resource/Email", contracts.reportview.get.path])
    await expect.poll(() => calls.filter((call) => call.includes(path)).length, { message: path }).toBe(1);
  held.resolve();
  await expect(page.getByRole("heading", { name: "Recent Activity Changes" })).toBeVisible();
  expect(calls.length).toBe(new Set(calls).size);
});

test.describe("the dashboard's home", () => {
  const notification = (index: number) => [
    `n${index}`,
    `Subject ${index}`,
    `<p>${"é".repeat(90)} <b>and more words than fit ${index}</b></p>`,
    "Email",
    new Date(Date.now() - index * 60_000).toISOString(),
  ];
  const keys = ["name", "subject", "email_content", "document_type", "creation"];

  test("shows the numbers of the company (C03, C25 to C28)", async ({ page, enter }) => {
    const answer = page.waitForResponse((response) => response.url().endsWith(stats.get_dashboard_status.path));
    await enter();
    const { message } = (await (await answer).json()) as { message: Record<string, number> };
    for (const [label, key] of [
      ["Total Emails", "total_emails"],
      ["Active Emails", "active_emails"],
      ["Team Members", "team_members"],
      ["Domains", "domains"],
    ] as const) {
      const card = page.getByRole("main").locator("dl > div").filter({ hasText: label });
      await expect(card.locator("dd")).toHaveText(String(message[key]));
    }
    expect(message["total_emails"]).toBeGreaterThan(0);
  });

  test("lists the 20 newest notifications, cut, in 500 px (C32 to C35, C42, P108)", async ({ page, enter }) => {
    let asked: URLSearchParams | undefined;
    await stub(page, contracts.reportview.get, (route) => {
      asked = new URLSearchParams(route.request().postData() ?? "");
      const values = Array.from({ length: Number(asked.get("page_length")) }, (_, index) => notification(index));
      return route.fulfill(says({ keys, values }));
    });
    await enter();
    await expect(page.getByRole("heading", { name: "Recent Activity Changes" })).toBeVisible();
    const items = page.getByRole("list", { name: "Activity" }).getByRole("listitem");
    await expect(items).toHaveCount(limits.recentNotifications);
    await expect(items.first()).toContainText("Subject 0");
    await expect(items.first()).toContainText(/é{90} and more \.\.\./);
    await expect(items.first()).toContainText("ago");
    expect((await page.getByRole("region", { name: "Activity" }).boundingBox())?.height).toBe(500);
    expect(asked?.get("doctype")).toBe("Notification Log");
    expect(asked?.get("order_by")).toBe("creation desc");
  });

  test("shows a notification that comes while the list is on its way", async ({ page, enter }) => {
    let heard = false;
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        heard ||= String(payload).includes(newNotificationLog);
      }),
    );
    const release = await holdAnswer(page, contracts.reportview.get);
    await enter();
    const made: string[] = [];
    await expect
      .poll(async () => {
        const answer = await page.request.post(contracts.email.create_email.path, { data: { domain: "mayfly.test" } });
        made.push((await answer.json()).message.email.email_name);
        return heard;
      })
      .toBe(true);
    release();
    await expect(page.getByRole("list", { name: "Activity" })).toContainText(made.at(-1) ?? "");
  });

  test("lists the 10 latest addresses and filters them here (C36 to C38, C42, P119)", async ({ page, enter }) => {
    const asked: URL[] = [];
    await stub(page, contracts.resource.list, (route) => {
      asked.push(new URL(route.request().url()));
      const data = Array.from({ length: 10 }, (_, index) => ({
        email_name: `address-${index}@inbox.mayfly.test`,
        reason: "",
        expiry: "2099-12-24T12:00:00.000Z",
        is_active: 1,
        visibility: "Private",
        creation: new Date().toISOString(),
        owner: "ada@lakeside.example",
      }));
      return route.fulfill(lists(data));
    });
    await enter();
    const rows = page.getByRole("list", { name: "Recent emails" }).getByRole("listitem");
    await expect(rows).toHaveCount(limits.recentEmails);
    // Whole, also where the two panels have just come to stand side by side.
    await page.setViewportSize({ width: 1024, height: 900 });
    const address = rows.first().getByRole("link");
    expect(await address.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(asked.map(({ searchParams }) => searchParams.get("limit_page_length"))).toEqual(["10"]);
    expect(asked[0]?.searchParams.get("order_by")).toBe("creation desc");

    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/") && calls.push(request.url()));
    const search = page.getByRole("searchbox", { name: "Search recent emails" });
    await search.fill("ADDRESS-7");
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("address-7@inbox.mayfly.test");
    await search.fill("nowhere");
    await expect(page.getByText("No emails found")).toBeVisible();
    await nothingAsked(page, calls);
  });

  test("says what is missing, and asks again for what failed", async ({ page, enter }) => {
    for (const contract of [contracts.resource.list, contracts.reportview.get, stats.get_dashboard_status])
      await stub(page, contract, fails);
    await enter();
    const retries = page.getByRole("main").getByRole("button", { name: "Try again" });
    await expect(retries).toHaveCount(3);
    await page.unroute(callsOf(stats.get_dashboard_status));
    await stub(page, contracts.resource.list, lists([]));
    await stub(page, contracts.reportview.get, says({ keys, values: [] }));
    for (let left = 3; left > 0; left -= 1) {
      await retries.first().click();
      await expect(retries).toHaveCount(left - 1);
      // What it stood in has the focus: the page, or a panel of it.
      await expect(page.locator("main:focus, main :focus")).toHaveCount(1);
    }
    await expect(page.getByText("No activity yet")).toBeVisible();
    await expect(page.getByText("No emails yet")).toBeVisible();
    await page.getByRole("button", { name: "Create an address" }).click();
    await expect(page.getByRole("dialog", { name: "Create Email" })).toBeVisible();
  });

  test("opens both dialogs for Administrators, which give the focus back, and one for members (C29 to C31, G56, D65)", async ({
    page,
    enter,
  }) => {
    await enter();
    for (const [name, title] of [
      ["Invite Team", "Invite Member"],
      ["Create Email", "Create Email"],
    ] as const) {
      const opener = page.getByRole("button", { name, exact: true });
      await opener.focus();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog", { name: title })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(opener).toBeFocused();
    }

    await asMember(page);
    await page.reload();
    await expect(page.getByRole("button", { name: "Create Email" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Invite Team" })).toHaveCount(0);
  });
});
