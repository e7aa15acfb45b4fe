import { contracts, guest, sessionTexts, texts } from "@mayfly/contracts";
import { serverErrorToastMilliseconds } from "@mayfly/web/data/limits";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { resetScreenTexts } from "@mayfly/web/features/reset/texts";
import { loginTexts } from "@mayfly/web/features/session/texts";
import { settled, stopClock, toastsOf } from "./page.ts";
import { expect, test } from "./server.ts";
import { allAsked, callsOf, fails, hold, nothingAsked, refuses, stub } from "./stub.ts";

const { get_logged_user, login, logout } = contracts.session;

test.describe("login", () => {
  test.beforeEach(({ page }) => page.goto("/login"));

  test("is shown at / and /login, with a masked password that can be revealed (B01 to B07, P128)", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeVisible();
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: /show password/i }).click();
    await expect(password).toHaveAttribute("type", "text");
    await expect(page.getByRole("link", { name: "Forgot?" })).toHaveAttribute("href", "/forget-password");
    await page.getByLabel("Email").press("Tab");
    await expect(password).toBeFocused();
    await expect(page.getByRole("link", { name: "Create one" })).toHaveAttribute("href", "/register");
  });

  test("says what is wrong under the field, without a call, until it is edited (B14 to B17)", async ({ page }) => {
    const calls: string[] = [];
    page.on("request", (request) => request.url().endsWith(login.path) && calls.push(request.url()));
    const submit = page.getByRole("button", { name: loginTexts.submit, exact: true });
    await submit.click();
    await expect(page.getByText(texts.emailRequired)).toBeVisible();
    await expect(page.getByText(texts.passwordRequired)).toBeVisible();
    await page.getByLabel("Email").fill("abc");
    await expect(page.getByText(texts.emailRequired)).toBeHidden();
    await submit.click();
    await expect(page.getByText(texts.emailInvalid)).toBeVisible();
    await settled(page);
    await page.getByLabel("Password", { exact: true }).fill("x");
    await expect(page.getByText(texts.passwordRequired)).toBeHidden();
    await nothingAsked(page, calls);
  });

  test("shows the server's refusal inline and as a toast for 8 s, top right (B18, B19, M01, M03, M05)", async ({
    page,
    mayfly,
  }) => {
    await page.clock.install();
    await stopClock(page);
    await page.getByLabel("Email").fill(mayfly.login);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    const shown = page.getByText(sessionTexts.wrongCredentials, { exact: true });
    await expect(shown).toHaveCount(2);
    const box = await shown.last().boundingBox();
    expect(box?.x).toBeGreaterThan(900);
    expect(box?.y).toBeLessThan(200);
    await page.mouse.move(10, 400);
    await page.clock.runFor(serverErrorToastMilliseconds - 500);
    await expect(shown).toHaveCount(2);
    await page.clock.runFor(1_500);
    await expect(shown).toHaveCount(1);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel("Email")).toHaveValue(mayfly.login);
    await expect(page.getByLabel("Password", { exact: true })).toHaveValue("wrong");
  });

  test("stays when it fails, and says why inline and as a toast (B20, B21, M06, M07)", async ({ page, mayfly }) => {
    await page.getByLabel("Email").fill(mayfly.login);
    await page.getByLabel("Password", { exact: true }).fill("x");
    for (const [answer, text] of [
      [{ json: { message: guest, full_name: "", email: "" } }, sessionTexts.wrongCredentials],
      [fails, texts.unexpected],
      [refuses(401, "Said"), "Said"],
      ["no connection", connectionTexts.networkError],
    ] as const) {
      await stub(page, login, answer);
      await page.keyboard.press("Enter");
      await expect(page.getByText(text, { exact: true })).toHaveCount(2);
      // The toast of the previous try is gone.
      expect(await toastsOf(page).count()).toBe(1);
      await expect(page).toHaveURL(/\/login$/);
    }
  });

  test("is busy while it waits, sends once, and goes to the dashboard (B11 to B13, B22, B23, L07)", async ({
    page,
    mayfly,
  }) => {
    const release = await hold(page, login);
    const calls = await stub(page, login, (route) => route.fallback());
    await page.getByLabel("Email").fill(mayfly.login);
    await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: loginTexts.submitting })).toBeVisible();
    await page.keyboard.press("Enter");
    release();
    await page.waitForURL("**/dashboard");
    expect(calls).toHaveLength(1);
    const stored = await page.evaluate(() => Object.values({ ...localStorage }).join());
    expect(stored).toContain(`"name":"${mayfly.login}"`);
    await page.reload();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test("carries a typed email to the reset page and back, without putting it in the URL", async ({ page }) => {
  await page.goto("/login");
  const email = page.getByLabel("Email");
  await expect(email).toBeFocused();
  await email.fill("ada@engines.test");
  await page.getByRole("link", { name: loginTexts.forgot }).click();
  await expect(page).toHaveURL("/forget-password");
  await expect(email).toHaveValue("ada@engines.test");
  await expect(email).toBeFocused();
  await email.fill("grace@engines.test");
  await page.getByRole("link", { name: resetScreenTexts.backToLogin }).click();
  await expect(page).toHaveURL("/login");
  await expect(email).toHaveValue("grace@engines.test");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
});

