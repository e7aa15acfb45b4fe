import type { Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** The rules about colours: nothing else differs at night, and nothing of them on a phone. */
const byColour = ["color-contrast", "link-in-text-block"];
const phone = { width: 390, height: 844 };

/**
 * What axe finds on the page in its present state, but for its frames, each with its element: by day and at night, and
 * by day as wide as a phone.
 */
export async function faults(page: Page): Promise<string[]> {
  // Half a megabyte of script: once for each page is enough.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found: string[] = [];
  const check = async (where: string, options: axe.RunOptions) => {
    const { violations } = await page.evaluate(
      // The page draws itself for a new width in its next frame.
      (given) => new Promise(requestAnimationFrame).then(() => window.axe.run(given)),
      { ...options, resultTypes: ["violations" as const] },
    );
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary } of nodes) found.push(`${where} ${id}: ${html} ${failureSummary}`);
    }
  };
  const as = page.viewportSize();
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await check("by day", {});
  if (as !== null && as.width > phone.width) {
    await page.setViewportSize(phone);
    await check("on a phone", { rules: Object.fromEntries(byColour.map((rule) => [rule, { enabled: false }])) });
    await page.setViewportSize(as);
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await check("at night", { runOnly: byColour });
  return found;
}
