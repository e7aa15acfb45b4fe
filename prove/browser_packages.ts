import { findOnPath } from "../bench/postfix_tools.ts";
import { run } from "../bench/programs.ts";

/** The programs of the other browsers, and the packages of Debian that bring them. */
const packages = { "firefox-esr": "firefox-esr", WebKitWebDriver: "webkit2gtk-driver", Xvfb: "xvfb" };

/** Installs what is missing, where that needs no password. @throws Error that says what to install */
export async function installBrowsers(): Promise<void> {
  const missing: string[] = [];
  for (const [program, brought] of Object.entries(packages)) {
    if ((await findOnPath(program)) === undefined) missing.push(brought);
  }
  if (missing.length === 0) return;
  console.error(`Installing ${missing.join(", ")} (once) ...`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    const [command = "", ...rest] = [...sudo, "apt-get", ...args];
    await run(command, rest, { env, maxBuffer: 64 * 1024 * 1024 }).catch((error: { stderr?: string }) => {
      const [reason] = String(error.stderr || error).split("\n");
      throw new Error(`install ${missing.join(", ")}, which failed here: ${reason}`);
    });
  }
}
