import { expect, mail, rowsOf, test } from "./page.ts";

test("focuses the row of a message that was opened by its URL when it closes, however far down", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, ...Array.from({ length: 20 }, (_, at) => mail(`no ${at + 1}`)));
  await page.setViewportSize({ width: 1440, height: 2400 });
  await openInbox(address);
  await expect(rowsOf(page)).toHaveCount(20);
  const href = (await rowsOf(page).last().getByRole("link").getAttribute("href")) ?? "";
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto(href);
  await expect(page.getByRole("heading", { name: "no 1", exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Select an email")).toBeVisible();
  await expect(rowsOf(page).locator(`a[href="${href}"]`)).toBeFocused();
});