test("asks on each visit who is logged in, and lets a Guest stay (B08, B10)", async ({ page }) => {
  for (const path of ["/", "/login"]) {
    const answered = page.waitForResponse(`**${get_logged_user.path}`);
    await page.goto(path);
    const answer = await answered;
    expect(answer.request().method()).toBe("GET");
    expect(await answer.json()).toEqual({ message: guest });
    await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
});

test("sends a logged-in user from / and /login to the dashboard (B09), and guests to the login (C01, C02, I01, P23, P24)", async ({
  page,
  startSession,
}) => {
  const children = ["emails", "domains", "webhooks", "integrations", "api", "team", "settings"];
  const closed = ["/dashboard", ...children.map((child) => `/dashboard/${child}`)];
  for (const path of [...closed, "/inbox?email=demo@mayfly.test", "/nope", "/app"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/login$/);
  }
  await startSession();
  for (const path of ["/", "/login", "/app"]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

test("says that the session has ended only to a user who was logged in (P24)", async ({ page, context, mayfly }) => {
  const told = page.getByText(loginTexts.ended, { exact: true });
  await page.goto("/dashboard/team");
  await expect(page).toHaveURL(/\/login$/);
  await expect(told).toBeHidden();
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/team");
  const emails = page.getByRole("link", { name: "Emails", exact: true });
  await expect(emails).toBeVisible();
  await context.clearCookies();
  await page.goto("/dashboard/emails");
  await expect(told).toBeVisible();
  await expect(toastsOf(page)).toHaveCount(0);
  // The text stays until the next try, which needs the password alone, and leads to the page that was wanted.
  await expect(page.getByLabel("Email")).toHaveValue(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard/emails");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeVisible();
  await expect(told).toBeHidden();
  await expect(page.getByLabel("Email")).toHaveValue("");
});

test("forgets the user on logout and stays at the login, even if the call fails (C19, C20, P48)", async ({
  page,
  mayfly,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).toContain("full_name");
  await stub(page, logout, fails);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeVisible();
  expect(await page.evaluate(() => Object.values({ ...localStorage }).join())).not.toContain("full_name");

  await page.unroute(callsOf(logout));
  await page.goto("/login");
  await page.waitForURL("**/dashboard");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/dashboard");
  await expect(page).toHaveURL(/\/login$/);
});

test("keeps a user logged in when a call from before the previous logout is refused late", async ({
  page,
  enter,
  mayfly,
}) => {
  const { get_dashboard_status } = contracts.stats;
  await stub(page, get_dashboard_status, { status: 401, json: {} }, { times: 1 });
  const release = await hold(page, get_dashboard_status);
  await enter();
  const out = page.getByRole("button", { name: "Log out" });
  const left = await stub(page, logout, (route) => route.fallback());
  // A second press logs nobody out.
  await out.dblclick();
  await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeVisible();
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
  const late = page.waitForResponse(callsOf(get_dashboard_status));
  release();
  expect((await late).status()).toBe(401);
  await allAsked(page);
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await page.evaluate(() => localStorage.getItem("user"))).toContain(mayfly.login);
  expect(left).toHaveLength(1);
});

test("reloads a tab without the previous user's data when another user has logged in elsewhere", async ({
  page,
  enter,
  startSession,
}) => {
  await enter("/dashboard/settings");
  const name = page.getByLabel("Full name");
  await expect(name).toHaveValue("Ada Bergström");
  await name.fill("Half typed");
  // The page asks who is logged in while nobody is, and gets the answer when the other user is.
  const release = await hold(page, contracts.profile.get_profile);
  const anew = page.waitForEvent("load");
  await startSession("max@lakeside.example");
  release();
  await anew;
  await expect(name).toHaveValue(/^Max/);
});
