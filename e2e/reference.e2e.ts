import { faults } from "./axe.ts";
import { expect, test } from "./server.ts";

test("the reference shows every call of the API, and loads nothing from elsewhere (row Q14)", async ({
  page,
  mayfly,
}) => {
  const elsewhere: string[] = [];
  const faulty: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(mayfly.url) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") faulty.push(message.text());
  });
  await page.goto("/api/v1/docs");
  await expect(page.getByRole("heading", { name: "Mayfly API" })).toBeVisible();
  await expect(page.getByText("Create an address").first()).toBeVisible();
  await expect(page.getByText("Bearer").first()).toBeVisible();
  expect([elsewhere, faulty]).toEqual([[], []]);
});

test("a problem's type leads to what its code means (row Q10)", async ({ page, request }) => {
  const answer = await request.get("/api/v1/me");
  const { type, code } = await answer.json();
  await page.goto(type);
  await expect(page.locator(`#${code}`)).toBeInViewport();
  await expect(page.locator(":target")).toContainText(code);
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
