import { contracts } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { expect, mail, rowsOf, scrollerOf, scrollList, test } from "./page.ts";
import { callsOf, stub } from "./stub.ts";

test("loads all mail that arrived while offline, and the message that was opened then, once online", async ({
  page,
  context,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  await deliver(address, mail("before"));
  await openInbox(address);
  const place = await rowsOf(page).boundingBox();
  await context.setOffline(true);
  await expect(page.getByText(/^You're offline/)).toBeVisible();
  // The page does not move under the pointer.
  expect(await rowsOf(page).boundingBox()).toEqual(place);
  await rowsOf(page).click();
  const article = page.getByRole("article", { name: "Message" });
  await expect(article).toContainText(inboxTexts.detailUnexpected);
  await deliver(address, ...Array.from({ length: 25 }, (_, at) => mail(`away ${at + 1}`)));
  await context.setOffline(false);
  await expect(rowsOf(page).first()).toContainText("away 25");
  await expect(page.getByText(/^You're offline/)).toHaveCount(0);
  await expect(article.getByRole("heading", { name: "before" })).toBeVisible();
  await scrollerOf(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await expect(page.getByText(inboxTexts.count(26), { exact: true })).toBeVisible();
});

test("fetches the list and a message that failed to load when the page becomes visible again", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  allow(/net::ERR_FAILED/);
  await deliver(address, mail("missed"));
  await openInbox(address);
  await stub(page, contracts.load.getdoc, "no connection");
  await rowsOf(page).click();
  await expect(page.getByText(inboxTexts.detailUnexpected)).toBeVisible();
  await page.unroute(callsOf(contracts.load.getdoc));
  const asked = page.waitForRequest((request) => request.url().endsWith(contracts.reportview.get.path));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await asked;
  await expect(page.getByRole("heading", { name: "missed" })).toBeVisible();
});

test("keeps a scrolled list in place when new mail arrives, and offers a button to it", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...Array.from({ length: 20 }, (_, at) => mail(`old ${at + 1}`)));
  await openInbox(address);
  await scrollList(page, 400);
  const row = rowsOf(page).filter({ hasText: "old 12" });
  const before = await row.boundingBox();
  await deliver(address, ...Array.from({ length: 30 }, (_, at) => mail(`new ${at + 1}`)));
  const up = page.getByRole("button", { name: "30 new" });
  await expect(up).toBeVisible();
  expect(await row.boundingBox()).toEqual(before);
  await up.click();
  await expect(rowsOf(page).first()).toContainText("new 30");
  await expect(up).toHaveCount(0);
  await expect(rowsOf(page).first().getByRole("link")).toBeFocused();
});
