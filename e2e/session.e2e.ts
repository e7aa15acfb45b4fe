import { contracts, live, sessionTexts, texts } from "@mayfly/contracts";
import { addressTexts } from "@mayfly/web/data/texts/address";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { sessionEndedTexts } from "@mayfly/web/data/texts/sessionEnded";
import { loginTexts } from "@mayfly/web/features/session/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { openDialog } from "./emails_page.ts";
import { button, colleague, field, toast, toastsOf } from "./page.ts";
import { expect, type Mayfly, test } from "./server.ts";
import { allAsked, callsOf, hold, says, stub } from "./stub.ts";

const { email, profile, session } = contracts;
const settings = "/dashboard/settings";

/** Logs in by the form, which stores who has logged in, and goes to a page of the dashboard. */
async function logIn(page: Page, mayfly: Mayfly, where: string, login = mayfly.login) {
  await page.goto(where);
  await field(page, "Email").fill(login);
  await field(page, "Password").fill(mayfly.password);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**${where}`);
}

const over = (page: Page) => page.getByRole("dialog", { name: sessionEndedTexts.title });
const signIn = (page: Page) => over(page).getByRole("button", { name: loginTexts.submit, exact: true });
const name = (page: Page) => field(page, "Full name");

/** Half fills the form of the settings. */
async function halfFill(page: Page, mayfly: Mayfly) {
  await logIn(page, mayfly, settings);
  await expect(name(page)).toHaveValue("Ada Bergström");
  await name(page).fill("Half typed");
}

/** Ends the session as the server does: open pages hear of it only by their live connection. */
const endSession = (page: Page) => page.context().request.post(session.logout.path, { data: {} });

test("asks for the password over a half-filled dialog, and makes the call again (Y10)", async ({
  page,
  context,
  mayfly,
}) => {
  await logIn(page, mayfly, "/dashboard/emails");
  const dialog = await openDialog(page);
  await field(page, "Domain").selectOption("mayfly.test");
  await field(page, "Prefix").fill("kept-over-a-login");
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  await field(page, "Reason").fill("Typed before");
  const create = dialog.getByRole("button", { name: "Create Email" });
  const made = await stub(page, email.create_email, (route) => route.fallback());
  await context.clearCookies();
  await create.click();
  await expect(over(page)).toBeVisible();
  await expect(over(page)).toHaveCount(1);
  await expect(over(page)).toContainText(mayfly.login);
  const password = over(page).getByLabel("Password", { exact: true });
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await expect(page).toHaveURL("/dashboard/emails");
  await expect(toastsOf(page)).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  // Nothing but its buttons closes it.
  await page.keyboard.press("Escape");
  await signIn(page).click();
  await expect(password).toHaveAccessibleDescription(texts.passwordRequired);
  await password.fill("wrong");
  await page.keyboard.press("Enter");
  await expect(over(page).getByRole("alert").getByText(sessionTexts.wrongCredentials)).toBeVisible();
  // What was typed is selected.
  await page.keyboard.type(mayfly.password);
  const connected = page.waitForEvent("websocket", {
    predicate: async (socket) =>
      String(
        (await socket.waitForEvent("framereceived", { predicate: ({ payload }) => String(payload).startsWith("40") }))
          .payload,
      ).includes(live.namespace),
  });
  await page.keyboard.press("Enter");
  await expect(over(page)).toBeHidden();
  await expect(page.getByText("kept-over-a-login@mayfly.test").first()).toBeVisible();
  expect(made).toHaveLength(2);
  expect(made[1]).toBe(made[0]);
  expect(made[0]).toContain("Typed%20before");
  await connected;
});

test("says once that the session has ended, whatever was under way, and finishes all of it (P24, Y10)", async ({
  page,
  context,
  mayfly,
}) => {
  await logIn(page, mayfly, "/dashboard/emails");
  await page
    .getByRole("button", { name: /^Copy / })
    .first()
    .click();
  await expect(toastsOf(page)).toHaveText(addressTexts.copied);
  await stub(page, email.toggle_email, says({ success: true }));
  const refusals = await stub(page, email.toggle_email, { status: 401, json: {} }, { times: 2 });
  const release = await hold(page, email.toggle_email);
  const toggles = await stub(page, email.toggle_email, (route) => route.fallback());
  const switches = page.getByRole("main").getByRole("switch");
  await switches.nth(0).press("Enter");
  await switches.nth(1).press("Enter");
  await context.clearCookies();
  const refused = [0, 1].map(() => page.waitForResponse(callsOf(email.toggle_email)));
  release();
  await Promise.all(refused);
  await expect(over(page)).toHaveCount(1);
  await allAsked(page);
  // The calls that were refused say nothing.
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect([refusals.length, toggles.length]).toEqual([2, 2]);
  await over(page).getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await expect.poll(() => toggles.length).toBe(4);
  await expect(over(page)).toBeHidden();
});

test("notices an end without a call, and keeps the form while the network is away (Y10)", async ({ page, mayfly }) => {
  await halfFill(page, mayfly);
  await endSession(page);
  await expect(over(page)).toBeVisible();
  await stub(page, session.login, "no connection", { times: 1 });
  await over(page).getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.keyboard.press("Enter");
  await expect(over(page).getByRole("alert").getByText(connectionTexts.networkError)).toBeVisible();
  await expect(over(page).getByLabel("Password", { exact: true })).toHaveValue(mayfly.password);
  await signIn(page).click();
  await expect(over(page)).toBeHidden();
  await expect(name(page)).toHaveValue("Half typed");
  await expect(toast(page, connectionTexts.networkError)).toHaveCount(0);
  // A second loss is asked about again.
  await endSession(page);
  await expect(over(page)).toBeVisible();
  await expect(over(page).getByRole("alert")).toHaveCount(0);
});

test("goes on by itself when the same user logs in in another tab, and so does an open login page (Y10, Y11)", async ({
  page,
  context,
  mayfly,
}) => {
  await halfFill(page, mayfly);
  await endSession(page);
  await expect(over(page)).toBeVisible();
  const [second, third] = [await context.newPage(), await context.newPage()];
  await third.goto("/login");
  await expect(button(third, loginTexts.submit)).toBeVisible();
  await logIn(second, mayfly, "/dashboard");
  await expect(over(page)).toBeHidden();
  await expect(name(page)).toHaveValue("Half typed");
  await third.waitForURL("**/dashboard");
  const saved = await stub(page, profile.update_profile, says({ success: true }));
  await button(page, "Save changes").click();
  await expect.poll(() => saved).toEqual(["full_name=Half%20typed"]);
});

test("keeps nothing of a user when somebody else logs in in another tab (Y10, Y11)", async ({
  page,
  context,
  mayfly,
}) => {
  await halfFill(page, mayfly);
  await endSession(page);
  await expect(over(page)).toBeVisible();
  const second = await context.newPage();
  const anew = page.waitForEvent("load");
  await logIn(second, mayfly, "/dashboard", colleague);
  await anew;
  await expect(name(page)).toHaveValue(/^Max/);
  await expect(over(page)).toBeHidden();
});

test("makes none of a user's calls as somebody else (Y10)", async ({ page, context, mayfly }) => {
  await logIn(page, mayfly, "/dashboard/emails");
  const dialog = await openDialog(page);
  await field(page, "Domain").selectOption("mayfly.test");
  await field(page, "Prefix").fill("not-for-max");
  await expect(dialog.getByText("Available", { exact: true })).toBeVisible();
  const made = await stub(page, email.create_email, (route) => route.fallback());
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Create Email" }).click();
  await expect(over(page)).toBeVisible();
  const second = await context.newPage();
  const anew = page.waitForEvent("load");
  await logIn(second, mayfly, "/dashboard", colleague);
  await anew;
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(made).toHaveLength(1);
});

test("goes to the login page for another account, and when the user logs out in another tab (P24, Y10)", async ({
  page,
  context,
  mayfly,
}) => {
  await halfFill(page, mayfly);
  await endSession(page);
  await over(page).getByRole("button", { name: sessionEndedTexts.another }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(loginTexts.ended)).toBeHidden();
  await expect(field(page, "Email")).toHaveValue("");
  expect(await page.evaluate(() => localStorage.getItem("user"))).toBeNull();

  await logIn(page, mayfly, settings);
  await expect(name(page)).toBeVisible();
  const second = await context.newPage();
  await second.goto("/dashboard");
  await button(second, "Log out").click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByText(loginTexts.ended)).toBeHidden();
});
