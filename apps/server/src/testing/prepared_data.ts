import { cp } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { openRootDatabase } from "../database/database.ts";
import { runningEmbeddedUrl, startEmbeddedPostgres } from "../database/embedded_postgres.ts";
import { migrate } from "../database/migrate.ts";
import { seed } from "../features/subscription/seed.ts";
import { readSecretKey } from "../secret_key.ts";

/** The environment variable that names the folder to all processes of a test run. */
const variable = "MAYFLY_PREPARED_DATA";

/** Makes a DATA_DIR with the database that a first start makes, for all tests of this run. */
export async function prepareData(folder: string): Promise<void> {
  await readSecretKey({ SECRET_KEY: undefined, DATA_DIR: folder });
  const postgres = await startEmbeddedPostgres({ folder, log: pino({ level: "silent" }), durable: false });
  try {
    await migrate(path.resolve(import.meta.dirname, "../../../.."), postgres.url);
    const rootDb = openRootDatabase(postgres.url, 2);
    await seed(rootDb).finally(() => rootDb.$disconnect());
  } finally {
    await postgres.stop();
  }
  // A server that starts on a copy would take over this Postgres.
  if ((await runningEmbeddedUrl(folder)) !== undefined) throw new Error(`PostgreSQL in ${folder} does not stop`);
  process.env[variable] = folder;
}

/**
 * Makes a DATA_DIR a copy of the prepared one, if there is one (in tests): creating the database takes most of the time
 * of a first start.
 */
export async function copyPreparedData(folder: string): Promise<void> {
  const prepared = process.env[variable];
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
}
