import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { attempt, stepFailed } from "./step.mjs";

/** Programs that tests run, and the Debian packages that bring them. */
const needed = [
  { isThere: () => works("chromium-headless-shell") || hasOwnBrowser(), package: "chromium-headless-shell" },
  { isThere: () => works("redis-server"), package: "redis-server" },
  { isThere: () => works("git"), package: "git" },
  { isThere: () => works("openssl", "version"), package: "openssl" },
  { isThere: () => works("pytest"), package: "python3-pytest" },
  { isThere: () => works("jq"), package: "jq" },
];

const works = (program, ask = "--version") => spawnSync(program, [ask], { stdio: "ignore" }).status === 0;

/** Whether `playwright install chromium` has been run, where the system has no such package. */
const hasOwnBrowser = () => existsSync(createRequire(import.meta.url)("@playwright/test").chromium.executablePath());

/** Installs what the tests need beyond npm, if apt-get is there and needs no password. */
export async function installSystemPackages() {
  const missing = needed.filter(({ isThere }) => !isThere()).map((one) => one.package);
  if (missing.length === 0) return;
  const what = missing.join(" and ");
  const remedy = `install ${what} with the system's package manager, or Chromium with \`npx playwright install chromium\``;
  process.stderr.write(`Installing ${what} (once) ...\n`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    const result = await attempt(command, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
    if (!result.ok) stepFailed("Installing what the tests need", result, { downloads: true, remedy });
  }
}
