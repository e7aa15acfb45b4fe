import { existsSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "./start_error.ts";

/** Makes DATA_DIR, or a folder in it, if it does not exist. @throws StartError */
export async function makeDataFolder(folder: string): Promise<void> {
  await makeWithParents(folder).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`DATA_DIR "${folder}" cannot be created (${error.code}).`);
  });
}

/** Like mkdir's `recursive`, which never returns in /proc: mkdir says there that the existing parent is missing. */
async function makeWithParents(folder: string): Promise<void> {
  const parent = path.dirname(folder);
  if (!existsSync(parent)) await makeWithParents(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST" || !(await stat(folder)).isDirectory()) throw error;
  });
}
