import { existsSync } from "node:fs";
import path from "node:path";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { openRootDatabase, type RootDatabase, withName } from "../database/database.ts";
import { runningEmbeddedUrl, startEmbeddedPostgres } from "../database/embedded_postgres.ts";
import { migrate } from "../database/migrate.ts";
import { seed } from "../features/subscription/seed.ts";
import { StartError } from "../process/start_error.ts";

/** Works on the database of the running server, or starts the embedded one for as long as it takes. */
export async function withDatabase<Result>(
  config: Config,
  work: (rootDb: RootDatabase) => Promise<Result>,
): Promise<Result> {
  const running = config.DATABASE_URL ?? (await runningEmbeddedUrl(config.DATA_DIR));
  if (running === undefined && !existsSync(path.join(config.DATA_DIR, "postgres"))) {
    throw new StartError(`There is no database in "${config.DATA_DIR}": start Mayfly first, or set DATA_DIR.`);
  }
  const log = pino({ level: "silent" });
  const postgres =
    running === undefined
      ? await startEmbeddedPostgres({ folder: config.DATA_DIR, log })
      : { url: running, stop: async () => undefined };
  try {
    await migrate(config.root, postgres.url);
    const rootDb = openRootDatabase(withName(postgres.url, "mayfly operator"), 2);
    try {
      await seed(rootDb);
      return await work(rootDb);
    } finally {
      await rootDb.$disconnect();
    }
  } finally {
    await postgres.stop();
  }
}
