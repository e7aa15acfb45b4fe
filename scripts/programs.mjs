// Runs on the machine's own Node, before anything is installed: only Node's own modules here.
import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
export const bin = path.join(root, "node_modules/.bin");
/** The Node that everything but the set-up runs on; it comes from npm with the rest. */
export const node = path.join(root, "node_modules/node/bin/node");

export const environment = {
  // A large buffer goes back to the system as soon as it is freed, and so does the end of the heap (mallopt(3)). Without a
  // fixed threshold, the C library keeps what was large once: some 100 MB after a few large messages.
  MALLOC_MMAP_THRESHOLD_: "1048576",
  MALLOC_TRIM_THRESHOLD_: "2097152",
  ...process.env,
  PATH: [path.dirname(node), bin, process.env.PATH].join(path.delimiter),
  // A program that starts a second time does not compile its scripts again.
  NODE_COMPILE_CACHE: path.join(root, "node_modules/.cache/node"),
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
};

const signals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Ends this script with one line. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

/** Passes on the signals that only this process gets. @returns ends that */
export function passSignals(send) {
  for (const signal of signals) process.on(signal, send);
  return () => {
    for (const signal of signals) process.off(signal, send);
  };
}

/** Starts a program. When it ends, this process exits with its exit code. @returns the program's process */
export function become(command, args, { env = {} } = {}) {
  // A terminal's Ctrl-C reaches the child too; twice does no harm. Before the start: a signal that comes meanwhile would end
  // this process alone.
  passSignals((signal) => child.kill(signal));
  const child = spawn(command, args, { cwd: root, stdio: "inherit", env: { ...environment, ...env } });
  child.on("error", (error) => giveUp(`${command} does not start: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGTERM" ? 0 : 1)));
  return child;
}
