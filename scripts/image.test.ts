import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { freePort } from "../apps/server/src/free_port.ts";
import { cloneDatabase } from "../apps/server/src/testing/postgres.ts";
import { ServerProcess } from "../apps/server/src/testing/server_process.ts";
import { copyTree } from "./tree_copy.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");

// No Docker engine runs where this is developed, so the image's steps run without one, and their result is started.
it("builds an image from this tree, without ignored files, that serves on an external database", async () => {
  // On the disk of this tree's packages, to which pnpm only links there: elsewhere it would begin a second store.
  await using folder = await mkdtempDisposable(path.join(root, ".setup/image-"));
  const [copy, image] = [path.join(folder.path, "copy"), path.join(folder.path, "image")];
  await copyTree(copy);
  // Uses this tree's turbo cache, so that what has been built here is not built again.
  const env = { ...process.env, TURBO_CACHE_DIR: path.join(root, ".turbo/cache") };
  await run("sh", ["scripts/image.sh", image], { cwd: copy, maxBuffer: 64 * 1024 * 1024, env });

  const database = await cloneDatabase(inject("templateUrl"));
  await using disposables = new AsyncDisposableStack();
  disposables.defer(database.drop);
  const [PORT, SMTP_PORT] = [String(await freePort()), String(await freePort())];
  const settings = {
    METRICS_PORT: String(await freePort()),
    ...{ PORT, SMTP_PORT, DATABASE_URL: database.url, SECRET_KEY: "x".repeat(32), DEMO: "on", LOG_LEVEL: "warn" },
    NODE_ENV: "production",
  };
  const health = () =>
    run("bash", ["--norc", "apps/server/src/healthcheck.sh"], { cwd: image, env: settings }).then(
      () => 0,
      ({ code }) => code,
    );
  expect(await health()).toBe(1);
  await using server = await new ServerProcess(settings, "apps/server/src/main.ts", [], image).ready();
  expect(server.output).toContain("Login  ada@lakeside.example");
  expect(await health()).toBe(0);
  // The operator's command, as docs/operations.md gives it for a container.
  const operate = new ServerProcess(settings, "apps/server/src/operator.ts", ["send", "demo@mayfly.test"], image);
  expect(await operate.exit(), operate.errors).toBe(0);
  const page = await fetch(`http://127.0.0.1:${PORT}/login`);
  expect(await page.text()).toContain("<!doctype html>");
}, 180_000);
