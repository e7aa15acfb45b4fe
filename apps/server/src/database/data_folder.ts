import { mkdir } from "node:fs/promises";
import { StartError } from "../start_error.ts";

/** Makes DATA_DIR where it is not there. @throws StartError */
export async function makeDataFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`DATA_DIR "${folder}" cannot be made a folder (${error.code}).`);
  });
}
