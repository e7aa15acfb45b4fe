// Runs on the machine's own Node (18 or later), before anything is installed: only Node's own modules here.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = path.join(root, "node_modules/.bin");
/** The Node that everything but these scripts runs on; it comes from npm with the rest. */
export const node = path.join(root, "node_modules/node/bin/node");
const installedMark = path.join(root, "node_modules/.installed");

const environment = {
  ...process.env,
  PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter),
  // A program that starts a second time does not compile its scripts again.
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
};

/** Ends this script with one line. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Runs a command to its end. Its output is shown, with `quiet` only if the command fails. */
export function run(command, args, { quiet = false, name = command, env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
    env: { ...environment, ...env },
    maxBuffer: 256 * 1024 * 1024,
  });
  if (result.status === 0) return;
  if (quiet) process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  giveUp(`${name} failed${result.error ? `: ${result.error.message}` : ""}.`);
}

/** Starts a program. When it ends, this process exits with its exit code. @returns the program's process */
export function become(command, args, { env = {} } = {}) {
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...environment, ...env } });
  // Forwards signals that only this process gets. A terminal's Ctrl-C reaches the child too; twice does no harm.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => giveUp(`${command} does not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGTERM" ? 0 : 1)));
  return child;
}

function install() {
  if (Number(process.versions.node.split(".")[0]) < 18)
    giveUp(`Mayfly needs Node 18 or later; this is ${process.version}.`);
  const manifests = ["pnpm-lock.yaml", "package.json", "pnpm-workspace.yaml"].map((file) =>
    readFileSync(path.join(root, file)),
  );
  const wanted = createHash("sha256").update(Buffer.concat(manifests)).digest("hex");
  if (existsSync(installedMark) && readFileSync(installedMark, "utf8") === wanted) return;
  process.stderr.write("Installing packages (once) ...\n");
  const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  // CI=true: pnpm must not ask a question that nobody may be there to answer.
  run("npx", ["--yes", packageManager, "install", "--frozen-lockfile"], {
    quiet: true,
    name: "Installing packages",
    env: { CI: "true" },
  });
  writeFileSync(installedMark, wanted);
}

/** Installs and builds what the checkout needs to run. Nothing is done twice: turbo knows what has changed. */
export function setUp({ web = true } = {}) {
  install();
  const tasks = web ? ["generate", "build"] : ["generate"];
  run(path.join(bin, "turbo"), ["run", ...tasks, "--output-logs=errors-only"], { quiet: true, name: "Building" });
}
