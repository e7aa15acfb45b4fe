import { randomUUID as uuid } from "node:crypto";
import { contracts, emailTexts } from "@mayfly/contracts";
import { slowdown } from "@mayfly/server/testing/cpu_time";
import { mailTexts } from "@mayfly/web/data/texts/mail";
import { firstStepTexts } from "@mayfly/web/features/dashboard/texts";
import { emailScreenTexts } from "@mayfly/web/features/emails/texts";
import { gatherMilliseconds } from "@mayfly/web/features/inbox/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { paletteTexts } from "@mayfly/web/features/palette/texts";
import type { Locator, Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { cards } from "./emails_page.ts";
import {
  button,
  clipboard,
  expect,
  inboxOf,
  mail,
  pollRunning,
  rowsOf,
  stopClock,
  test,
  toast,
  toastsOf,
  unread,
} from "./page.ts";
import { hold, nothingAsked, says, stub } from "./stub.ts";
import { smallTargets } from "./touch.ts";

// What people do every day: a new address, its code, the next inbox (rows Y01 to Y06, Y12).

const withCode = (code: string) => mail(`Your code`, `Your code is ${code}.`);
/** Whether nothing lies over an element, not even over its upper or lower edge. */
const isBare = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, top, bottom } = shown.getBoundingClientRect();
    return [top + 3, bottom - 3].every((y) => shown.contains(document.elementFromPoint(left + 16, y)));
  });
const addresses = (page: Page) => page.getByRole("region", { name: inboxTexts.addresses });
/** How many of the addresses beside the inbox are seen whole. */
const seenAddresses = async (page: Page) => {
  const rows = await addresses(page).locator("[data-address] a").all();
  return (await Promise.all(rows.map(isBare))).filter(Boolean).length;
};

test("makes an address with one key, copies it, opens its inbox, and copies the code that comes (rows Y01, Y02)", async ({
  page,
  enter,
  deliver,
}) => {
  await page.clock.install();
  await enter("/dashboard");
  await expect(button(page, paletteTexts.newAddress)).toBeVisible();
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/inbox\?email=.+%40mayfly\.test$/);
  await expect(toast(page, paletteTexts.newAddressCopied)).toBeVisible();
  const address = await clipboard(page);
  expect(page.url()).toContain(encodeURIComponent(address));
  await expect(page.getByText(`${inboxTexts.waiting} ${address}`)).toBeVisible();
  await expect(page.getByText(`--mail-rcpt ${address} `)).toBeVisible();
  expect(await faults(page)).toEqual([]);

  // The page says nothing of it until the connection that tells of mail is there.
  await expect(async () => {
    await button(page, inboxTexts.sendTestMail).click();
    await expect(rowsOf(page).first()).toContainText("is your test code", { timeout: 2_000 * slowdown() });
  }).toPass();
  // The notice stands for three seconds.
  await stopClock(page);
  await deliver(address, withCode("482913"));
  const notice = toast(page, inboxTexts.newMail("Your code")).first();
  await pollRunning(page, gatherMilliseconds, () => notice.count()).toBe(1);
  await notice.getByRole("button", { name: inboxTexts.copyCode }).press("Enter");
  await expect.poll(() => clipboard(page)).toBe("482913");
  // Of what was copied, only the last is told. The notice has done its work.
  await expect(toast(page, mailTexts.codeCopied)).toBeVisible();
  await expect(toast(page, paletteTexts.newAddressCopied)).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await page.clock.resume();

  await deliver(address, withCode("593024"));
  await expect(rowsOf(page).first()).toContainText("593024");
  await page.keyboard.press("y");
  await expect.poll(() => clipboard(page)).toBe("593024");
  // From the dashboard, the newest code of all.
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await enter("/dashboard");
  await expect(button(page, paletteTexts.newAddress)).toBeVisible();
  await page.keyboard.press("y");
  await expect(toast(page, paletteTexts.codeCopied("593024"))).toBeVisible();
  expect(await clipboard(page)).toBe("593024");
});

