import { OwnMayfly } from "./new_company.ts";
import { expect, test } from "./server.ts";
import { nothingAsked } from "./stub.ts";

const origin = "https://www.googletagmanager.com";
let own: OwnMayfly;

test.beforeAll(async () => {
  own = await OwnMayfly.start({
    TAG_CONTAINER_ID: "GTM-TEST123",
    MARKETING_URL: "https://www.mayfly.example/home",
    PRIVACY_URL: "https://www.mayfly.example/privacy",
  });
});
test.afterAll(() => own[Symbol.asyncDispose]());

test("loads a configured tag container once, allows its origin alone, and keeps it off reset links (N01, P113)", async ({
  page,
}) => {
  const loaded: string[] = [];
  await page.route(`${origin}/**`, (route) => {
    loaded.push(route.request().url());
    return route.fulfill({ contentType: "text/javascript", body: "" });
  });
  for (const path of ["/login", "/homepage"]) {
    loaded.length = 0;
    const answer = await page.goto(own.mayfly.url + path, { waitUntil: "networkidle" });
    await expect.poll(() => loaded).toEqual([`${origin}/gtm.js?id=GTM-TEST123`]);
    expect(answer?.headers()["content-security-policy"]).toMatch(
      /script-src localhost:\d+\/assets\/ localhost:\d+\/theme\.js ('sha256-[^']+' )?https:\/\/www\.googletagmanager\.com;/,
    );
  }
  // The container's scripts would read the URL by themselves.
  loaded.length = 0;
  await page.goto(`${own.mayfly.url}/forget-password/s3cret`, { waitUntil: "networkidle" });
  await nothingAsked(page, loaded);
});

test("the support link leads to the configured marketing site (P30, P31)", async ({ page }) => {
  await own.enter(page, "/dashboard");
  const support = page.getByRole("link", { name: "Support" });
  await expect(support).toHaveAttribute("href", "https://www.mayfly.example/home#contact");
  await expect(support).toHaveAttribute("target", "_blank");
});

test("the public page leads to the legal pages that are set, and names no others (A64, P29)", async ({ page }) => {
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto(`${own.mayfly.url}/homepage`);
  const legal = page.getByRole("navigation", { name: "Legal" });
  await expect(legal.getByRole("link")).toHaveText(["Privacy"]);
  await expect(legal.getByRole("link")).toHaveAttribute("href", "https://www.mayfly.example/privacy");
});
