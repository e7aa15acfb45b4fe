import { faults } from "./axe.ts";
import { pollRunning, stopClock } from "./page.ts";
import { expect, test } from "./server.ts";
import { nothingAsked } from "./stub.ts";
import { smallTargets } from "./touch.ts";

const claims: Record<string, readonly string[]> = {
  "security risks (A12 to A15)": [
    "Source code leaks",
    "Client data exposure",
    "Product information leaks",
    "Regulatory compliance risks",
  ],
  "numbers (A16 to A19)": ["1M+", "emails created", "50K+", "active users", "99.9%", "uptime", "24/7", "support"],
  "features (A20 to A27)": [
    "Instant creation",
    "Privacy",
    "Auto-expiry",
    "multiple domains, including custom ones",
    "Analytics",
    "Webhook integration",
    "Admin controls",
    "Instant deactivation of addresses",
  ],
  "audience (A28)": [
    "IT and development teams that need isolated DEV/STAGING/PROD environments",
    "webhooks",
    "custom domains",
    "team management",
    "admin dashboard",
  ],
  "questions (A58, A59)": ["Pro and Business plans may add custom domains", "Expired emails are deleted and bounce"],
};

const plans = {
  Starter: [
    "$0",
    "forever",
    "5 team email addresses",
    "Basic domain management",
    "24-hour auto-deactivation",
    "Email support",
    "Basic webhook integration",
  ],
  Professional: [
    "$49",
    "per month",
    "Unlimited team emails",
    "Custom domain setup",
    "Environment isolation",
    "Advanced webhooks",
    "Team dashboard",
    "Priority support",
    "API access",
    "Auto-deactivation controls",
  ],
  Enterprise: [
    "$199",
    "per month",
    "Everything in Professional",
    "Unlimited team members",
    "Advanced security controls",
    "Custom branding",
    "Dedicated account manager",
    "SLA",
    "Custom integrations",
    "On-premise option",
  ],
};

