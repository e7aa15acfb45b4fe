import { email, session, sessionTexts } from "@mayfly/contracts";
import { serverErrorToastMilliseconds, toastMilliseconds, toastTickMilliseconds } from "@mayfly/web/data/limits";
import { addressTexts } from "@mayfly/web/data/texts/address";
import { emailScreenTexts } from "@mayfly/web/features/emails/texts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { loginTexts } from "@mayfly/web/features/session/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { dashboardPages } from "./dashboard_pages.ts";
import { rowsOf, stopClock, toastsOf } from "./page.ts";
import { expect, test } from "./server.ts";
import { fails, refuses, stub } from "./stub.ts";

// This file runs among the last: with one worker for each file, the other workers would have nothing to do.
test.describe.configure({ mode: "parallel" });

const refusal = (page: Page) => page.getByRole("listitem").filter({ hasText: sessionTexts.wrongCredentials });

/** Raises the toast of a refused login with a stopped clock, as another user each time, because tries are limited. */
async function raise(page: Page) {
  await page.clock.install();
  await page.goto("/login");
  await stopClock(page);
  await page.getByLabel("Email").fill(`${crypto.randomUUID()}@nowhere.example`);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.keyboard.press("Enter");
  await expect(refusal(page)).toBeVisible();
}

