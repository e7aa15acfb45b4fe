import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./start_error.ts";

/** Makes DATA_DIR, or a folder in it, where it is not there. @throws StartError */
export async function makeDataFolder(folder: string): Promise<void> {
  await makeWithParents(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`DATA_DIR "${folder}" cannot be made a folder (${error.code}).`);
  });
}

/** As mkdir's `recursive`, which never comes back from /proc, where making a folder says that its parent is not there. */
async function makeWithParents(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) await makeWithParents(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
  });
}
