import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

// Debian's browser where there is one; elsewhere Playwright's own. Without a window's machinery it takes half the time.
const chromium = "/usr/bin/chromium-headless-shell";

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  globalSetup: "./e2e/prepare.ts",
  // As many as cores on the smallest machine: a third browser and server cost more than the others' waiting leaves.
  workers: 2,
  fullyParallel: false,
  // Against hanging alone, and the only place for it: a busy machine takes ten times as long.
  timeout: 1_200_000,
  expect: { timeout: 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [["./e2e/failed_pages.ts"], ["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Drawing what moves is most of a browser's work without a graphics card.
    contextOptions: { reducedMotion: "reduce" },
    permissions: ["clipboard-read", "clipboard-write"],
    launchOptions: {
      ...(existsSync(chromium) && { executablePath: chromium }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
