import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "./config.ts";
import { makeDataFolder } from "./database/data_folder.ts";
import { StartError } from "./start_error.ts";

const shortest = 32;

/**
 * SECRET_KEY, or the one that is kept beside the embedded database. It is made before that one is.
 * @throws StartError when that one is lost or damaged: another would void every webhook's secret in silence
 */
export async function readSecretKey({
  SECRET_KEY,
  DATA_DIR,
}: Pick<Config, "SECRET_KEY" | "DATA_DIR">): Promise<string> {
  if (SECRET_KEY !== undefined) return SECRET_KEY;
  const file = path.join(DATA_DIR, "secret-key");
  if (!existsSync(file)) {
    if (existsSync(path.join(DATA_DIR, "postgres"))) {
      throw new StartError(`"${file}" is missing; restore it from a backup, or set SECRET_KEY.`);
    }
    await makeDataFolder(DATA_DIR);
    await makeKey(file).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`"${file}" cannot be written (${error.code}).`);
    });
  }
  const key = (await readFile(file, "utf8")).trim();
  if (key.length < shortest) throw new StartError(`"${file}" is damaged; restore it from a backup, or set SECRET_KEY.`);
  return key;
}

/** Whole or not at all, whatever happens meanwhile; whose comes first is everybody's. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${process.pid}`;
  const written = await open(draft, "w", 0o600);
  await written.writeFile(randomBytes(32).toString("base64url"));
  await written.sync();
  await written.close();
  await link(draft, file).catch((error) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
}

/** A secret for one purpose, from which neither the key nor another purpose's can be had. Base64url. */
export const deriveSecret = (secretKey: string, purpose: string): string =>
  createHmac("sha256", secretKey).update(purpose).digest("base64url");
