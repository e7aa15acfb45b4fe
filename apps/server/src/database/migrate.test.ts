import path from "node:path";
import { expect, inject, it } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { openWorld } from "./database.ts";
import { migrate } from "./migrate.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

it("says that a database must be in UTC where a URL has it in another zone", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const url = (zone: string) => `${database.url}?options=${encodeURIComponent(`-c timezone=${zone}`)}`;
  await expect(migrate(root, url("Europe/London"))).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+ cannot be used: its time zone is Europe\/London, and must be UTC$/,
  );
  await migrate(root, url("Etc/UTC"));
  await database.drop();
});

it("says in one line why the tables of the jobs cannot be brought up to date", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const world = openWorld(database.url, 1);
  // As a later version leaves it.
  await world.$executeRaw`INSERT INTO graphile_worker.migrations (id, breaking) VALUES (1000000, true)`;
  await expect(migrate(root, database.url)).rejects.toThrow(
    /^The database cannot be brought up to date: Database is using Graphile Worker schema revision 1000000 .*$/,
  );
  // The connections that failed close a little later.
  const others = () =>
    world.$queryRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await expect.poll(others).toEqual([]);
  await world.$disconnect();
  await database.drop();
});
