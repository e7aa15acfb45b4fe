import { execFile } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtempDisposable, readdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "@mayfly/server/process/free_port";
import { cloneDatabase } from "@mayfly/server/testing/postgres";
import { ServerProcess } from "@mayfly/server/testing/server_process";
import { expect, inject, it } from "vitest";
import { copyTree } from "./tree_copy.ts";

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, "..");

/** Runs a script. If it fails, the error has all that it printed: tools say on one stream that they failed, and on the other why. */
async function runStep(args: string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
  await run("sh", args, { ...options, maxBuffer: 64 * 1024 * 1024 }).catch(({ stdout, stderr }) => {
    throw new Error(`sh ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  });
}

// No Docker engine runs where this is developed, so the image's steps run without one, and their result is started.
it("builds an image from this tree, without ignored files, that serves on an external database", async () => {
  // On the disk of this tree's packages, to which pnpm only links there: elsewhere it would begin a second store.
  await using folder = await mkdtempDisposable(path.join(root, ".setup/image-"));
  const [copy, image] = [path.join(folder.path, "copy"), path.join(folder.path, "image")];
  await copyTree(copy);
  // Uses this tree's turbo cache, so that what has been built here is not built again.
  const env = { ...process.env, TURBO_CACHE_DIR: path.join(root, ".turbo/cache") };
  const [work, made] = [path.join(folder.path, "work"), path.join(folder.path, "made")];
  const put = async (from: string[], to: string) => {
    await mkdir(to, { recursive: true });
    // Into the folder, as COPY does: the content of a folder, or a file.
    for (const one of from) await run("cp", ["-a", statSync(one).isDirectory() ? `${one}/.` : one, to]);
  };
  for (const line of readFileSync(path.join(root, "Dockerfile"), "utf8").split("\n")) {
    const [, ofBuild, given = ""] = /^COPY (--from=build )?(.+)$/.exec(line) ?? [];
    const [, step] = /^RUN .*\bsh scripts\/image\.sh (\w+) \/image$/.exec(line) ?? [];
    const words = given.split(" ");
    const to = words.pop() ?? "";
    if (step) await runStep(["scripts/image.sh", step, made], { cwd: work, env });
    else if (ofBuild)
      await put(
        words.map((from) => from.replace("/image", made)),
        path.join(image, to),
      );
    else if (given)
      await put(
        words.map((from) => path.join(copy, from)),
        path.join(work, to),
      );
  }
  const layers = await readdir(made);
  expect(layers.sort()).toEqual(["packages", "sources"]);
  // A change of the sources makes another layer of sources, and no other: the packages' has none of them.
  const files = (layer: string) =>
    globSync("**/*", { cwd: path.join(made, layer), exclude: ["**/node_modules"] }).filter((file) =>
      path.extname(file),
    );
  expect(files("packages").filter((file) => !/(^|\/)(package\.json|pnpm-(lock|workspace)\.yaml)$/.test(file))).toEqual(
    [],
  );
  expect(
    files("sources").filter((file) => /\.test\.ts$|src\/testing\/|code_mails|\/node_modules\//.test(file)),
  ).toEqual([]);
  expect(files("sources")).toContain("apps/server/src/monitoring/healthcheck.sh");

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
    run("bash", ["--norc", "apps/server/src/monitoring/healthcheck.sh"], { cwd: image, env: settings }).then(
      () => 0,
      ({ code }) => code,
    );
  expect(await health()).toBe(1);
  await using server = await new ServerProcess(settings, "apps/server/src/main.ts", [], image).ready();
  expect(server.output).toContain("Login  ada@lakeside.example");
  expect(await health()).toBe(0);
  // The operator's command, as docs/operations.md gives it for a container.
  const operate = new ServerProcess(settings, "apps/server/src/operator/main.ts", ["send", "demo@mayfly.test"], image);
  expect(await operate.exit(), operate.errors).toBe(0);
  const page = await fetch(`http://127.0.0.1:${PORT}/login`);
  expect(await page.text()).toContain("<!doctype html>");
});
