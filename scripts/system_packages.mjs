import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { giveUp } from "./setup.mjs";

/** Programs that tests run, and the Debian packages that bring them. */
const needed = [
  { isThere: () => works("chromium-headless-shell") || hasOwnBrowser(), package: "chromium-headless-shell" },
  { isThere: () => works("redis-server"), package: "redis-server" },
  { isThere: () => works("git"), package: "git" },
  { isThere: () => works("openssl", "version"), package: "openssl" },
];

const works = (program, ask = "--version") => spawnSync(program, [ask], { stdio: "ignore" }).status === 0;

/** Whether `playwright install chromium` has been run, where the system has no such package. */
const hasOwnBrowser = () => existsSync(createRequire(import.meta.url)("@playwright/test").chromium.executablePath());

/** Installs what the tests need beyond npm, if apt-get is there and needs no password. */
export function installSystemPackages() {
  const missing = needed.filter(({ isThere }) => !isThere()).map((one) => one.package);
  if (missing.length === 0) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    return (
      spawnSync(command, rest, { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
        .status === 0
    );
  };
  process.stderr.write(`Installing ${missing.join(" and ")} (once) ...\n`);
  if (apt("update") && apt("install", "-y", "--no-install-recommends", ...missing)) return;
  giveUp(
    `The tests need ${missing.join(" and ")}; install them with the system's package manager, or Chromium with \`npx playwright install chromium\`.`,
  );
}