test.describe("a toast", () => {
  test("stands at the top right, with a progress bar that moves in steps of a tick (M01, M04)", async ({ page }) => {
    await raise(page);
    const box = await refusal(page).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1400);
    expect(box?.y).toBe(16);
    const bar = refusal(page).locator("[data-toast-progress]");
    await expect(bar).toHaveCSS("animation-duration", `${serverErrorToastMilliseconds / 1000}s`);
    await expect(bar).toHaveCSS(
      "animation-timing-function",
      `steps(${serverErrorToastMilliseconds / toastTickMilliseconds})`,
    );
  });

  test("can be scrolled to its end by keyboard if it is long, with its close button in sight", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await stub(page, session.login, refuses(401, `No. ${"These are the reasons. ".repeat(40)}`));
    await page.goto("/login");
    await page.getByLabel("Email").fill("ada@lakeside.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    const long = toastsOf(page);
    await expect(long).toContainText("These are the reasons.");
    await long.focus();
    await page.keyboard.press("End");
    const below = () =>
      long.evaluate((toast) => {
        const text = document.createRange();
        text.selectNodeContents(toast.querySelector("p") ?? toast);
        return text.getBoundingClientRect().bottom - toast.getBoundingClientRect().bottom;
      });
    await expect.poll(below).toBeLessThan(0);
    await expect(long.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
    expect((await long.boundingBox())?.height).toBeLessThan(200);
  });

  test("stays for ten seconds by default (M02)", async ({ page, enter }) => {
    await page.clock.install();
    await enter("/dashboard/emails");
    const copy = page.getByRole("button", { name: /^Copy / }).first();
    await expect(copy).toBeVisible();
    // The clock goes on in jumps that the live connection does not notice.
    const jump = toastMilliseconds / 2 - 100;
    await stopClock(page);
    await copy.click();
    const copied = page.getByRole("listitem").filter({ hasText: addressTexts.copied });
    await expect(copied).toBeVisible();
    // It stands where a refusal does.
    expect((await copied.boundingBox())?.y).toBe(16);
    for (let jumps = 0; jumps < 2; jumps++) await page.clock.runFor(jump);
    await expect(copied).toBeVisible();
    await page.clock.runFor(500);
    await expect(copied).toHaveCount(0);
  });

  test("disappears at once when it is closed, by pointer or keyboard, and returns the focus (M05)", async ({
    page,
  }) => {
    await raise(page);
    await refusal(page).getByRole("button", { name: "Close" }).click();
    await expect(refusal(page)).toHaveCount(0);
    await page.getByRole("button", { name: loginTexts.submit, exact: true }).click();
    await refusal(page).focus();
    await page.keyboard.press("Escape");
    await expect(refusal(page)).toHaveCount(0);
    // The focus goes back, and Escape closes a toast from anywhere.
    await expect(page.getByRole("button", { name: loginTexts.submit, exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(refusal(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(refusal(page)).toHaveCount(0);
  });

  test("gets the focus with F8, and returns it when it is closed", async ({ page, enter }) => {
    await page.clock.install();
    await stub(page, email.toggle_email, fails);
    await enter("/dashboard/emails");
    const status = page.getByRole("main").getByRole("switch").first();
    await expect(status).toBeVisible();
    await stopClock(page);
    await page
      .getByRole("button", { name: /^Copy / })
      .first()
      .click();
    await status.click();
    await expect(toastsOf(page)).toHaveText([emailScreenTexts.toggleFailed, addressTexts.copied]);

    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: "Notifications (F8)" })).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(toastsOf(page).first()).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(toastsOf(page).last()).toBeFocused();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(toastsOf(page)).toHaveText([emailScreenTexts.toggleFailed]);
    await expect(status).toBeFocused();
    await page.keyboard.press("F8");
    await page.keyboard.press("Escape");
    await expect(toastsOf(page)).toHaveCount(0);
    await expect(status).toBeFocused();
  });

  test("pauses, with its bar, under the pointer, while it has the focus and while the window does not", async ({
    page,
  }) => {
    await raise(page);
    const bar = refusal(page).locator("[data-toast-progress]");
    // A user who reads in a frame of the page counts as present.
    await page.evaluate(() => document.body.append(document.createElement("iframe")));
    await page.locator("iframe").focus();
    await page.clock.runFor(1);
    await expect(bar).toHaveCSS("animation-play-state", "running");
    await page.evaluate(() => {
      document.querySelector("iframe")?.remove();
      document.hasFocus = () => false;
    });
    for (const [hold, leave] of [
      [() => refusal(page).hover(), () => page.mouse.move(10, 500)],
      // A press does not focus the toast.
      [() => refusal(page).click({ position: { x: 60, y: 20 } }), () => page.mouse.move(10, 500)],
      [() => refusal(page).focus(), () => page.getByLabel("Email").focus()],
      [
        () => page.evaluate(() => dispatchEvent(new Event("blur"))),
        () => page.evaluate(() => dispatchEvent(new Event("focus"))),
      ],
    ] as const) {
      await hold();
      await page.clock.runFor(1);
      await expect(bar).toHaveCSS("animation-play-state", "paused");
      await page.clock.runFor(2 * serverErrorToastMilliseconds);
      await expect(refusal(page)).toBeVisible();
      await leave();
      await expect(bar).toHaveCSS("animation-play-state", "running");
    }
    // The toast still has the focus when the pointer leaves.
    await refusal(page).focus();
    await refusal(page).hover();
    await page.mouse.move(10, 500);
    await expect(bar).toHaveCSS("animation-play-state", "paused");
    await page.getByLabel("Email").focus();
    await page.clock.runFor(serverErrorToastMilliseconds + 500);
    await expect(refusal(page)).toHaveCount(0);
  });

  test("is announced to screen readers, and passes axe's checks", async ({ page }) => {
    await raise(page);
    await page.clock.runFor(200);
    const said = page.locator("ol[aria-live=assertive]", { hasText: sessionTexts.wrongCredentials });
    await expect(said).toHaveCount(1);
    await page.clock.resume();
    await page.mouse.move(1300, 40);
    expect(await faults(page)).toEqual([]);
  });

  test("stays when the user leaves the page that raised it", async ({ page }) => {
    await raise(page);
    await page.getByRole("link", { name: "Create one" }).click();
    await expect(page).toHaveURL(/\/register$/);
    await expect(refusal(page)).toBeVisible();
  });

  test("can be closed over an open dialog, which stays; Escape closes the dialog first", async ({ page, enter }) => {
    await page.clock.install();
    await enter("/dashboard/emails");
    const copy = page.getByRole("button", { name: /^Copy / }).first();
    await expect(copy).toBeVisible();
    await stopClock(page);
    const copied = page.getByRole("listitem").filter({ hasText: addressTexts.copied });
    const dialog = page.getByRole("dialog");
    const open = async () => {
      // Twice: a toast that says the same replaces the first, and does not cover the page's button.
      await copy.click();
      await copy.click();
      await page.getByRole("main").getByRole("button", { name: "Create Email" }).click();
      await expect(dialog).toBeVisible();
      await expect(copied).toBeVisible();
    };
    await open();
    await copied.getByRole("button", { name: "Close" }).click();
    await expect(copied).toHaveCount(0);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await open();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(copied).toBeVisible();
    // Nor does it cover the button of the navigation.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Navigation" }).click({ trial: true });
  });

  test("stays when Escape closes an open message, also after Back, and goes with the next Escape", async ({
    page,
    enter,
  }) => {
    await enter("/inbox");
    await page.getByRole("navigation").getByRole("link", { name: "Dashboard" }).click();
    // The inbox stays until the other page has loaded, and has buttons that copy codes.
    const recent = page.getByRole("list", { name: "Recent emails" });
    await recent
      .getByRole("button", { name: /^Copy / })
      .first()
      .click();
    const copied = page.getByRole("listitem").filter({ hasText: addressTexts.copied });
    // The toast waits under the pointer.
    await copied.hover();
    await page.goBack();
    await rowsOf(page).first().getByRole("link").press("Enter");
    await expect(page.getByRole("article", { name: "Message" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();
    await expect(copied).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(copied).toHaveCount(0);
  });
});

/** The buttons of the open dialog, or else of the page, over which a toast lies. Not those in the rows of a list. */
const covered = (page: Page) =>
  page.evaluate(async () => {
    // Toasts are placed before each picture.
    for (let pictures = 0; pictures < 2; pictures++) await new Promise(requestAnimationFrame);
    const toasts = document.querySelector('section[aria-label^="Notifications"]');
    const shown = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.querySelector("main");
    const main =
      /^(Add|Back|Cancel|Copy|Create|Delete|Invite|Next|Previous|Regenerate|Save|Sign in|Update|Upgrade|Verify)\b/;
    return [...(shown?.querySelectorAll("button, a") ?? [])]
      .filter((button) => main.test(button.textContent?.trim() ?? "") && button.closest("li") === null)
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return [
          [x, y],
          [left + 2, y],
          [right - 2, y],
          [x, top + 1],
          [x, bottom - 1],
        ].some(([across = 0, down = 0]) => toasts?.contains(document.elementFromPoint(across, down)));
      })
      .map((button) => `${location.pathname} at ${innerWidth}: ${button.textContent}`);
  });

/** The last is what a window of 1440 shows at 200 %. */
const widths = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 640, height: 800 },
  { width: 390, height: 844 },
  { width: 720, height: 450 },
];

/** Checks the page as it is at every width, at its top and scrolled to its end. */
async function expectClear(page: Page) {
  for (const size of widths) {
    await page.setViewportSize(size);
    for (const end of [false, true]) {
      await page.evaluate((toEnd) => {
        for (const part of document.querySelectorAll("main, div:has(> [role=dialog]), html"))
          part.scrollTo(0, toEnd ? part.scrollHeight : 0);
      }, end);
      expect(await covered(page)).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** From now on toasts stay, as they do while the window does not have the focus. */
const keepToasts = (page: Page) =>
  page.evaluate(() => {
    document.hasFocus = () => false;
    dispatchEvent(new Event("blur"));
  });

test.describe("toasts never lie over a main button (Y03)", () => {
  test("of a page or dialog behind the login", async ({ page, enter }) => {
    let refusals = 0;
    await stub(page, email.toggle_email, (route) =>
      route.fulfill(refuses(417, `Refusal ${++refusals}. ${"This is why, at some length. ".repeat(refusals * 2)}`)),
    );
    await enter("/dashboard/emails");
    const status = page.getByRole("main").getByRole("switch").first();
    for (let count = 1; count <= 3; count++) {
      await status.press("Enter");
      await expect(toastsOf(page)).toHaveCount(count);
    }
    await keepToasts(page);
    const dialog = page.getByRole("dialog");
    const inDialog = async (opener: string) => {
      await page.getByRole("main").getByRole("button", { name: opener, exact: true }).first().press("Enter");
      await expect(dialog).toBeVisible();
      await expectClear(page);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);
      await expect(toastsOf(page)).toHaveCount(3);
    };
    await expectClear(page);
    await inDialog("Create Email");
    for (const [label] of dashboardPages) {
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: new RegExp(`^${label}`) })
        .press("Enter");
      await expect(page.getByRole("heading", { level: 1, name: label, exact: true })).toBeVisible();
      await expectClear(page);
      if (label === "Webhooks") await inDialog("Add Webhook");
      if (label === "Team") await inDialog("Invite Member");
      if (label === "API Access") await inDialog("Create key");
    }
    for (const tab of ["Security", "Notifications", "Company"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectClear(page);
    }
  });

  test("of a page before the login", async ({ page }) => {
    await stub(page, session.login, refuses(401, `No. ${"These are the reasons. ".repeat(10)}`));
    await page.goto("/login");
    await page.getByLabel("Email").fill("ada@lakeside.example");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.keyboard.press("Enter");
    await expect(toastsOf(page)).toHaveCount(1);
    await keepToasts(page);
    await expectClear(page);
    await page.getByRole("link", { name: "Create one" }).press("Enter");
    await expect(page).toHaveURL("/register");
    await expectClear(page);
  });
});
