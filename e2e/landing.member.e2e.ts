import { contracts, session } from "@mayfly/contracts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { expect, test } from "./page.ts";
import { allAsked, changed, stub } from "./stub.ts";

const { get_company_plan } = contracts.plan;

const cards = (page: Page) => page.locator("#pricing [data-plan]");
const stubCompany = (page: Page, own: object) =>
  stub(
    page,
    get_company_plan,
    changed<object>((known) => ({ ...known, ...own })),
  );
/** The fields of the mail that a link writes. */
async function mailOf(page: Page, name: string) {
  const href = (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "";
  const { protocol, pathname, searchParams } = new URL(href);
  return { to: protocol + pathname, subject: searchParams.get("subject"), body: searchParams.get("body") };
}

test("leads whoever is logged in to the dashboard, marks their plan, and has the others written for (Y09)", async ({
  page,
  enter,
}) => {
  await stubCompany(page, { plan: "Professional", company: "Müller & Söhne", expiry_date: "2099-01-31" });
  await enter("/homepage");
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
  await expect(header.getByRole("link", { name: "Sign In" })).toHaveCount(0);
  await expect(header.getByRole("link", { name: "Get Started" })).toHaveCount(0);

  await expect(page.getByRole("button", { name: "Current plan" })).toBeDisabled();
  await expect(cards(page).and(page.locator("[aria-current]"))).toHaveCount(1);
  await expect(cards(page).nth(1)).toHaveAttribute("aria-current", "true");
  for (const name of ["Starter", "Enterprise"]) {
    expect(await mailOf(page, `Choose ${name}`)).toEqual({
      to: "mailto:support@localhost",
      subject: `Change to ${name}: Müller & Söhne`,
      body: `Company: Müller & Söhne\r\nCurrent plan: Professional\r\nRequest: Change to ${name}\r\n`,
    });
  }
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("knows Enterprise by both of its names, and offers to renew a plan that has ended (Y09, P08)", async ({
  page,
  enter,
}) => {
  for (const plan of ["Business", "Enterprise"]) {
    await stubCompany(page, { plan, expiry_date: "" });
    await enter("/homepage");
    await expect(cards(page).nth(2).getByRole("button", { name: "Current plan" })).toBeVisible();
  }
  await stubCompany(page, { plan: "Business", company: "Lakeside", expiry_date: "2020-01-01" });
  await page.reload();
  await expect(page.getByRole("link", { name: "Renew Enterprise" })).toBeVisible();
  expect(await mailOf(page, "Renew Enterprise")).toMatchObject({ subject: "Renew Enterprise: Lakeside" });
  await expect(page.locator("#pricing [aria-current]")).toHaveCount(0);
});

test("asks one small call for guests, and stays as it is when it fails (Y09)", async ({ page, allow }) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  // The page's console is watched: a refusal would be an error there.
  await page.goto("/homepage", { waitUntil: "networkidle" });
  expect(calls).toEqual([session.get_logged_user.path]);
  await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeVisible();

  allow(/Failed to load resource/);
  for (const answer of ["no connection", { status: 502, body: "<h1>Bad gateway</h1>" }] as const) {
    await stub(page, session.get_logged_user, answer);
    await page.goto("/homepage", { waitUntil: "networkidle" });
    await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Dashboard" })).toHaveCount(0);
  }
});

test("shows nothing of a company once its member has logged out and come back by the browser's history (Y09)", async ({
  page,
  enter,
}) => {
  await enter("/homepage");
  await expect(page.getByRole("button", { name: "Current plan" })).toBeVisible();
  // As the browser says of a page that it has kept as it was left.
  await page.context().request.post(session.logout.path);
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await reloaded;
  await allAsked(page);
  await expect(page.getByRole("link", { name: "Get Started", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Current plan" })).toHaveCount(0);
});