test.describe("the public page", () => {
  test.beforeEach(({ page }) => page.goto("/homepage"));

  test("is open without login, with its sections in the given order (A01, A09)", async ({ page }) => {
    await expect(page).toHaveURL(/\/homepage$/);
    const parts = await page
      .locator("section:not(section section), footer")
      .evaluateAll((found) => found.map((part) => part.id || part.getAttribute("aria-labelledby") || part.tagName));
    expect(parts).toEqual([
      "hero-title",
      "risks",
      "stats",
      "features",
      "testimonials",
      "pricing",
      "faq",
      "closing-title",
      "FOOTER",
    ]);
  });

  test(`shows its ${Object.keys(claims).join(", ")}`, async ({ page }) => {
    for (const text of Object.values(claims).flat()) await expect(page.getByText(text).first()).toBeVisible();
  });

  test("shows three plans with prices and features, none of them as popular (A30 to A55, P08)", async ({ page }) => {
    const cards = page.locator("#pricing > div > div > ul > li");
    await expect(cards).toHaveCount(3);
    for (const [position, [name, texts]] of Object.entries(plans).entries()) {
      const card = cards.nth(position);
      await expect(card.getByRole("heading", { name })).toBeVisible();
      for (const text of texts) await expect(card.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(page.getByText(/popular/i)).toHaveCount(0);
  });

  test("has three testimonials and four questions (A29, A57)", async ({ page }) => {
    await expect(page.locator("#testimonials figure")).toHaveCount(3);
    await expect(page.locator("#faq dt")).toHaveCount(4);
  });

  test("keeps its navigation in sight, which leads to the page's sections (A02 to A06)", async ({ page }) => {
    for (const [name, id] of [
      ["Features", "features"],
      ["Pricing", "pricing"],
      ["Reviews", "testimonials"],
      ["FAQ", "faq"],
    ] as const) {
      await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`#${id}$`));
      await expect(page.locator(`#${id} h2`)).toBeInViewport();
      await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });
    }
  });

  test("leads to login and registration (A07, A08, A10, A56, A60)", async ({ page }) => {
    for (const [name, path, count] of [
      ["Sign In", "/login", 2],
      ["Get Started", "/register", 1],
      ["Start Free Trial", "/register", 1],
      [/^Choose (Starter|Professional|Enterprise)$/, "/register", 3],
      ["Get Started Free", "/register", 1],
    ] as const) {
      const links = page.getByRole("link", { name, exact: true });
      await expect(links).toHaveCount(count);
      for (const link of await links.all()) await expect(link).toHaveAttribute("href", path);
    }
  });

  test("has buttons that do nothing, and no legal links where none are set (A11, A61, A64, P28, P29)", async ({
    page,
  }) => {
    // When mail arrives, the demonstration's script is running.
    await expect(page.getByRole("list", { name: "Messages" }).getByText("Northwind Accounts")).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Support" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Legal" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Privacy" })).toHaveCount(0);
    await expect(page.locator('a[href="#"]')).toHaveCount(0);
    const before = page.url();
    for (const name of ["Watch Demo", "Contact Sales"]) await page.getByRole("button", { name }).click();
    expect(page.url()).toBe(before);
  });

  test("has product links, and a support link to the contact section with its email address (A62, A63, P30)", async ({
    page,
  }) => {
    await expect(page.getByRole("navigation", { name: "Product" }).getByRole("link")).toHaveCount(4);
    await page.getByRole("navigation", { name: "Support" }).getByRole("link", { name: "Contact" }).click();
    await expect(page.getByRole("link", { name: "support@localhost" })).toBeInViewport();
  });

  test("passes axe's checks, and fits a phone", async ({ page }) => {
    expect(await faults(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test.describe("the inbox on the public page", () => {
  const rows = "section[aria-label^='The inbox'] ul[aria-label='Messages'] > li";

  test("receives mail, opens it and can be paused, without a request", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.clock.install();
    await stopClock(page);
    await page.goto("/homepage");
    const requests: string[] = [];
    const demo = page.getByRole("region", { name: /^The inbox/ });
    await expect(page.locator(rows)).toHaveCount(2);
    page.on("request", (request) => request.url().endsWith("/healthz") || requests.push(request.url()));
    // The script may come after the page.
    await pollRunning(page, 1_000, () => page.locator(rows).count()).toBe(3);
    await expect(demo.getByText("481 209", { exact: true })).toBeVisible();

    await demo.getByRole("button", { name: "Pause arriving mail" }).click();
    await page.clock.runFor(20_000);
    await expect(page.locator(rows)).toHaveCount(3);
    await demo.getByRole("button", { name: "Resume arriving mail" }).click();
    for (const count of [4, 5]) {
      await page.clock.runFor(3_600);
      await expect(page.locator(rows)).toHaveCount(count);
    }

    await demo.getByRole("button", { name: /Staging deployed/ }).click();
    await expect(demo.getByText(/3 minutes and 12 seconds/)).toBeVisible();
    await nothingAsked(page, requests);
  });

  test("shows all its mail at once if the user wants reduced motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/homepage");
    await expect(page.locator(rows)).toHaveCount(5);
  });
});

test("fallback fonts take as much height as the font that replaces them, so that nothing moves", async ({ page }) => {
  await page.goto("/homepage");
  const { family, own, standIns } = await page.evaluate(async () => {
    const font = '1000px "Inter Variable"';
    await document.fonts.load(font);
    const canvas = Object.assign(document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D, {
      font,
    });
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText("Mayfly");
    const faces = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule)
      .map(
        ({ style }) =>
          (name: string) =>
            style.getPropertyValue(name),
      );
    return {
      family: getComputedStyle(document.body).fontFamily,
      own: [fontBoundingBoxAscent, fontBoundingBoxDescent],
      standIns: faces
        .filter((of) => of("font-family").includes("Stand-in"))
        .map((of) =>
          [of("ascent-override"), of("descent-override")].map(
            (height) => (Number.parseFloat(height) * Number.parseFloat(of("size-adjust"))) / 10,
          ),
        ),
    };
  });
  expect(family).toMatch(/^"Inter Variable", "Inter Stand-in"/);
  expect(standIns).toHaveLength(3);
  for (const heights of standIns) expect(heights.map(Math.round)).toEqual(own.map(Math.round));
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the public page can be read, with its inbox", async ({ page }) => {
    await page.goto("/homepage");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Your receipt for order 2041").first()).toBeVisible();
    await expect(page.getByText("On-premise option")).toBeVisible();
  });
});

