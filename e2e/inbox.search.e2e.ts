import { contracts } from "@mayfly/contracts";
import { inboxTexts } from "@mayfly/web/features/inbox/texts";
import { expect, mail, pagesAsked, rowsOf, scrollerOf, scrollList, test } from "./page.ts";
import { hold, refuses, stub } from "./stub.ts";

const { get } = contracts.reportview;

test("loads older mail on request while it searches, and keeps an opened match in sight (I22, I23, I51)", async ({
  page,
  address,
  deliver,
  openInbox,
  allow,
}) => {
  await deliver(address, mail("needle"), ...Array.from({ length: 45 }, (_, at) => mail(`no ${at + 1}`)));
  await openInbox(address);
  const rows = rowsOf(page);
  const search = page.getByPlaceholder(inboxTexts.search);
  const older = page.getByRole("button", { name: "Load older emails" });
  const busy = page.getByRole("button", { name: inboxTexts.loadingMore });
  const asked = pagesAsked(page);
  await search.fill("needle");
  await expect(page.getByText("0 of 20 match")).toBeVisible();
  await expect(page.getByText("Only the latest 20 emails were searched.")).toBeVisible();
  const release = await hold(page, get);
  await older.click();
  await expect(busy).toBeVisible();
  release();
  await expect(page.getByText("0 of 40 match")).toBeVisible();

  // A page that does not load is told, and asked for again.
  allow(/status of 500/);
  await stub(page, get, refuses(500, "The server is away"), { times: 1 });
  await older.click();
  await expect(page.getByText("The server is away").first()).toBeVisible();
  await older.click();
  await expect(page.getByText("1 of 46 match")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(older).toHaveCount(0);
  expect(asked.map((form) => form.get("start"))).toEqual(["20", "40", "40"]);
  await rows.first().click();
  await expect(page.getByRole("heading", { name: "needle" })).toBeVisible();
  await search.clear();
  await expect(page.getByText("1 of 46 match")).toHaveCount(0);
  await expect(rows.filter({ hasText: "needle" })).toBeInViewport();
});

test("begins with the newest message that matches, however far the list was scrolled", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...Array.from({ length: 20 }, (_, at) => mail(`${at % 2 ? "odd" : "even"} ${at}`)));
  await openInbox(address);
  const place = () => scrollerOf(page).evaluate((box) => box.scrollTop);
  await scrollList(page, 900);
  await expect.poll(place).toBeGreaterThan(0);
  await page.getByPlaceholder(inboxTexts.search).fill("odd");
  await expect(page.getByText("10 of 20 match")).toBeVisible();
  expect(await place()).toBe(0);
  await expect(rowsOf(page).first()).toContainText("odd 19");
});
