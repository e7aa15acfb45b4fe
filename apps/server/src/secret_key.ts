import { createHmac, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "./config.ts";

/** SECRET_KEY, or the one that is made once for the embedded database and kept beside it. */
export async function readSecretKey({ SECRET_KEY, DATA_DIR }: Config): Promise<string> {
  if (SECRET_KEY !== undefined) return SECRET_KEY;
  const file = path.join(DATA_DIR, "secret-key");
  try {
    await writeFile(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (await readFile(file, "utf8")).trim();
}

/** A secret for one purpose, from which neither the key nor another purpose's can be had. Base64url. */
export const deriveSecret = (secretKey: string, purpose: string): string =>
  createHmac("sha256", secretKey).update(purpose).digest("base64url");
