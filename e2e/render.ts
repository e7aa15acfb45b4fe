// Draws every screen and state as a PNG, wide and small, by day and at night, and zoomed to 200 %, into e2e/pictures,
// which is not in git, and says what axe finds on it. node_modules/node/bin/node e2e/render.ts [start of a name …]; after `turbo run build`.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { contracts } from "@mayfly/contracts";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { chromium } from "@playwright/test";
import config from "../playwright.config.ts";
import { faults } from "./axe.ts";
import { messages } from "./pictured_mail.ts";
import { mailbox, type Screen, screens } from "./screens.ts";
import { Mayfly } from "./server.ts";

const folder = path.join(import.meta.dirname, "pictures");
const sizes = {
  wide: { width: 1440, height: 900, themes: ["light", "dark"] },
  small: { width: 390, height: 844, themes: ["light", "dark"] },
  zoomed: { width: 720, height: 450, themes: ["light"] },
} as const;
/** How many pictures are drawn at a time: most of the time is waiting. */
const together = 4;

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)));

const data = await mkdtemp(path.join(tmpdir(), "mayfly-render-"));
const mayfly = await Mayfly.start(data, { RATE_LIMIT_FACTOR: "0", CONTACT_EMAIL: "sales@mayfly.example" });
const browser = await chromium.launch(config.use?.launchOptions);
try {
  await mkdir(folder, { recursive: true });
  const session = await startSession();
  await send();
  const waiting = chosen.flatMap((screen) =>
    Object.keys(sizes).map((size) => [screen, size as keyof typeof sizes] as const),
  );
  const draw = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await picture(...next);
  };
  await Promise.all(Array.from({ length: together }, draw));
  console.log(`${chosen.length} screens in ${folder}`);

  async function picture(
    { name, as, path: where, answers = [], act, whole = false }: Screen,
    size: keyof typeof sizes,
  ) {
    const { themes, ...viewport } = sizes[size];
    const context = await browser.newContext({
      viewport,
      deviceScaleFactor: size === "zoomed" ? 2 : 1,
      reducedMotion: "reduce",
      baseURL: mayfly.url,
      ...(as === "member" && { storageState: session }),
    });
    context.setDefaultTimeout(15_000);
    const page = await context.newPage();
    try {
      // Playwright asks the handler that was added last first.
      for (const answer of answers) await answer(page);
      await page.goto(where, { waitUntil: "load" });
      await page.locator("#root[inert]").waitFor({ state: "detached" });
      // The heading comes after the dashboard's first skeleton, and is not on every screen.
      const heading = page.getByRole("heading", { level: 1 });
      await heading.waitFor().catch(() => undefined);
      await act?.(page);
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(900);
    } catch (failure) {
      console.error(`${name}, ${size}:`, failure);
    }
    // Behind the login, `main` scrolls and not the window.
    const hidden = await page.evaluate(() => {
      const part = document.querySelector("#root main");
      return part === null ? 0 : part.scrollHeight - part.clientHeight;
    });
    if (whole) await page.setViewportSize({ width: viewport.width, height: viewport.height + hidden });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: path.join(folder, `${name}-${size}-${colorScheme}.png`), fullPage: whole });
    }
    if (size !== "zoomed") {
      for (const fault of await faults(page)) {
        console.error(`${name}, ${size}: ${fault}`);
        process.exitCode = 1;
      }
    }
    await context.close();
  }
} finally {
  await browser.close();
  await mayfly.kill("SIGTERM");
  await rm(data, { recursive: true, force: true });
}

async function startSession() {
  const context = await browser.newContext({ baseURL: mayfly.url });
  const form = { usr: mayfly.login, pwd: mayfly.password };
  await context.request.post(contracts.session.login.path, { form });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function send() {
  await using client = await SmtpClient.open(mayfly.smtpPort);
  for (const message of messages) {
    const reply = await client.send(mailbox, message);
    if (!reply?.startsWith("250")) throw new Error(reply);
  }
}
