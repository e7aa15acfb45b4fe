import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { readConfig } from "./config.ts";
import { openWorld } from "./database/database.ts";
import { freePort } from "./free_port.ts";
import { start } from "./start.ts";
import { cloneDatabase } from "./testing/postgres.ts";
import { ServerProcess } from "./testing/server_process.ts";
import { testKey } from "./testing/test_app.ts";

it("is ready when what has to be there is written, and not before", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const METRICS_PORT = String(await freePort());
  const config = readConfig({ METRICS_PORT, DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "worker" });
  const status = async () => (await fetch(`http://127.0.0.1:${METRICS_PORT}/readyz`)).status;
  let before: number | undefined;
  const prepare = async () => {
    before = await status();
  };
  const running = await start(config, database.url, pino({ level: "silent" }), () => new Date(), prepare);
  expect([before, await status()]).toEqual([503, 200]);
  await running.stop();
  await database.drop();
});

it("says in one line that what has to be there cannot be written", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const world = openWorld(database.url, 1);
  await world.$executeRawUnsafe("ALTER TABLE plan RENAME TO plan_away");
  await world.$disconnect();
  const settings = { DATABASE_URL: database.url, SECRET_KEY: testKey, ROLES: "worker", LOG_LEVEL: "warn" };
  const server = new ServerProcess(settings);
  expect(await server.exit()).toBe(1);
  expect(server.errors).toMatch(/^The database cannot be used: The table `public\.plan` does not exist[^\n]*\n$/);
  await database.drop();
});
