import { chromium, type Page } from "@playwright/test";
import config from "../playwright.config.ts";
import { atEnd } from "./cleanup.ts";
import { logIn, type Mayfly } from "./mayfly.ts";

/** @returns a page of a new browser with nothing in its cache, which has a session of the member */
export async function openBrowser({ url, rootDb }: Mayfly, member: string): Promise<Page> {
  const browser = await chromium.launch(config.use?.launchOptions);
  atEnd(() => browser.close());
  const baseURL = url.replace("127.0.0.1", "localhost");
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  const [name = "", value = ""] = (await logIn(rootDb, member)).split("=");
  await context.addCookies([{ name, value, url: baseURL }]);
  return context.newPage();
}
