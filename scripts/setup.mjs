import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bin, node, root } from "./programs.mjs";
import { lockSetup } from "./setup_lock.mjs";
import { attempt, folder, stepFailed } from "./step.mjs";

const installedMark = path.join(root, "node_modules/.installed");
const read = (file) => readFileSync(path.join(root, file));

/**
 * Installs and builds what the checkout needs to run. Nothing is done twice: turbo knows what has changed.
 * @param web whether the web app is built too
 */
export async function setUp({ web = true } = {}) {
  try {
    const { group, release } = await lockSetup();
    const step = async (title, [command, ...args], { env, downloads = false } = {}) => {
      const result = await attempt(command, args, { env, onStart: group, ...(downloads && { minutes: 30 }) });
      if (!result.ok) stepFailed(title, result, { downloads });
      // pnpm installs without a package for this platform that it could not download, and calls it a success.
      if (downloads && result.output.includes("could not be fetched"))
        stepFailed(title, { ...result, status: "not all packages could be downloaded" }, { downloads });
    };
    await install(step);
    // The types of the scripts need those of the client, which its build makes.
    const packages = web ? [] : ["--filter=//", "--filter=@mayfly/client"];
    await step("Building", [
      path.join(bin, "turbo"),
      "run",
      "generate",
      "build",
      ...packages,
      "--output-logs=errors-only",
    ]);
    release();
  } catch (error) {
    stepFailed("Setting up", { output: `${error.stack}`, status: error.message });
  }
}

async function install(step) {
  const manifests = ["pnpm-lock.yaml", "package.json", "pnpm-workspace.yaml"].map(read);
  const wanted = createHash("sha256").update(Buffer.concat(manifests)).digest("hex");
  if (existsSync(node) && existsSync(installedMark) && readFileSync(installedMark, "utf8") === wanted) return;
  process.stderr.write("Installing packages (once) ...\n");
  const { packageManager } = JSON.parse(read("package.json").toString());
  // Not with npx, which takes what an interrupted run of it has left behind for a complete pnpm.
  const pnpm = path.join(folder, "pnpm");
  rmSync(pnpm, { recursive: true, force: true });
  await step("Installing pnpm", ["npm", "install", "--prefix", pnpm, packageManager], { downloads: true });
  await step("Installing packages", [path.join(pnpm, "node_modules/.bin/pnpm"), "install", "--frozen-lockfile"], {
    // pnpm must not ask a question that nobody may be there to answer.
    env: { CI: "true" },
    downloads: true,
  });
  rmSync(pnpm, { recursive: true });
  writeFileSync(installedMark, wanted);
}