test("opens the mail when its notice is pressed (row Y02)", async ({ page, address, openInbox, deliver }) => {
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  await deliver(address, mail("Press me"));
  const notice = toast(page, inboxTexts.newMail("Press me")).first();
  await pollRunning(page, gatherMilliseconds, () => notice.count()).toBe(1);
  const { x = 0, y = 0 } = (await notice.boundingBox()) ?? {};
  await page.mouse.click(x + 60, y + 20);
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Press me" })).toBeVisible();
});

test("takes a new address back, and makes none in the middle of a word (row Y01)", async ({ page, rootDb, enter }) => {
  await page.clock.install();
  await enter("/dashboard/team");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const made: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(contracts.email.create_email.path)) made.push(request.url());
  });
  for (const word of ["now", "any", "nn"]) {
    await page.evaluate((letters) => {
      for (const key of letters) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }, word);
    await page.clock.runFor(2_000);
  }
  await nothingAsked(page, made);
  expect(new URL(page.url()).pathname).toBe("/dashboard/team");

  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/inbox\?email=/);
  const email_name = new URL(page.url()).searchParams.get("email") ?? "";
  await toast(page, paletteTexts.newAddressCopied).getByRole("button", { name: paletteTexts.undo }).press("Enter");
  await expect(toast(page, paletteTexts.undone)).toBeVisible();
  await expect(page).toHaveURL("/dashboard/team");
  expect(await rootDb.email.findUniqueOrThrow({ where: { email_name } })).toMatchObject({ is_active: false });
});

test("tells of mail that comes together in one notice (row Y02)", async ({ page, address, openInbox, deliver }) => {
  await page.clock.install();
  await openInbox(address);
  await stopClock(page);
  await deliver(address, ...Array.from({ length: 12 }, (_, no) => mail(`Burst ${no + 1}`)));
  const notice = toast(page, inboxTexts.newMails(12));
  await pollRunning(page, gatherMilliseconds, () => notice.count()).toBe(1);
  await expect(toastsOf(page)).toHaveCount(1);
  await notice.getByRole("button", { name: inboxTexts.openNewest }).press("Enter");
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "Burst 12" })).toBeVisible();
});

