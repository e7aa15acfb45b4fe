// Draws the README's picture, docs/inbox.png, from the demo's inbox as it is now.
// node_modules/node/bin/node e2e/draw_readme.ts; after `turbo run build`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { contracts } from "@mayfly/contracts";
import { chromium } from "@playwright/test";
import config from "../playwright.config.ts";
import { Mayfly } from "./server.ts";

const file = path.resolve(import.meta.dirname, "../docs/inbox.png");
const data = await mkdtemp(path.join(tmpdir(), "mayfly-readme-"));
const mayfly = await Mayfly.start(data, {});
const browser = await chromium.launch(config.use?.launchOptions);
try {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    baseURL: mayfly.url,
  });
  const form = { usr: mayfly.login, pwd: mayfly.password };
  await context.request.post(contracts.session.login.path, { form });
  const page = await context.newPage();
  await page.goto(`/inbox?email=${encodeURIComponent("demo@mayfly.test")}`);
  await page.getByRole("list", { name: "Messages" }).getByRole("listitem").filter({ hasText: "receipt" }).click();
  await page.frameLocator("iframe").getByRole("heading").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await page.screenshot({ path: file });
  console.log(file);
} finally {
  await browser.close();
  await mayfly.kill("SIGTERM");
  await rm(data, { recursive: true, force: true });
}
