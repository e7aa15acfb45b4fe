import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** All that depends on the colours, which is all that differs at night. */
const byColour = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page as it stands, by day and at night; each with where it is. */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // In the page itself: gathering the findings in a page of its own is for frames of other origins.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(byColour)).analyze();
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary } of nodes) found.push(`${colorScheme} ${id}: ${html} ${failureSummary}`);
    }
  }
  return found;
}
