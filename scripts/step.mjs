import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { environment, giveUp, passSignals, root } from "./programs.mjs";

/** What the set-up keeps: its lock, and the output of a step that failed. */
export const folder = path.join(root, ".setup");
const outputFile = path.join(folder, "output.log");

/** What the tools say of a cause, the cause in our words, and what to do. The first that matches counts. */
const causes = [
  [/ENOSPC|no space left|EDQUOT|quota exceeded/i, "the disk is full", "free some space"],
  [/EACCES|EPERM|EROFS|permission denied/i, "some files may not be written by this user", "correct their owner"],
];
const causesOfDownloads = [
  [
    /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|UnknownIssuer|certificate/i,
    "the certificate of the package registry, or of a proxy, is not trusted",
    "set NODE_EXTRA_CA_CERTS to a file with the certificate authority of the proxy",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|socket hang up|tunnel error|(dns|connect) error|error sending request|timed out|temporary failure|could not (resolve|connect)/i,
    "the package registry cannot be reached",
    "check the network (behind a proxy, set HTTPS_PROXY)",
  ],
];

/**
 * Ends this script with one line: which step failed, why, as far as that is known, and what to do. What the step
 * printed is kept in a file.
 * @param remedy what to do, where only the step knows it
 */
export function stepFailed(title, { output, status }, { downloads = false, remedy } = {}) {
  const all = downloads ? [...causes, ...causesOfDownloads] : causes;
  const [, cause = status, general] = all.find(([pattern]) => pattern.test(output)) ?? [];
  let kept = "";
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(outputFile, output);
    kept = ` What it printed is in ${path.relative(root, outputFile)}.`;
  } catch {
    // As on a full disk: the line says at least the cause.
  }
  const advice = remedy ?? general ?? "see what it printed";
  giveUp(`${title} failed, because ${cause}: ${advice}, and run the command again.${kept}`);
}

/**
 * Runs a command of the set-up to its end, without showing its output.
 * @param onStart is given the number of the command's group of processes, and undefined when it has ended
 * @param minutes after which it is ended: a tool may wait for every package of a network that has gone silent
 * @returns whether it succeeded, what it printed, and how it ended
 */
export async function attempt(command, args, { env = {}, onStart = () => {}, minutes } = {}) {
  const options = { cwd: root, stdio: ["ignore", "pipe", "pipe"], env: { ...environment, ...env } };
  let stoppedBy;
  // Before the start: a signal that comes meanwhile would end this process alone.
  const end = passSignals((signal) => {
    stoppedBy = signal;
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  });
  // A group of its own: npm may end before what it has started, and both must have ended before anybody else begins.
  const child = spawn(command, args, { ...options, detached: true });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text) => {
      output += text;
    });
  }
  try {
    if (child.pid !== undefined) onStart(child.pid);
  } catch (error) {
    process.kill(-child.pid, "SIGTERM");
    throw error;
  }
  let timer;
  const status = await new Promise((resolve) => {
    child.on("error", (error) => resolve(`${command} does not start (${error.message})`));
    child.on("close", (code, signal) => resolve(signal ?? code));
    if (minutes === undefined) return;
    const giveUp = () => {
      process.kill(-child.pid, "SIGKILL");
      resolve(`it had not ended after ${minutes} minutes`);
    };
    timer = setTimeout(giveUp, minutes * 60_000);
  });
  clearTimeout(timer);
  end();
  onStart(undefined);
  if (stoppedBy) process.exit(128 + constants.signals[stoppedBy]);
  if (status === 0) return { ok: true, output, status: "" };
  return { ok: false, output, status: typeof status === "number" ? `it ended with exit code ${status}` : `${status}` };
}
