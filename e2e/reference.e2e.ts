import type { Page } from "@playwright/test";
import { faults } from "./axe.ts";
import { clipboard } from "./page.ts";
import { expect, test } from "./server.ts";

const place = "/api/v1/docs";
const phone = { width: 390, height: 844 };
const calls = (page: Page) => page.getByRole("main").getByRole("article").filter({ hasText: "curl" });

test("the reference shows every call of the API, and loads nothing from elsewhere (row Q14)", async ({
  page,
  mayfly,
}) => {
  const elsewhere: string[] = [];
  const faulty: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(mayfly.url)) elsewhere.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") faulty.push(message.text());
  });
  await page.goto(place);
  await expect(page.getByRole("heading", { level: 1, name: "Mayfly API" })).toBeVisible();
  const { paths } = await (await page.request.get("/api/v1/openapi.json")).json();
  const operations = Object.values<object>(paths).flatMap((verbs) => Object.values(verbs));
  await expect(calls(page)).toHaveCount(operations.length);
  for (const { operationId, summary } of operations) {
    await expect(page.locator(`#${operationId}`).getByRole("heading", { level: 3, name: summary })).toHaveCount(1);
  }
  await expect(page.getByRole("region", { name: "The base URL" })).toHaveText(mayfly.url);
  await expect(page.getByRole("link", { name: "Back to the app" })).toHaveAttribute("href", "/dashboard/api");
  expect(await faults(page)).toEqual([]);
  expect([elsewhere, faulty]).toEqual([[], []]);
});

test("the reference filters its calls, and copies their samples", async ({ page, mayfly }) => {
  await page.goto(place);
  const shown = calls(page).filter({ visible: true });
  const all = await shown.count();
  const filter = page.getByRole("searchbox", { name: "Filter calls" });
  await filter.fill("DELETE webhook");
  await expect(shown).toHaveCount(1);
  await expect(page.getByRole("status").filter({ hasText: `1 of ${all} calls` })).toBeVisible();
  await page.getByRole("button", { name: "Copy: Delete a webhook, curl" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await clipboard(page)).toBe(
    `curl -X DELETE "${mayfly.url}/api/v1/webhooks/$ID" \\\n  -H "Authorization: Bearer $MAYFLY_KEY"`,
  );
  await filter.fill("no such call");
  await expect(shown).toHaveCount(0);
  await expect(page.getByText("No call matches this filter.")).toBeVisible();
  // A link to a call that is filtered out leads there all the same.
  await page.evaluate(() => {
    location.hash = "emails_wait";
  });
  await expect(page.getByRole("heading", { name: "Wait for mail" })).toBeInViewport();
  await expect(shown).toHaveCount(all);
  await expect(filter).toHaveValue("");
});

test("a link leads to one call of the reference, on a phone by its contents", async ({ page }) => {
  await page.goto(`${place}#emails_wait`);
  const entry = page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Wait for mail" });
  await expect(page.getByRole("heading", { name: "Wait for mail" })).toBeInViewport();
  await expect(entry).toHaveAttribute("aria-current", "location");
  // From call to call, whatever stands between them.
  for (const id of ["keys_remove_self", "emails_wait"]) {
    await page.getByRole("navigation", { name: "Contents" }).locator(`[href="#${id}"]`).click();
    const headBottom = await page
      .getByRole("banner")
      .evaluate((head) => Math.floor(head.getBoundingClientRect().bottom));
    await expect
      .poll(() => page.locator(`#${id}`).evaluate((call) => call.getBoundingClientRect().top))
      .toBeGreaterThanOrEqual(headBottom - 1);
    await expect(page.locator(`#${id}`)).toBeInViewport();
  }
  await page.setViewportSize(phone);
  await page.goto("about:blank");
  await page.goto(place);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await expect(entry).toBeHidden();
  await page.getByRole("button", { name: "Contents" }).click();
  expect(await faults(page)).toEqual([]);
  await entry.click();
  await expect(entry).toBeHidden();
  await expect(page.getByRole("heading", { name: "Wait for mail" })).toBeInViewport();
});

test("the reference is whole without scripts", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto(`${place}#object-Email`);
  await expect(page.getByRole("heading", { level: 3, name: "Email", exact: true })).toBeInViewport();
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toHaveCount(0);
  await context.close();
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