test("keeps the account and the open address in sight beside many addresses, by one Tab stop (row Y04)", async ({
  page,
  address,
  rootDb,
  openInbox,
}) => {
  const { company, domain_name, owner } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const many = Array.from({ length: 40 }, (_, no) => `many-${no + 10}-${address}`);
  // The open one is the last of those that are listed.
  const last_activity = (no: number) => new Date(Date.now() + 60_000 - no * 1_000);
  await rootDb.email.createMany({
    data: many.map((email_name, no) => ({ email_name, domain_name, company, owner, last_activity: last_activity(no) })),
  });
  const open = many[29] ?? "";
  await page.setViewportSize({ width: 1280, height: 720 });
  await openInbox(open);
  const link = (name = "") => addresses(page).getByRole("link", { name, exact: true });
  await expect(link(open)).toHaveAttribute("aria-current", "page");
  await expect(link(open)).toBeInViewport({ ratio: 1 });
  await expect(button(page, "Log out")).toBeInViewport({ ratio: 1 });
  await expect(link(many[0])).not.toBeInViewport();
  expect(await isBare(link(open))).toBe(true);
  expect(await isBare(button(page, "Log out"))).toBe(true);
  expect(await seenAddresses(page)).toBeGreaterThanOrEqual(5);

  await addresses(page).getByRole("searchbox", { name: inboxTexts.filter }).focus();
  await page.keyboard.press("Tab");
  await expect(link(open)).toBeFocused();
  await page.keyboard.press("Home");
  await expect(link(many[0])).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(
    addresses(page).getByRole("button", { name: `Pin ${many[1]?.split("@")[0]}`, exact: true }),
  ).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await expect(page.locator("[data-address] :focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(link(open)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(inboxOf(many[28] ?? ""));

  // What has the focus is never hidden, in either direction.
  const navigation = page.getByRole("navigation", { name: "Main" });
  const focused = navigation.locator(":focus:not(input[type=radio])");
  for (const key of ["Tab", "Shift+Tab"]) {
    await navigation
      .locator("a, button")
      .nth(key === "Tab" ? 0 : -1)
      .focus();
    for (let count = 0; (await navigation.locator(":focus").count()) > 0; count += 1) {
      expect(count).toBeLessThan(40);
      if ((await focused.count()) > 0) expect([await focused.textContent(), await isBare(focused)]).toContain(true);
      await page.keyboard.press(key);
    }
  }
  await link(many[0]).focus();
  for (const at of [0, 9, 19, 29, 19, 9, 0]) {
    await link(many[at]).focus();
    expect([at, await isBare(link(many[at]))]).toEqual([at, true]);
  }

  await page.goto("/inbox");
  await expect(link(many[0])).toBeInViewport({ ratio: 1 });
  expect(await seenAddresses(page)).toBeGreaterThanOrEqual(3);
  // In a window that is too low for both, the account is below the rest.
  await page.setViewportSize({ width: 1280, height: 400 });
  for (const each of [navigation.getByRole("link", { name: "Settings" }), link(many[29]), button(page, "Log out")]) {
    await each.scrollIntoViewIfNeeded();
    expect([await each.textContent(), await isBare(each)]).toContain(true);
  }
  await page.setViewportSize({ width: 390, height: 664 });
  for (const path of ["/inbox", inboxOf(many[0] ?? ""), inboxOf(open)]) {
    await page.goto(path);
    await button(page, "Navigation").click();
    await expect(addresses(page).locator("[data-address]").first()).toBeAttached();
    await expect.poll(() => seenAddresses(page)).toBeGreaterThanOrEqual(3);
    if (path !== "/inbox") await expect(addresses(page).locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
    expect(await isBare(button(page, "Log out"))).toBe(true);
  }
  await rootDb.email.deleteMany({ where: { email_name: { in: many } } });
});

test("says why there is no new address, or no code", async ({ page, enter }) => {
  await stub(page, contracts.email.get_company_domains, says([]));
  await stub(page, contracts.reportview.get, says({ keys: [], values: [], found: [], next: null }));
  await enter("/dashboard/team");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("n");
  await expect(page.getByText(emailScreenTexts.noDomains)).toBeVisible();
  await page.keyboard.press("y");
  await expect(page.getByText(paletteTexts.noCode)).toBeVisible();
});

test("leads from inbox to inbox by a list of addresses, pinned and recent, with what is unread (row Y04)", async ({
  page,
  address,
  rootDb,
  deliver,
  openInbox,
}) => {
  const { company, domain_name, owner } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const other = `other-${address}`;
  const crowded = `crowded-${address}`;
  for (const email_name of [other, crowded])
    await rootDb.email.create({ data: { email_name, domain_name, company, owner, visibility: "Public" } });
  await deliver(other, mail("One"), mail("Two"));
  await openInbox(address);
  const list = addresses(page);
  const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  await expect(row(other)).toContainText("2 unread");
  await expect(list.getByRole("link", { name: address, exact: true })).toHaveAttribute("aria-current", "page");
  expect(await faults(page)).toEqual([]);
  await deliver(other, mail("Three"));
  await expect(row(other)).toContainText("3 unread");
  // It goes down when an unread message is deleted elsewhere.
  const { name } = await rootDb.customerInbox.findFirstOrThrow({ where: { recipients: other, subject: "One" } });
  await page.request.post(contracts.inbox.delete_message.path, { form: { name } });
  await expect(row(other)).toContainText("2 unread");

  const many = Array.from({ length: 120 }, () => ({
    ...{ name: uuid(), source: uuid(), company, owner, recipients: crowded, visibility: "Public" as const },
    ...{ sender: "", mail_from: "", subject: "One of many", preview: "" },
  }));
  await rootDb.customerInbox.createMany({ data: many });
  await deliver(crowded, mail("The last"));
  await expect(row(crowded)).toContainText("99+ unread");

  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await row(other).getByRole("link").click();
  await expect(page).toHaveURL(inboxOf(other));
  await expect(rowsOf(page)).toHaveCount(2);
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);

  await row(other).getByRole("button", { name: /^Pin/ }).click();
  await expect(list.getByRole("list", { name: inboxTexts.pinned }).getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(list.getByRole("list", { name: inboxTexts.pinned })).toContainText(other);

  await list.getByRole("searchbox", { name: inboxTexts.filter }).fill("billing");
  await expect(list.getByRole("list", { name: inboxTexts.found }).getByRole("listitem")).toHaveText(/^billing@/);
  await list.getByRole("searchbox", { name: inboxTexts.filter }).fill("nothing such");
  await expect(list.getByText(inboxTexts.noAddress)).toBeVisible();
});

test("marks all as read, and leads to the next unread message (row Y12)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("a"), mail("b"), mail("c"));
  await openInbox(address);
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { name: "c" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(page.getByRole("heading", { name: "b" })).toBeVisible();
  await expect(unread(page.getByRole("list", { name: "Messages" }))).toHaveCount(1);
  const row = addresses(page).getByRole("listitem").filter({ hasText: address });
  await expect(row).toContainText("unread");
  // The address says so before the server is asked again, and whatever answer is still on its way.
  const release = await hold(page, contracts.email.get_mail_summary);
  await button(page, inboxTexts.markAllRead).click();
  await expect(unread(page.getByRole("list", { name: "Messages" }))).toHaveCount(0);
  await expect(row).not.toContainText("unread");
  release();
  await expect(button(page, inboxTexts.markAllRead)).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(unread(page.getByRole("list", { name: "Messages" }))).toHaveCount(0);
  await page.keyboard.press("u");
  await expect(page.getByText(inboxTexts.noUnread)).toBeVisible();
});

test("lists addresses with their mail, by filters and order, and takes deactivations back (row Y05)", async ({
  page,
  address,
  rootDb,
  deliver,
  enter,
}) => {
  const { company, domain_name, owner } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const creation = new Date(0);
  const made = ["wren", "finch", "robin"].map((name) => `${name}-${address}`);
  for (const email_name of made)
    await rootDb.email.create({ data: { email_name, domain_name, company, owner, creation, last_activity: creation } });
  const [wren = "", finch = "", robin = ""] = made;
  // A mail without From came last.
  await deliver(wren, mail("Hello"), "Subject: From nobody\r\n\r\nHello\r\n");
  const card = (name: string) => cards(page).filter({ hasText: name });
  await enter(`/dashboard/emails?search=${encodeURIComponent(`-${address}`)}`);
  await expect(cards(page)).toHaveCount(3);
  await expect(card(wren)).toContainText("2 unread");
  await expect(card(wren)).toContainText(`· ${mailTexts.unknownSender}`);
  await expect(card(finch)).toContainText(emailScreenTexts.noMail);
  expect(await faults(page)).toEqual([]);

  await page.getByLabel("Order of the list").selectOption("mail");
  await expect(page).toHaveURL(/sort=mail/);
  // The worker notes within a second or two that mail has come.
  await expect(async () => {
    await page.reload();
    await expect(cards(page).first()).toContainText(wren, { timeout: 5_000 });
  }).toPass();

  // Undone, it ends when it would have ended.
  await card(finch).getByRole("switch").click();
  // Under the pointer, a toast waits for a busy machine.
  await toast(page, emailTexts.deactivated).hover();
  await expect(card(finch)).toContainText("Deactivated");
  await toast(page, emailTexts.deactivated).getByRole("button", { name: emailScreenTexts.undo }).click();
  await expect(card(finch)).toContainText("Active");
  expect((await rootDb.email.findUniqueOrThrow({ where: { email_name: finch } })).expiry).toBeNull();

  for (const name of [finch, robin]) await page.getByRole("checkbox", { name: `Select ${name}` }).check();
  await expect(page.getByText(emailScreenTexts.selected(2))).toBeVisible();
  await button(page, emailScreenTexts.deactivate).click();
  await toast(page, emailScreenTexts.deactivated(2)).hover();
  await expect(page.getByText(emailScreenTexts.selected(2))).toHaveCount(0);
  await expect(page.getByText(emailScreenTexts.deactivated(2))).toBeVisible();
  await page.getByLabel("Filter by status").selectOption("ended");
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel("Filter by status").selectOption("active");
  await expect(cards(page)).toHaveCount(1);
  await toast(page, emailScreenTexts.deactivated(2)).getByRole("button", { name: emailScreenTexts.undo }).click();
  await expect(toast(page, emailScreenTexts.activated(2))).toBeVisible();
  await expect(cards(page)).toHaveCount(3);
  await page.getByLabel("Filter by status").selectOption("ended");
  await expect(page.getByText(emailScreenTexts.noneLikeThat)).toBeVisible();
});

test("chooses a range, a page and all that match, and shows as many rows as is wanted (row Y05)", async ({
  page,
  enter,
  address,
  rootDb,
}) => {
  const { company, domain_name, owner } = await rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  const names = Array.from({ length: 27 }, (_, at) => `n${at + 10}-${address}`);
  for (const [at, email_name] of names.entries()) {
    const creation = new Date(Date.UTC(2026, 0, 1, 0, -at));
    await rootDb.email.create({ data: { email_name, domain_name, company, owner, creation, last_activity: creation } });
  }
  const box = (at: number) => page.getByRole("checkbox", { name: `Select ${names[at]}` });
  const chosen = (count: number) =>
    expect(page.getByText(emailScreenTexts.selected(count), { exact: true })).toBeVisible();
  await enter(`/dashboard/emails?search=${encodeURIComponent(`-${address}`)}&page=2`);
  await expect(page.getByText("Showing 6 to 10 of 27 emails")).toBeVisible();
  const size = page.getByLabel("Rows per page");
  await expect(size.locator("option")).toHaveText(["5 per page", "25 per page", "100 per page"]);
  await size.selectOption("25 per page");
  await expect(page.getByText("Showing 1 to 25 of 27 emails")).toBeVisible();
  await page.reload();
  await expect(cards(page)).toHaveCount(25);

  await box(2).click();
  await box(6).click({ modifiers: ["Shift"] });
  await chosen(5);
  await box(4).click({ modifiers: ["Shift"] });
  await chosen(2);
  const wholePage = page.getByRole("checkbox", { name: emailScreenTexts.selectPage });
  await expect(wholePage).toHaveJSProperty("indeterminate", true);
  await wholePage.check();
  await chosen(25);
  expect(await faults(page)).toEqual([]);
  await button(page, emailScreenTexts.selectAll(27, false)).click();
  await chosen(27);
  await button(page, emailScreenTexts.deactivate).click();
  // Each address is a call of its own.
  await expect(wholePage).toHaveCount(0);
  expect(await rootDb.email.count({ where: { email_name: { in: names }, is_active: true } })).toBe(0);
});

test("leads a new company through its first steps, once (row Y07)", async ({ page, address, deliver, enter }) => {
  await deliver(address, withCode("482913"));
  const status = { total_emails: 0, active_emails: 0, team_members: 1, domains: 0 };
  await stub(page, contracts.stats.get_dashboard_status, says(status));
  await enter("/dashboard");
  const steps = page.getByRole("region", { name: firstStepTexts.title });
  await expect(steps.getByRole("listitem")).toHaveCount(4);
  expect(await faults(page)).toEqual([]);
  // What has been done stays, also once there are addresses.
  await stub(page, contracts.stats.get_dashboard_status, says({ ...status, total_emails: 3 }));
  await page.reload();
  await expect(steps.getByRole("listitem").first()).toContainText(firstStepTexts.done);
  // The newest address has mail.
  await expect(steps.getByRole("listitem").nth(1)).toContainText(firstStepTexts.done);
  await steps.getByRole("button", { name: firstStepTexts.copyCode }).click();
  await expect(steps.getByRole("listitem").nth(2)).toContainText(firstStepTexts.done);
  await steps.getByRole("button", { name: firstStepTexts.dismiss }).click();
  await expect(steps).toHaveCount(0);
  await stub(page, contracts.stats.get_dashboard_status, says(status));
  await page.reload();
  await expect(page.getByText("Total Emails")).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("shows no first steps to a company that has begun long ago", async ({ page, enter }) => {
  await enter("/dashboard");
  await expect(page.getByText("Total Emails")).toBeVisible();
  await expect(page.getByRole("region", { name: firstStepTexts.title })).toHaveCount(0);
});

test.describe("on a touch screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a notice does not lie over the mail that it tells of, stands alone, and can be hit", async ({
    page,
    address,
    deliver,
    openInbox,
  }) => {
    await page.clock.install();
    await openInbox(address);
    await stopClock(page);
    await deliver(address, withCode("482913"));
    const notice = toast(page, inboxTexts.newMail("Your code")).first();
    await pollRunning(page, gatherMilliseconds, () => notice.count()).toBe(1);
    // Toasts are placed before each picture, and the clock of the page makes none.
    await page.clock.runFor(100);
    const row = await rowsOf(page).first().boundingBox();
    await expect
      .poll(async () => ((await notice.boundingBox())?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0))
      .toBeGreaterThanOrEqual(0);
    for (const name of [inboxTexts.copyCode, "Close"]) {
      const { width = 0, height = 0 } = (await notice.getByRole("button", { name }).boundingBox()) ?? {};
      expect([name, width >= 44, height >= 44]).toEqual([name, true, true]);
    }
    await button(page, "Copy code 482913").tap();
    await expect(toast(page, mailTexts.codeCopied)).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(toastsOf(page)).toHaveCount(1);
  });

  test("a step stands beside its circle, and what is about a page has the whole width (rows Y05, Y07)", async ({
    page,
    enter,
  }) => {
    const status = { total_emails: 0, active_emails: 0, team_members: 1, domains: 0 };
    await stub(page, contracts.stats.get_dashboard_status, says(status));
    await enter("/dashboard");
    const step = page.getByRole("listitem").filter({ hasText: firstStepTexts.address });
    const [circle, text] = await Promise.all([
      step.locator("svg").boundingBox(),
      step.getByText(firstStepTexts.address).boundingBox(),
    ]);
    expect(circle?.y ?? 0).toBeGreaterThanOrEqual(text?.y ?? 0);
    expect(circle?.x ?? 0).toBeLessThan(text?.x ?? 0);
    await page.goto("/dashboard/emails");
    const about = await page.getByText(emailScreenTexts.unlimited).boundingBox();
    expect(about?.height).toBeLessThan(30);
  });

  test("what is pressed is at least 44 pixels high, the code first (row Y12)", async ({
    page,
    address,
    deliver,
    enter,
  }) => {
    await deliver(address, withCode("482913"));
    for (const path of [inboxOf(address), "/dashboard", "/dashboard/emails", "/dashboard/search?q=482913"]) {
      await enter(path);
      // What is inert under a finger would not be hit.
      await expect(page.locator("#root[inert]")).toHaveCount(0);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      if (path.startsWith("/inbox")) await button(page, "Copy code 482913").waitFor();
      expect([path, await smallTargets(page)]).toEqual([path, []]);
    }
  });
});
