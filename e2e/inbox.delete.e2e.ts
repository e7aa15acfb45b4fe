import { inbox } from "@mayfly/contracts";
import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { undoMilliseconds } from "@mayfly/web/features/inbox/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { colleague, expect, inboxOf, mail, pollRunning, rowsOf, stopClock, test, toastsOf, visit } from "./page.ts";
import { listening } from "./server.ts";
import { nothingAsked, refuses, stub } from "./stub.ts";

const { deleted, undo, restored, notDeleted, openDeleted, empty, count, nothingSelected } = inboxTexts;

const row = (page: Page, subject: string) => rowsOf(page).filter({ hasText: subject }).getByRole("link");
const article = (page: Page) => page.getByRole("article", { name: "Message" });
const heading = (page: Page, subject: string) => article(page).getByRole("heading", { name: subject });
const remove = (page: Page) => page.getByRole("button", { name: inboxTexts.delete, exact: true });
/** While the page's clock stands still. */
const opens = (page: Page, subject: string) =>
  pollRunning(page, 10, () => heading(page, subject).isVisible()).toBe(true);
const undoOf = (page: Page, subject: string) =>
  toastsOf(page).filter({ hasText: deleted }).filter({ hasText: subject }).getByRole("button", { name: undo });
/** Holds the toasts, which otherwise go in a time that may be too short for a busy machine. */
const waitsForPointer = (page: Page, subject: string) => toastsOf(page).filter({ hasText: subject }).first().hover();
const closes = (page: Page) => pollRunning(page, 10, () => page.getByText(nothingSelected).isVisible()).toBe(true);

/** Opens an inbox in another window, and waits until the app has taken over the list that came with the page. */
async function openBeside(page: Page, where: string) {
  const other = await page.context().newPage();
  const up = listening(other);
  await other.goto(where);
  await up;
  return other;
}

/** Collects the messages that the page asks the server to delete. */
function deletions(page: Page) {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(inbox.delete_message.path)) asked.push(request.postData() ?? "");
  });
  return asked;
}

