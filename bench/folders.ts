import { mkdir, mkdtemp, rm, statfs } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { atEnd } from "./cleanup.ts";

export const root = path.resolve(import.meta.dirname, "..");
/** Linux's magic number of a file system in memory, where an fsync costs nothing. */
const tmpfs = 0x01021994;

/** A folder on a disk for this run alone, removed at the end. */
export async function scratchFolder(name: string): Promise<string> {
  for (const parent of [tmpdir(), "/var/tmp", path.join(root, ".data")]) {
    const { type } = await statfs(parent).catch(() => ({ type: tmpfs }));
    if (type === tmpfs) continue;
    const folder = await mkdtemp(path.join(parent, `mayfly-bench-${name}-`));
    atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return folder;
  }
  throw new Error("Neither the temporary folders nor the project's own are on a disk.");
}

/** A folder outside the product for what is fetched once: the programs that Mayfly is compared with. */
export async function cacheFolder(name: string): Promise<string> {
  const folder = path.join(process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), "mayfly-bench", name);
  await mkdir(folder, { recursive: true });
  return folder;
}
