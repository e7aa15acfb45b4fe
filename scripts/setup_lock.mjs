import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { folder } from "./step.mjs";

const lock = path.join(folder, "lock");
/** This process's own file: a lock appears, changes and goes as a whole. */
const own = `${lock}.${process.pid}`;

/** Whether a process, or for a negative number any of a group, runs. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Runs what may find the lock gone, or there, because another process was quicker. @returns whether none was */
function quickest(action) {
  try {
    action();
    return true;
  } catch (error) {
    if (error.code === "ENOENT" || error.code === "EEXIST") return false;
    throw error;
  }
}

/** @returns whether the lock was free, and is now this process's */
function take() {
  try {
    writeFileSync(own, `${process.pid}`);
    return quickest(() => linkSync(own, lock));
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of processes that have ended. If it is another one's by now, it goes back. */
function clear(ended) {
  quickest(() => {
    renameSync(lock, own);
    if (readFileSync(own, "utf8") !== ended) linkSync(own, lock);
  });
  rmSync(own, { force: true });
}

/**
 * Waits until no other process sets up this checkout, and keeps others waiting until this one exits, or is released.
 * What a killed process has started may still be at work: that is waited for as well.
 */
export async function lockSetup() {
  mkdirSync(folder, { recursive: true });
  let told = false;
  while (!take()) {
    let content = "";
    if (!quickest(() => (content = readFileSync(lock, "utf8")))) continue;
    const running = content.split(" ").map(Number).find(isRunning);
    if (running === undefined) {
      clear(content);
      continue;
    }
    if (!told) process.stderr.write(`Waiting for process ${Math.abs(running)}, which sets up this folder ...\n`);
    told = true;
    await wait(200);
  }
  const release = () => rmSync(lock, { force: true });
  process.on("exit", release);
  return {
    /** Says which group of processes is at work; undefined for none. */
    group(pid) {
      writeFileSync(own, pid === undefined ? `${process.pid}` : `${process.pid} -${pid}`);
      renameSync(own, lock);
    },
    release() {
      process.off("exit", release);
      release();
    },
  };
}
