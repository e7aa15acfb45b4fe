// Draws the README's picture, docs/inbox.png, from the demo's inbox as it is now.
// node_modules/node/bin/node e2e/draw_readme.ts; after `turbo run build`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { contracts } from "@mayfly/contracts";
import { openRootDatabase } from "@mayfly/server/database/database";
import { runningEmbeddedUrl } from "@mayfly/server/database/embedded_postgres";
import { chromium } from "@playwright/test";
import config from "../playwright.config.ts";
import { Mayfly } from "./server.ts";

/** How long ago the demo's mails came, in minutes: on a fresh server, all of them have just come. */
const ages = [1, 4, 21, 47, 65, 190, 430, 1500];
const address = "demo@mayfly.test";
const file = path.resolve(import.meta.dirname, "../docs/inbox.png");
const data = await mkdtemp(path.join(tmpdir(), "mayfly-readme-"));
const mayfly = await Mayfly.start(data, {});
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await spreadMails();
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1.5,
    reducedMotion: "reduce",
    baseURL: mayfly.url,
  });
  const form = { usr: mayfly.login, pwd: mayfly.password };
  await context.request.post(contracts.session.login.path, { form });
  const page = await context.newPage();
  await page.goto(`/inbox?email=${encodeURIComponent(address)}`);
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

async function spreadMails() {
  const rootDb = openRootDatabase((await runningEmbeddedUrl(data)) ?? "", 1);
  const mails = await rootDb.customerInbox.findMany({ where: { recipients: address }, orderBy: { modified: "desc" } });
  for (const [index, { name }] of mails.entries()) {
    const came = new Date(Date.now() - (ages[index] ?? 0) * 60_000);
    await rootDb.customerInbox.update({ where: { name }, data: { creation: came, modified: came } });
  }
  await rootDb.$disconnect();
}
