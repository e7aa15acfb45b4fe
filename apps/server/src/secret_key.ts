import { createHmac, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "./config.ts";
import type { Transaction } from "./database/company_database.ts";
import type { RootDatabase } from "./database/database.ts";
import { makeDataFolder } from "./process/data_folder.ts";
import { StartError } from "./process/start_error.ts";

const shortest = 32;

/**
 * SECRET_KEY, or the key in the file beside the embedded database. The file is made before that database is.
 * @throws StartError when the file is lost or damaged: a new key would silently void every webhook's secret
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

/** Writes the file whole or not at all, even in a crash. Of several processes, the first one's key is used by all. */
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

/** A secret for one purpose: neither the key nor another purpose's secret can be derived from it. Base64url. */
export const deriveSecret = (secretKey: string, purpose: string): string =>
  createHmac("sha256", secretKey).update(purpose).digest("base64url");

const printOf = (secretKey: string) => deriveSecret(secretKey, "key print");

/** Binds a new database to this key. @throws StartError when the database has been used with another key */
export async function requireSameKey(rootDb: RootDatabase, secretKey: string): Promise<void> {
  const key_print = printOf(secretKey);
  await rootDb.installation.createMany({ data: [{ key_print }], skipDuplicates: true });
  if ((await rootDb.installation.count({ where: { key_print } })) === 0) {
    throw new StartError(
      "The secret key is not the one that this database has been used with; set SECRET_KEY to that one. If it is lost, " +
        "`npm run mayfly -- new-key` switches to this one, and every webhook's signing secret changes.",
    );
  }
}

/**
 * Binds the database to this key from now on. What is encrypted with the previous key can no longer be decrypted.
 * @param replaced called in the transaction, if the key is another
 * @returns false if the database is already bound to this key
 */
export async function replaceKey(
  rootDb: RootDatabase,
  secretKey: string,
  replaced: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const key_print = printOf(secretKey);
  return rootDb.$transaction(async (tx) => {
    const known = await tx.installation.findFirst();
    if (known?.key_print === key_print) return false;
    const create = { id: 1, key_print };
    await tx.installation.upsert({ where: { id: 1 }, create, update: { key_print } });
    await replaced(tx);
    return true;
  });
}