test("has a title, a preview picture, robots.txt and a sitemap for search engines and chats", async ({
  page,
  request,
  mayfly,
}) => {
  await page.goto("/homepage");
  await expect(page).toHaveTitle("Mayfly: disposable email addresses for teams");
  const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(picture).toBe(`${mayfly.url}/og.png`);
  expect((await request.get(picture ?? "")).headers()["content-type"]).toBe("image/png");
  const text = async (path: string) => (await request.get(path)).text();
  expect(await text("/homepage/")).toBe(await text("/homepage"));
  expect(await (await request.get("/robots.txt")).text()).toContain(`Sitemap: ${mayfly.url}/sitemap.xml`);
  expect(await (await request.get("/sitemap.xml")).text()).toContain(`<loc>${mayfly.url}/homepage</loc>`);
});

test("public pages have their titles, and login, public page and error page have Mayfly's icons", async ({
  page,
  request,
}) => {
  for (const [path, title] of [
    ["/", "Login"],
    ["/login", "Login"],
    ["/register", "Register"],
    ["/verify-otp?signup_request=x", "Verify OTP"],
    ["/forget-password", "Forgot Password"],
    ["/forget-password/token", "Forgot Password"],
    ["/demo-accounts", "Demo Accounts"],
    ["/dashboard", "Login"],
  ] as const) {
    await page.goto(path);
    await expect(page, path).toHaveTitle(`${title} · Mayfly`);
  }
  for (const path of ["/login", "/homepage", "/assets/nothing"]) {
    await page.goto(path);
    const icons = await page.locator('link[rel~="icon"], link[rel="apple-touch-icon"]').all();
    const types = icons.map(async (icon) => {
      const answer = await request.get((await icon.getAttribute("href")) ?? "");
      return answer.headers()["content-type"];
    });
    expect(await Promise.all(types), path).toEqual(["image/vnd.microsoft.icon", "image/svg+xml", "image/png"]);
  }
});

test("answers 404 with a page to browsers, and with each API's error format to programs (P141)", async ({
  page,
  request,
}) => {
  const answer = await page.goto("/api/v1/nothing");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is nothing here" })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  for (const [path, error] of [
    ["/api/v1/nothing", { code: "not_found" }],
    ["/api/method/none", { exc_type: "DoesNotExistError" }],
  ] as const) {
    const called = await request.get(path);
    expect(called.status(), path).toBe(404);
    expect(await called.json(), path).toMatchObject(error);
  }
});

test("loads the public page from its own origin only, compressed, and has hashed files cached for a year", async ({
  page,
  mayfly,
}) => {
  const answers: { url: string; encoding: string | undefined; cache: string | undefined }[] = [];
  page.on("response", (response) => {
    const headers = response.headers();
    answers.push({ url: response.url(), encoding: headers["content-encoding"], cache: headers["cache-control"] });
  });
  await page.goto("/homepage", { waitUntil: "networkidle" });
  expect(answers.length).toBeGreaterThan(4);
  for (const { url, encoding, cache } of answers) {
    expect(url.startsWith(mayfly.url), url).toBe(true);
    if (/\.(js|css|svg)$/.test(url) || url.endsWith("/homepage")) expect(encoding, url).toMatch(/^(br|gzip)$/);
    const once = url.includes("/api/") ? "no-store" : "no-cache";
    expect(cache, url).toBe(url.includes("/assets/") ? "public, max-age=31536000, immutable" : once);
  }
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("what a guest presses is at least 44 pixels high", async ({ page }) => {
    for (const path of ["/homepage", "/login"]) {
      await page.goto(path);
      await expect(page.locator("#root[inert]")).toHaveCount(0);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([path, await smallTargets(page)]).toEqual([path, []]);
    }
  });
});
