import type { Page } from "@playwright/test";
import { email, plan } from "../packages/contracts/src/index.ts";
import { expect, test } from "./server.ts";
import { callsOf, fails, says, stub } from "./stub.ts";

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

test("the data layer begins once, with the page and what shows it, and nothing is asked of others (N01 to N03, P113)", async ({
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
  expect(outside).toEqual([]);
});

test("every page is told as people come to it, without loading anew (N04 to N20, N36, P110, P111)", async ({
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
    await expect.poll(() => titles(page)).toContain(title);
  }
  await page.goto("/inbox");
  await expect.poll(() => titles(page)).toEqual(["Inbox"]);
});

test("what people do is told by name, and nothing about them (N21 to N34)", async ({ page, mayfly }) => {
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
  // The address of the demo goes on taking the mail of other tests.
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

test("a session is as long as a tab (N35)", async ({ page, context }) => {
  await page.goto("/login");
  const [first] = await told(page);
  expect(first?.session_id).toMatch(/^session_[0-9a-f]{32}$/);
  await page.reload();
  expect(new Set((await told(page)).map(({ session_id }) => session_id))).toEqual(new Set([first?.session_id]));
  const other = await context.newPage();
  await other.goto("/login");
  expect((await told(other))[0]?.session_id).not.toBe(first?.session_id);
});
