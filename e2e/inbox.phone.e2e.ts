import { expect, html, mail, rowsOf, test } from "./page.ts";

test("shows one pane at a time on a phone, and nothing wider than it, even with text twice as large", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await deliver(
    address,
    html("wide".repeat(60), `<table width="1200"><tr><td>${"wide".repeat(400)}</td></tr></table>`),
  );
  await openInbox(address);
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  const row = rowsOf(page).first();
  await expect(row).toBeVisible();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await row.click();
  await expect(page.locator("iframe")).toBeVisible();
  await expect(row).toBeHidden();
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(row).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);

  // With many files, the last one in sight is cut off, which shows that there are more.
  const file = (no: number) => ["--b", `Content-Disposition: attachment; filename=${no}.txt`, "", "File", ""];
  const parts = ["--b", "", "See the files.", ...[1, 2, 3, 4, 5, 6].flatMap(file), "--b--"].join("\r\n");
  await deliver(address, mail("files", parts, ["MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=b"]));
  await row.filter({ hasText: "files" }).click();
  const files = page.getByRole("region", { name: "Attachments" });
  await expect(files.getByRole("link")).toHaveCount(6);
  await expect(async () => {
    const { inside, outside } = await files.evaluate((region) => {
      const { bottom: end } = region.getBoundingClientRect();
      const { top = 0, bottom = 0 } = region.querySelectorAll("a")[4]?.getBoundingClientRect() ?? {};
      return { inside: end - top, outside: bottom - end };
    });
    expect(inside).toBeGreaterThan(20);
    expect(outside).toBeGreaterThan(10);
  }).toPass();

  // With text twice as large, everything has room.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await expect(page.frameLocator("iframe").locator("body")).toHaveCSS("font-size", "30px");
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  // Leaves out the files: those that are out of sight lie behind what follows.
  const controls = page.locator(":is(header, article) :is(button, a):not(li *):visible");
  const overlapping = () =>
    controls.evaluateAll((all) => {
      const boxes = all.map((control): DOMRect => control.getBoundingClientRect().toJSON());
      const over = (one: DOMRect, other: DOMRect) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
      return boxes.flatMap((one, no) => boxes.slice(no + 1).filter((other) => over(one, other)));
    });
  await expect.poll(overlapping).toEqual([]);
  const name = page.getByRole("button", { name: address });
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(200);
});