test("a message is deleted by its button once it can no longer be undone, and the next one opens (row Q08)", async ({
  page,
  address,
  deliver,
  openInbox,
  rootDb,
}) => {
  await page.clock.install();
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await openInbox(address);
  const asked = deletions(page);
  const left = () => rootDb.customerInbox.count({ where: { recipients: address } });
  await row(page, "three").click();
  await expect(heading(page, "three")).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);
  await stopClock(page);
  await remove(page).hover();
  await page.clock.runFor(500);
  await expect(page.getByRole("tooltip")).toHaveText("Delete (#)");
  await remove(page).click();
  await opens(page, "two");
  await expect(row(page, "three")).toHaveCount(0);
  await expect(page.getByText(count(2), { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.mouse.move(700, 500);
  await page.clock.runFor(undoMilliseconds - 1_000);
  await expect(undoOf(page, "three")).toBeVisible();
  await nothingAsked(page, asked);
  expect(await left()).toBe(3);
  await page.clock.runFor(1_200);
  await expect(toastsOf(page)).toHaveCount(0);
  await expect.poll(left).toBe(2);
  expect(asked).toHaveLength(1);
  await expect(rowsOf(page)).toHaveCount(2);

  // It does not come back by a refresh, by Back, or by its URL.
  await page.keyboard.press("r");
  await page.clock.runFor(100);
  await expect(page.getByText(count(2), { exact: true })).toBeVisible();
  await page.goBack();
  await closes(page);
  await page.goForward();
  await opens(page, "two");
});

test("a deletion is undone in its place, by pointer and by keyboard, and the message opens again", async ({
  page,
  address,
  deliver,
  openInbox,
  rootDb,
}) => {
  await page.clock.install();
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await openInbox(address);
  const asked = deletions(page);
  const subjects = () =>
    rowsOf(page).evaluateAll((all) => all.map((one) => one.querySelectorAll("bdi")[1]?.textContent));
  await row(page, "two").press("Enter");
  await expect(article(page)).toBeFocused();
  await stopClock(page);
  await page.keyboard.press("#");
  await opens(page, "one");
  // The message that opens gets the focus, as the one before had it.
  await expect(article(page)).toBeFocused();
  await page.clock.runFor(100);
  await undoOf(page, "two").click();
  await opens(page, "two");
  expect(await subjects()).toEqual(["three", "two", "one"]);
  await expect(row(page, "two")).toBeFocused();
  await expect(row(page, "two")).toHaveAttribute("aria-current", "true");
  await expect(toastsOf(page)).toHaveCount(0);
  await expect(page.getByRole("status").filter({ hasText: restored("two") })).toHaveCount(1);

  // In the list, the focus goes to the next row, and back.
  await page.keyboard.press("Escape");
  await closes(page);
  await row(page, "three").focus();
  await page.keyboard.press("#");
  await expect(row(page, "two")).toBeFocused();
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await expect(page.locator("ol[aria-live=polite]", { hasText: deleted })).toHaveCount(1);
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  // A toast with the focus waits, and so does the deletion.
  await page.clock.runFor(2 * undoMilliseconds);
  await expect(undoOf(page, "three")).toBeVisible();
  while (!(await undoOf(page, "three").evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  expect(await subjects()).toEqual(["three", "two", "one"]);
  await expect(row(page, "three")).toBeFocused();
  // It is no new mail.
  await expect(page.getByRole("button", { name: /new$/ })).toHaveCount(0);
  await page.clock.runFor(2 * undoMilliseconds);
  await nothingAsked(page, asked);
  expect(await rootDb.customerInbox.count({ where: { recipients: address } })).toBe(3);
});

test("several deletions in a row have an undo each, and a held key deletes one", async ({
  page,
  address,
  deliver,
  openInbox,
  rootDb,
}) => {
  await page.clock.install();
  // Their subjects say the same.
  await deliver(address, ...["one", "two", "two", "two", "five"].map((subject) => mail(subject)));
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(5);
  await stopClock(page);
  await row(page, "five").focus();
  await page.keyboard.down("#");
  await page.keyboard.down("#");
  await page.keyboard.up("#");
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press("#");
  await page.keyboard.press("#");
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(toastsOf(page).getByRole("button", { name: undo })).toHaveCount(3);
  await undoOf(page, "five").click();
  await expect(row(page, "five")).toBeFocused();
  await undoOf(page, "two").first().click();
  await expect(rowsOf(page)).toHaveCount(4);
  await page.mouse.move(700, 500);
  await page.clock.runFor(undoMilliseconds + 200);
  const left = () => rootDb.customerInbox.count({ where: { recipients: address } });
  await expect.poll(left).toBe(4);
  await page.keyboard.press("r");
  await expect(rowsOf(page)).toHaveCount(4);
});

test("a deletion that fails brings the message back in its place, unless the message is gone already", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/status of 4\d\d|net::ERR_FAILED/);
  await page.clock.install();
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(3);
  await stopClock(page);
  const failing = async (answer: Parameters<typeof stub>[2], why: string) => {
    await stub(page, inbox.delete_message, answer);
    await row(page, "two").focus();
    await page.keyboard.press("#");
    await expect(rowsOf(page)).toHaveCount(2);
    await page.clock.runFor(undoMilliseconds + 200);
    await expect(toastsOf(page)).toHaveText([notDeleted(why)]);
    await expect(rowsOf(page).nth(1)).toContainText("two");
    await page.keyboard.press("Escape");
    await expect(toastsOf(page)).toHaveCount(0);
  };
  await failing("no connection", connectionTexts.networkError);
  await failing(refuses(403, "Not you."), "Not you.");
  await stub(page, inbox.delete_message, refuses(404, "Not there."));
  await row(page, "two").focus();
  await page.keyboard.press("#");
  await page.clock.runFor(undoMilliseconds + 200);
  await expect(toastsOf(page)).toHaveCount(0);
  await expect(rowsOf(page)).toHaveCount(2);
});

test("the last message leaves an empty list, which gets the focus", async ({ page, address, deliver, openInbox }) => {
  await deliver(address, mail("one"), mail("two"));
  await openInbox(address);
  await row(page, "one").press("Enter");
  await expect(article(page)).toBeFocused();
  // At the end of the list, the previous message opens.
  await remove(page).press("Enter");
  await waitsForPointer(page, "one");
  await expect(heading(page, "two")).toBeVisible();
  await expect(article(page)).toBeFocused();
  await page.keyboard.press("#");
  await expect(page.getByText(empty, { exact: true })).toBeVisible();
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await expect(page).toHaveURL(inboxOf(address));
  const list = page.getByRole("region", { name: "List" });
  await expect.poll(() => list.evaluate((region) => region.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("#");
  await expect(toastsOf(page)).toHaveCount(2);
  await undoOf(page, "two").click();
  await expect(heading(page, "two")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(nothingSelected)).toBeVisible();
  await expect(page).toHaveURL(inboxOf(address));
  await row(page, "two").focus();
  await page.keyboard.press("#");
  await expect(page.getByText(empty, { exact: true })).toBeVisible();
  expect(await faults(page)).toEqual([]);
});

test("whoever leaves the inbox, closes the page or logs out has deleted what was not undone", async ({
  page,
  address,
  deliver,
  openInbox,
  rootDb,
}) => {
  await deliver(address, ...["one", "two", "three", "four"].map((subject) => mail(subject)));
  await openInbox(address);
  const left = async () => {
    const where = { recipients: address };
    const rows = await rootDb.customerInbox.findMany({ where, orderBy: { creation: "desc" } });
    return rows.map(({ subject }) => subject);
  };
  const removeIn = async (of: Page, subject: string) => {
    await row(of, subject).focus();
    await of.keyboard.press("#");
    await waitsForPointer(of, subject);
    await expect(row(of, subject)).toHaveCount(0);
  };
  await removeIn(page, "four");
  await removeIn(page, "one");
  await undoOf(page, "one").click();
  await visit(page, "Dashboard").catch(() => undefined);
  await expect.poll(left).toEqual(["three", "two", "one"]);
  await expect(toastsOf(page).getByRole("button", { name: undo })).toHaveCount(0);

  const other = await openBeside(page, inboxOf(address));
  await removeIn(other, "three");
  await removeIn(other, "one");
  await undoOf(other, "one").click();
  await other.close({ runBeforeUnload: false });
  await expect.poll(left).toEqual(["two", "one"]);

  await page.goto(inboxOf(address));
  await removeIn(page, "two");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await left()).toEqual(["one"]);
});

test("a deletion shows in other windows, also where the message is open", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await openInbox(address);
  await row(page, "two").press("Enter");
  await expect(article(page)).toBeFocused();
  const other = await openBeside(page, "/inbox");
  const there = rowsOf(other).filter({ hasText: address });
  await expect(there).toHaveCount(3);
  await there.filter({ hasText: "two" }).getByRole("link").focus();
  await other.keyboard.press("#");
  await expect(there).toHaveCount(2);
  await expect(rowsOf(page)).toHaveCount(3);
  await toastsOf(other).getByRole("button", { name: "Close" }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  // The note gets the focus that the message had, and screen readers are told.
  const pane = page.getByRole("region", { name: "Reading pane" });
  await expect(pane.getByText(openDeleted)).toBeVisible();
  await expect(pane.locator("> div")).toBeFocused();
  await expect(page.locator("main > [role=status]")).toHaveText(openDeleted);
  await expect(page.getByText(count(2), { exact: true })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByPlaceholder(inboxTexts.search).fill("two");
  await expect(page.getByText(inboxTexts.noMatch)).toBeVisible();
  await page.getByPlaceholder(inboxTexts.search).fill("");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await page.reload();
  await expect(rowsOf(page)).toHaveCount(2);
});

test("a colleague who may only read a message is offered no deletion", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("one"), mail("two"));
  await openInbox(address, colleague);
  const asked = deletions(page);
  await row(page, "one").press("Enter");
  await expect(heading(page, "one")).toBeVisible();
  await expect(article(page).getByRole("button", { name: "Print" })).toBeVisible();
  await expect(remove(page)).toHaveCount(0);
  await page.keyboard.press("#");
  await row(page, "two").focus();
  await page.keyboard.press("#");
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(toastsOf(page)).toHaveCount(0);
  await nothingAsked(page, asked);
});

test("on a phone, the next message opens, and the help of the keys names the key", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("one"), mail("two"));
  await openInbox(address);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog").getByText("Delete the message")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 390, height: 844 });
  await row(page, "two").click();
  await expect(heading(page, "two")).toBeVisible();
  await remove(page).click();
  await waitsForPointer(page, "two");
  await expect(heading(page, "one")).toBeVisible();
  // The toast does not cover the button, which keeps the focus: pressed again, it deletes the next.
  await expect(remove(page)).toBeFocused();
  await remove(page).click({ trial: true });
  await undoOf(page, "two").click();
  await expect(heading(page, "two")).toBeVisible();
  await expect(remove(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row(page, "two")).toBeFocused();
  await expect(rowsOf(page)).toHaveCount(2);
});
