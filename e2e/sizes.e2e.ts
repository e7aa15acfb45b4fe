import { statSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./server.ts";

const dist = path.resolve(import.meta.dirname, "../apps/web/dist");

/** The scripts that a visit loads before the user does anything. */
async function scriptsOf(page: Page, visit: () => Promise<unknown>) {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  await visit();
  await page.waitForLoadState("networkidle");
  expect(scripts.size).toBeGreaterThan(0);
  return [...scripts];
}

/** In kilobytes, as the build compresses them with gzip. */
const sizeOf = (scripts: readonly string[]) =>
  scripts.reduce((sum, script) => sum + statSync(path.join(dist, `${script}.gz`)).size, 0) / 1000;

for (const { address, most, shows } of [
  { address: "/homepage", most: 60, shows: /Disposable email/i },
  { address: "/login", most: 110, shows: "Sign in to Mayfly" },
  { address: "/api/v1/docs", most: 4, shows: "Mayfly API" },
]) {
  test(`${address} ships less than ${most} kB of script`, async ({ page }) => {
    const scripts = await scriptsOf(page, async () => {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1, name: shows })).toBeVisible();
    });
    expect(sizeOf(scripts)).toBeLessThan(most);
  });
}

for (const { address, most, shows } of [
  { address: "/dashboard", most: 180, shows: "Recent" },
  { address: "/inbox", most: 180, shows: "Select an email to read" },
]) {
  test(`${address} ships less than ${most} kB of script, all of it announced with the page`, async ({
    page,
    enter,
  }) => {
    const scripts = await scriptsOf(page, async () => {
      await enter(address);
      await expect(page.getByText(shows).first()).toBeVisible();
    });
    expect(sizeOf(scripts)).toBeLessThan(most);
    const answer = await page.request.get(address);
    const told = `${answer.headers()["link"]} ${await answer.text()}`;
    expect(scripts.filter((script) => !told.includes(script))).toEqual([]);
  });
}
