import { faults } from "./axe.ts";
import { expect, mail, rowsOf, test } from "./page.ts";

test("shows a tooltip on hover and on keyboard focus, which Escape closes before the message", async ({
  page,
  address,
  deliver,
  openInbox,
}) => {
  await deliver(address, mail("tooltips", "A message"));
  await openInbox(address);
  const button = page.getByRole("button", { name: "Inbox options" });
  const tip = page.getByRole("tooltip");
  await button.hover();
  await expect(tip).toHaveText("Inbox options");
  await expect(button).toHaveAccessibleDescription("Inbox options");
  expect(await faults(page)).toEqual([]);
  // The tooltip stays while the pointer moves to it, wholly within the window and beside its element.
  await tip.hover();
  await expect(tip).toBeVisible();
  await expect(tip).toBeInViewport({ ratio: 1 });
  const [of, at] = [await button.boundingBox(), await tip.boundingBox()];
  expect(at?.y).toBeCloseTo((of?.y ?? 0) + (of?.height ?? 0), 0);
  await page.mouse.move(10, 500);
  await expect(tip).toHaveCount(0);
  await expect(button).toHaveAccessibleDescription("");

  // Escape closes the tooltip first: the message stays open.
  await rowsOf(page).first().click();
  const message = page.getByRole("heading", { name: "tooltips" });
  await expect(message).toBeVisible();
  await page.keyboard.press("Tab");
  await button.hover();
  // The focus shows one of its own; Escape closes both.
  await expect(tip.filter({ hasText: "Inbox options" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await expect(message).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(message).toHaveCount(0);

  // The tooltip takes the key from the moment that it is shown, however busy the page is.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("[role=tooltip]") === null) return;
      observer.disconnect();
      const key = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
      document.body.dataset.taken = String(!document.body.dispatchEvent(key));
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.mouse.move(10, 500);
  await button.hover();
  await expect(page.locator("body")).toHaveAttribute("data-taken", "true");
  await expect(tip).toHaveCount(0);

  // The keyboard's focus shows the tooltip at once, and hides it when it moves on.
  await page.mouse.move(10, 500);
  await page.getByRole("button", { name: "Refresh" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(tip).toHaveText("Refresh");
  await page.keyboard.press("Shift+Tab");
  await expect(tip).toHaveCount(0);
});
