import { email, plan, register } from "@mayfly/contracts";
import { planWallTexts } from "@mayfly/web/features/plan/texts";
import { registerScreenTexts } from "@mayfly/web/features/register/texts";
import type { Page } from "@playwright/test";
import { button, field } from "./page.ts";
import { expect, test } from "./server.ts";
import { callsOf, fails, hold, nothingAsked, says, stub, stubPlan } from "./stub.ts";

interface Entry {
  event: string;
  page_title?: string;
  page_path?: string;
  session_id: string;
  device?: string;
  browser?: string;
  platform?: string;
}

const told = async (page: Page) => {
  // The app's script may come after the page.
  await page.waitForFunction(() => "dataLayer" in globalThis);
  return (await page.evaluate(() => (globalThis as unknown as { dataLayer: Entry[] }).dataLayer)) as Entry[];
};
const titles = async (page: Page) =>
  (await told(page)).filter(({ event }) => event === "page_view").map(({ page_title }) => page_title);
const events = async (page: Page) => (await told(page)).map(({ event }) => event);

test("starts the data layer once, with page, device and browser, and requests nothing from elsewhere (N01 to N03, P113)", async ({
  page,
  mayfly,
}) => {
  const outside: string[] = [];
  page.on("request", (request) => !request.url().startsWith(mayfly.url) && outside.push(request.url()));
  for (const [path, title] of [
    ["/login", "Login"],
    ["/homepage", "Home"],
  ] as const) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect.poll(() => titles(page)).toEqual([title]);
    const entries = await told(page);
    expect(entries.filter(({ event }) => event === "gtm.js")).toEqual([
      expect.objectContaining({ page_title: title, device: "desktop", browser: "Chrome", platform: "Linux" }),
    ]);
  }
  await nothingAsked(page, outside);
});

test("records each page view under its title, also without a page load, and never a reset token (N04 to N20, N36, P110, P111)", async ({
  page,
  enter,
}) => {
  for (const [path, title] of [
    ["/", "Home"],
    ["/register", "Register"],
    ["/verify-otp?signup_request=x", "Verify OTP"],
    ["/forget-password", "Forgot Password"],
    ["/forget-password/token", "Forgot Password"],
    ["/demo-accounts", "Demo Accounts"],
    ["/foo-bar", "Foo Bar"],
  ] as const) {
    await page.goto(path);
    await expect.poll(async () => (await titles(page))[0], path).toBe(title);
    expect(JSON.stringify(await told(page))).not.toContain("token");
  }
  await enter();
  for (const [name, title] of [
    ["Emails", "Email Management"],
    ["Domains", "Domain Management"],
    ["Webhooks", "Webhook Management"],
    ["Integrations", "Integrations"],
    ["API Access", "API Access"],
    ["Team", "Team Management"],
    ["Settings", "Settings"],
    ["Dashboard", "Dashboard"],
  ] as const) {
    const link = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
    await link.click();
    await expect.poll(async () => (await titles(page)).at(-1)).toBe(title);
  }
  await page.goto("/inbox");
  await expect.poll(() => titles(page)).toEqual(["Inbox"]);
});

test("records what users do as named events, without email addresses (N21 to N34)", async ({ page, mayfly }) => {
  await page.goto("/register");
  await expect.poll(() => events(page)).toContain("signup_start");
  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect.poll(() => events(page)).toContain("login_failure");
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await expect.poll(() => events(page)).toContain("login_success");

  await stub(page, plan.get_stats, fails);
  await page.goto("/dashboard/emails");
  await expect.poll(() => events(page)).toContain("error");
  await page.unroute(callsOf(plan.get_stats));
  await page.goto("/dashboard/emails");
  // Stubbed, because other tests need the demo's address to go on taking mail.
  await stub(page, email.toggle_email, says({ success: true, message: "" }));
  await page.getByRole("switch").first().click();
  await expect
    .poll(async () => (await events(page)).filter((event) => /^email_(de)?activated$/.test(event)))
    .toHaveLength(1);
  await page
    .getByRole("button", { name: /^Copy / })
    .first()
    .click();
  await expect.poll(() => events(page)).toContain("email_copied");
  expect(JSON.stringify(await told(page))).not.toContain("@");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect.poll(() => events(page)).toContain("logout");
});

test("records each step of a registration when it is taken (N21 to N24, N26)", async ({ page }) => {
  const steps = async () => (await events(page)).filter((event) => /^(signup|registration)_/.test(event));
  await stub(page, register.create_account, says({ success: true, signup_request: "request" }));
  const release = await hold(page, register.create_account);
  await page.goto("/register");
  await field(page, "Full name").fill("Ada Lovelace");
  await field(page, "Email").fill("ada@engines.test");
  for (const label of ["Password", "Confirm password"]) await field(page, label).fill("aaaaaaaa");
  await expect.poll(steps).toEqual(["signup_start"]);
  await button(page, registerScreenTexts.next).click();
  await field(page, "Company name").fill("Analytical Engines");
  await field(page, "Company email").fill("hello@engines.test");
  await field(page, "Company size").selectOption("11-50");
  await field(page, "Industry").fill("Machines");
  await field(page, "Phone number").pressSequentially("5551234567");
  await expect.poll(steps).toEqual(["signup_start", "signup_personal_info"]);
  await button(page, registerScreenTexts.create).click();
  await expect.poll(steps).toEqual(["signup_start", "signup_personal_info", "signup_company_info"]);
  release();
  await expect.poll(async () => (await steps()).slice(3)).toEqual(["signup_complete", "registration_success"]);
});

test("records an upgrade prompt and an expired plan when each is shown (N32)", async ({ page, enter }) => {
  const ofPlans = async () => (await events(page)).filter((event) => event.startsWith("plan_"));
  await stubPlan(page, { email: { unlimited: 0, limit: 5 } }, { email: 5 });
  await enter();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(ofPlans).toEqual([]);
  await page.goto("/dashboard/emails");
  await expect(page.getByRole("link", { name: "Upgrade Plan" })).toBeVisible();
  await expect.poll(ofPlans).toEqual(["plan_upgrade_prompt"]);
  await stub(page, plan.get_stats, says({ domain: 0, webhook: 0, team: 1, email: 5, expiry_date: "2020-01-01" }));
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: planWallTexts.expiredTitle })).toBeVisible();
  await expect.poll(ofPlans).toEqual(["plan_expired"]);
});

test("keeps the session id across a reload, and starts another in a new tab (N35)", async ({ page, context }) => {
  await page.goto("/login");
  const [first] = await told(page);
  expect(first?.session_id).toMatch(/^session_[0-9a-f]{32}$/);
  await page.reload();
  expect(new Set((await told(page)).map(({ session_id }) => session_id))).toEqual(new Set([first?.session_id]));
  const other = await context.newPage();
  await other.goto("/login");
  expect((await told(other))[0]?.session_id).not.toBe(first?.session_id);
});
