import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules about colours: nothing else differs at night. */
const byColour = ["color-contrast", "link-in-text-block"];

/** What axe finds on the page in its present state, by day and at night, each with its element. */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Runs in the page itself: axe gathers findings in a page of its own only for frames of other origins.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules(byColour)).analyze();
    for (const { id, nodes } of violations) {
      for (const { html, failureSummary } of nodes) found.push(`${colorScheme} ${id}: ${html} ${failureSummary}`);
    }
  }
  return found;
}
