import { chromium } from "@playwright/test";
import { atEnd } from "../bench/cleanup.ts";
import config from "../playwright.config.ts";
import { type DrivenBrowser, specialKeys } from "./driven_browser.ts";

const names: Record<string, string> = { [specialKeys.enter]: "Enter", [specialKeys.backspace]: "Backspace" };

/** Starts the browser of the browser tests. */
export async function startChromium(): Promise<DrivenBrowser> {
  const browser = await chromium.launch(config.use?.launchOptions);
  atEnd(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  let ran: string[] = [];
  page.on("dialog", (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (line) => line.text() === "owned" && ran.push("console owned"));
  return {
    name: `Chromium ${browser.version()}`,
    open: async (url) => void (await page.goto(url)),
    run: async (work, ...given) => page.evaluate(`(${work})(...${JSON.stringify(given)})`),
    click: (xpath) => page.locator(`xpath=${xpath}`).first().click(),
    async press(text, control = false) {
      for (const key of text) {
        if (control) await page.keyboard.press(`Control+${key}`);
        else if (names[key] === undefined) await page.keyboard.type(key);
        else await page.keyboard.press(names[key]);
      }
    },
    async frameText(xpath) {
      const found = page.frameLocator("iframe").locator(`xpath=${xpath}`).first();
      return (await found.count()) === 0 ? "" : ((await found.textContent()) ?? "");
    },
    async ran() {
      const before = ran;
      ran = [];
      return before;
    },
  };
}
