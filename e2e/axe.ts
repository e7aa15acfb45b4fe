import type { Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The rules about colours: nothing else differs at night. */
const byColour = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page in its present state, but for its frames, by day and at night, each with its element. */
export async function faults(page: Page): Promise<string[]> {
  // Half a megabyte of script: once for each page is enough.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const options: axe.RunOptions = { resultTypes: ["violations"] };
    if (colorScheme === "dark") options.runOnly = byColour;
    const { violations } = await page.evaluate((given) => window.axe.run(given), options);
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary } of nodes) found.push(`${colorScheme} ${id}: ${html} ${failureSummary}`);
    }
  }
  return found;
}
