import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, it } from "vitest";
import { freePort } from "../apps/server/src/free_port.ts";
import { cloneDatabase } from "../apps/server/src/testing/postgres.ts";
import { ServerProcess } from "../apps/server/src/testing/server_process.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");

// No Docker engine runs where this is developed, so the image's steps run without one, and their result is started.
it("builds an image from this tree, without ignored files, that serves on an external database", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-image-"));
  const [index, copy, image] = [path.join(folder, "index"), path.join(folder, "copy"), path.join(folder, "image")];
  // Git gets an index of its own: what is committed does not matter, and the tree need not be a repository.
  await run("git", ["init", "--quiet", "--bare", index]);
  // Set explicitly, since a git hook sets GIT_INDEX_FILE to another index.
  const own = { ...process.env, GIT_INDEX_FILE: path.join(index, "index") };
  const git = (...args: string[]) =>
    run("git", [`--git-dir=${index}`, `--work-tree=${root}`, ...args], { cwd: root, env: own });
  await git("add", "--all");
  await git("checkout-index", "--all", `--prefix=${copy}/`);
  // Uses this tree's turbo cache, so that what has been built here is not built again.
  const env = { ...process.env, TURBO_CACHE_DIR: path.join(root, ".turbo/cache") };
  await run("sh", ["scripts/image.sh", image], { cwd: copy, maxBuffer: 64 * 1024 * 1024, env });

  const database = await cloneDatabase(inject("templateUrl"));
  const [PORT, SMTP_PORT] = [String(await freePort()), String(await freePort())];
  const settings = {
    ...{ PORT, SMTP_PORT, DATABASE_URL: database.url, SECRET_KEY: "x".repeat(32), DEMO: "on", LOG_LEVEL: "warn" },
    NODE_ENV: "production",
  };
  {
    const health = () => new ServerProcess(settings, "apps/server/src/healthcheck.ts", [], image).exit();
    expect(await health()).toBe(1);
    await using server = await new ServerProcess(settings, "apps/server/src/main.ts", [], image).ready();
    expect(server.output).toContain("Login  ada@lakeside.example");
    expect(await health()).toBe(0);
    // The operator's command, as docs/operations.md gives it for a container.
    const operate = new ServerProcess(settings, "apps/server/src/operator.ts", ["send", "demo@mayfly.test"], image);
    expect(await operate.exit(), operate.errors).toBe(0);
    const page = await fetch(`http://127.0.0.1:${PORT}/login`);
    expect(await page.text()).toContain("<!doctype html>");
  }
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}, 180_000);
