import { connectionTexts } from "@mayfly/web/data/texts/connection";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { clipboard, expect, mail, pagesAsked, rowsOf, scrollerOf, test } from "./page.ts";
import { allAsked } from "./stub.ts";

test("has keyboard shortcuts for list, message and search, which do nothing while text is typed", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("one"), mail("two"), mail("three"));
  await openInbox(address);
  const row = (subject: string) => rowsOf(page).filter({ hasText: subject }).getByRole("link");
  const press = (key: string) => page.keyboard.press(key);
  await press("j");
  await expect(row("three")).toBeFocused();
  await press("ArrowDown");
  await press("j");
  await expect(row("one")).toBeFocused();
  await press("k");
  // One row only can be reached with Tab, so that the key leads out of the list.
  await expect(rowsOf(page).locator("a[tabindex='0']")).toHaveCount(1);
  await press("Enter");
  await expect(page.getByRole("heading", { name: "two" })).toBeVisible();
  // The message gets the focus at once, and screen readers are told its subject.
  const article = page.getByRole("article", { name: "Message" });
  await expect(article).toBeFocused();
  await expect(page.locator("main > [role=status]")).toHaveText("two");
  await press("k");
  await expect(row("three")).toBeFocused();
  await press("j");
  await press("Enter");
  await expect(article).toBeFocused();
  await press("Escape");
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();
  await expect(row("two")).toBeFocused();
  // The browser's Forward opens the message again, and it closes as before.
  await page.goForward();
  await expect(page.getByRole("heading", { name: "two" })).toBeVisible();
  await press("Escape");
  await expect(page.getByText(inboxTexts.nothingSelected)).toBeVisible();

  const search = page.getByPlaceholder(inboxTexts.search);
  await press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("jcr?/");
  await expect(search).toHaveValue("jcr?/");
  await press("Escape");
  await expect(search).toHaveValue("");
  await expect(row("two")).toBeFocused();
  // From the search, these keys lead to what was found.
  for (const key of ["Enter", "ArrowDown"]) {
    await press("/");
    await search.fill("t");
    await press(key);
    await expect(row("three")).toBeFocused();
    await press("j");
    await expect(row("two")).toBeFocused();
  }
  await press("/");
  await press("Escape");

  await press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press("c");
  await expect.poll(() => clipboard(page)).toBe(address);
  const asked = pagesAsked(page);
  await press("r");
  await expect.poll(() => asked.length).toBe(1);

  // In the inbox of all addresses, it is the address of the message that has the focus, or that is open.
  await page.getByRole("navigation").getByRole("link", { name: "Inbox" }).click();
  const two = rowsOf(page).filter({ hasText: address }).filter({ hasText: "two" }).getByRole("link");
  const copyAnew = async () => {
    await page.evaluate(() => navigator.clipboard.writeText(""));
    await press("c");
    await expect.poll(() => clipboard(page)).toBe(address);
  };
  await two.focus();
  await copyAnew();
  await press("Enter");
  await expect(article).toBeFocused();
  await copyAnew();
});

test("moves the focus by keyboard to rows that are not drawn yet, and keeps it when a refresh fails", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await deliver(address, ...Array.from({ length: 40 }, (_, at) => mail(`no ${at + 1}`)));
  await openInbox(address);
  const row = (subject: string) =>
    rowsOf(page)
      .filter({ has: page.getByText(subject, { exact: true }) })
      .getByRole("link");
  await expect(row("no 40")).toBeVisible();
  // While something is searched for, older mail is loaded on request, as often as one likes.
  const search = page.getByPlaceholder(inboxTexts.search);
  await search.fill("no");
  const older = page.getByRole("button", { name: "Load older emails" });
  await older.press("Enter");
  await expect(page.getByText(/^40 emails/)).toBeVisible();
  await expect(older).toBeFocused();
  await search.press("Escape");
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByText(/^40 emails/)).toBeVisible();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, 0));
  for (let step = 0; step < 29; step += 1) await page.keyboard.press("j");
  await expect(row("no 11")).toBeFocused();
  await expect(row("no 11")).toBeInViewport();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, 0));
  await expect(row("no 40")).toBeVisible();
  await page.keyboard.press("k");
  await expect(row("no 12")).toBeFocused();
  await expect(row("no 12")).toBeInViewport();

  // A refresh keeps only the first page, and moves the focus to its first row.
  const asked = pagesAsked(page);
  await page.keyboard.press("r");
  await expect(page.getByText(`${inboxTexts.count(20)} ${inboxTexts.more}`, { exact: true })).toBeVisible();
  await expect(row("no 40")).toBeFocused();
  await page.getByRole("link", { name: "Skip to content" }).press("Enter");
  // Past "Mark all as read".
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(row("no 40")).toBeFocused();
  expect(await scrollerOf(page).evaluate((box) => box.scrollTop)).toBe(0);
  await allAsked(page);
  expect(asked.map((form) => form.get("start"))).toEqual(["0"]);

  // A refresh that fails leaves everything where it is.
  for (let step = 0; step < 16; step += 1) await page.keyboard.press("j");
  await expect(row("no 24")).toBeFocused();
  await expect(row("no 24")).toBeInViewport({ ratio: 1 });
  // Well above the last row that fits: the error takes room, and a row that has just got the focus is kept in sight.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("k");
  await expect(row("no 27")).toBeFocused();
  const place = () => scrollerOf(page).evaluate((box) => box.scrollTop);
  const before = await place();
  await context.setOffline(true);
  await page.keyboard.press("r");
  await expect(page.getByRole("alert")).toContainText(connectionTexts.networkError);
  await expect(row("no 27")).toBeFocused();
  expect(await place()).toBe(before);
});
