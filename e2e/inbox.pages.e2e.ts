import { contracts, limits } from "@mayfly/contracts";
import { loadMorePixels, skeletonRows } from "@mayfly/web/features/inbox/limits";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { expect, mail, pagesAsked, rowsOf, scrollerOf, test } from "./page.ts";
import { hold, nothingAsked } from "./stub.ts";

const { get } = contracts.reportview;

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => mail(`no ${from + at}`, `Body ${from + at}`));

test("loads the next page once near the end of the list, until a page is not full (I15, I26 to I28, I34 to I37, P87)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...numbered(1, 45));
  const held = Promise.withResolvers<void>();
  await page.route(`**${get.path}`, async (route) => {
    if (new URLSearchParams(route.request().postData() ?? "").get("start") === "20") await held.promise;
    await route.continue();
  });
  await openInbox(address);
  const asked = pagesAsked(page);
  await expect(page.getByText(`${inboxTexts.count(20)} ${inboxTexts.more}`, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`(20+) ${address} · Mayfly`);
  const scroller = scrollerOf(page);
  const scrollTo = (fromEnd: number) =>
    scroller.evaluate((box, left) => {
      box.scrollTop = box.scrollHeight - box.clientHeight - left;
      box.dispatchEvent(new Event("scroll"));
    }, fromEnd);
  await scrollTo(loadMorePixels + 50);
  await nothingAsked(page, asked);
  for (const left of [loadMorePixels - 10, 50, 0]) await scrollTo(left);
  await expect(page.getByText(inboxTexts.loadingMore)).toBeVisible();
  held.resolve();
  await expect(page.getByText(`${inboxTexts.count(40)} ${inboxTexts.more}`, { exact: true })).toBeVisible();
  await scrollTo(0);
  await expect(page.getByText(inboxTexts.count(45), { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`(45) ${address} · Mayfly`);
  await scrollTo(0);
  await expect(page.getByText(inboxTexts.end)).toBeVisible();
  expect(asked.map((form) => form.get("start"))).toEqual(["20", "40"]);
  // Each message is there once, and only as many rows are drawn as there is room for, whatever their number.
  const seen: string[] = [];
  for (let position = 1; position <= 45; position += 1) {
    const { subject, drawn } = await page.locator(`[aria-posinset="${position}"]`).evaluate((row) => {
      row.scrollIntoView();
      return { subject: row.querySelectorAll("bdi")[1]?.textContent ?? "", drawn: row.parentElement?.children.length };
    });
    seen.push(subject);
    expect(drawn).toBeLessThan(40);
  }
  expect(seen.sort()).toEqual(Array.from({ length: 45 }, (_, at) => `no ${at + 1}`).sort());
});

test("looks for another page after a full one, and ends the list at an empty one (I38, I39)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...numbered(1, limits.inboxPageSize));
  await openInbox(address);
  const asked = pagesAsked(page);
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByText(inboxTexts.end)).toBeVisible();
  await expect(page.getByText(inboxTexts.count(20), { exact: true })).toBeVisible();
  expect(asked.map((form) => form.get("start"))).toEqual(["20"]);
});

test("shows a skeleton instead of the old rows at once when another inbox is opened (I26, I32, I33, I53, P94)", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("only here"));
  await deliver("demo@mayfly.test", mail("elsewhere"));
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(1);
  const asked = pagesAsked(page);
  const release = await hold(page, get);
  await page.getByRole("navigation").getByRole("link", { name: "Inbox" }).click();
  await expect(page.locator("[data-skeleton-row]")).toHaveCount(skeletonRows);
  await expect(rowsOf(page)).toHaveCount(0);
  release();
  await expect(rowsOf(page).filter({ hasText: "only here" }).filter({ hasText: address })).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: "elsewhere" }).filter({ hasText: "demo@mayfly.test" })).toBeVisible();
  expect(asked[0]?.get("start")).toBe("0");
  expect(asked[0]?.get("filters")).not.toContain("recipients");
});
