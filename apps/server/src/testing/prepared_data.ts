import { cp } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { seed } from "../../../../prisma/seed.ts";
import { openWorld } from "../database/database.ts";
import { startEmbeddedPostgres } from "../database/embedded_postgres.ts";
import { migrate } from "../database/migrate.ts";

/** Names the folder to all processes of a run of tests. */
const variable = "MAYFLY_PREPARED_DATA";

/** Makes a DATA_DIR as a first start leaves it, but for the demo, for all tests of this run. */
export async function prepareData(folder: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ folder, log: pino({ level: "silent" }), durable: false });
  await migrate(path.resolve(import.meta.dirname, "../../../.."), postgres.url);
  const world = openWorld(postgres.url, 2);
  await seed(world);
  await world.$disconnect();
  await postgres.stop();
  process.env[variable] = folder;
}

/** Makes a DATA_DIR a copy of the prepared one: making a database takes a start most of its time. Outside of tests there is none. */
export async function copyPreparedData(folder: string): Promise<void> {
  const prepared = process.env[variable];
  if (prepared !== undefined) await cp(prepared, folder, { recursive: true });
}
