// Draws every screen and state as a PNG, wide and small, by day and at night, into e2e/pictures (not in git), to be looked at.
// node e2e/render.ts [part of a name …]; after `turbo run build`.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { screens } from "./screens.ts";
import { Mayfly } from "./server.ts";

const folder = path.join(import.meta.dirname, "pictures");
const sizes = { wide: { width: 1440, height: 900 }, small: { width: 390, height: 844 } };
const debian = "/usr/bin/chromium-headless-shell";

const wanted = process.argv.slice(2);
const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));

const data = await mkdtemp(path.join(tmpdir(), "mayfly-render-"));
const mayfly = await Mayfly.start(data, {});
const browser = await chromium.launch({
  ...(existsSync(debian) && { executablePath: debian }),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await mkdir(folder, { recursive: true });
  const storageState = await logIn(browser);
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const shared = { viewport, colorScheme, reducedMotion: "reduce", baseURL: mayfly.url } as const;
      const guest = await browser.newContext(shared);
      const member = await browser.newContext({ ...shared, storageState });
      for (const { name, as, draw, whole } of chosen) {
        const page = await (as === "member" ? member : guest).newPage();
        try {
          await draw(page);
          await settled(page);
        } catch (failure) {
          console.error(`${name}, ${size}, ${colorScheme}:`, failure);
        }
        await page.screenshot({
          path: path.join(folder, `${name}-${size}-${colorScheme}.png`),
          fullPage: whole ?? false,
        });
        await page.close();
      }
      await guest.close();
      await member.close();
    }
  }
  console.log(`${chosen.length} screens in ${folder}`);
} finally {
  await browser.close();
  await mayfly.kill("SIGTERM");
  await rm(data, { recursive: true, force: true });
}

async function logIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: mayfly.url });
  const page = await context.newPage();
  await page.goto("/login");
  await page.getByLabel("Email").fill(mayfly.login);
  await page.getByLabel("Password", { exact: true }).fill(mayfly.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/dashboard");
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Fonts are there, what comes in with an opening page has come, and calls that are answered are. */
async function settled(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(2_000);
}
