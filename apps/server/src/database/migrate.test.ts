import { cp, mkdir, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, inject, it, vi } from "vitest";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { cloneDatabase } from "../testing/postgres.ts";
import { transactionPooler } from "../testing/transaction_pooler.ts";
import { openRootDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openPool } from "./pool.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

it("refuses a database URL with a time zone other than UTC", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const url = (zone: string) => `${database.url}?options=${encodeURIComponent(`-c timezone=${zone}`)}`;
  await expect(migrate(root, url("Europe/London"))).rejects.toThrow(
    /^The database at 127\.0\.0\.1:\d+ cannot be used: its time zone is Europe\/London, and must be UTC$/,
  );
  await migrate(root, url("Etc/UTC"));
  await database.drop();
});

it("survives a connection that is cut off while the pool ends", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const ends = vi.spyOn(pg.Pool.prototype, "end");
  await migrate(root, database.url);
  const [pool] = ends.mock.contexts as pg.Pool[];
  ends.mockRestore();
  expect(pool?.emit("error", new Error("terminating connection"))).toBe(true);
  await database.drop();
});

it("creates its tables in the public schema, and refuses a URL whose search_path leads elsewhere", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = openPool(database.url);
  // By default Postgres looks first in the schema that has the user's name.
  const { rows } = await pool.query("SELECT current_user AS name");
  await pool.query(`CREATE SCHEMA ${pg.escapeIdentifier(rows[0].name)}`);
  await migrate(root, database.url);
  const places = await pool.query(
    "SELECT schemaname FROM pg_tables WHERE tablename IN ('email', '_prisma_migrations')",
  );
  expect(places.rows).toEqual([{ schemaname: "public" }, { schemaname: "public" }]);

  const elsewhere = `${database.url}?options=${encodeURIComponent(`-c timezone=UTC -c search_path=${rows[0].name}`)}`;
  await expect(migrate(root, elsewhere)).rejects.toThrow(
    new RegExp(`cannot be used: its tables would be in ${rows[0].name}, and must be in public$`),
  );
  await pool.end();
  await database.drop();
});

it("turns synchronous_commit on whatever the database's setting, and refuses a URL that leaves it off", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = openPool(database.url);
  const name = new URL(database.url).pathname.slice(1);
  await pool.query(`ALTER DATABASE ${pg.escapeIdentifier(name)} SET synchronous_commit = off`);
  const later = openPool(database.url);
  const rootDb = openRootDatabase(database.url, 1);
  const setting = "SELECT current_setting('synchronous_commit') AS commits";
  expect((await later.query(setting)).rows).toEqual([{ commits: "on" }]);
  expect(await rootDb.$queryRawUnsafe(setting)).toEqual([{ commits: "on" }]);

  const hasty = `${database.url}?options=${encodeURIComponent("-c timezone=UTC -c search_path=public")}`;
  await expect(migrate(root, hasty)).rejects.toThrow(/cannot be used: its synchronous_commit is off, and must be on$/);
  await rootDb.$disconnect();
  await Promise.all([pool.end(), later.end()]);
  await database.drop();
});

it("refuses a pooler that shares sessions between clients, as in transaction mode, in one line", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  {
    await using pooler = await transactionPooler(database.url);
    await expect(migrate(root, pooler.url)).rejects.toThrow(
      /^The database at 127\.0\.0\.1:\d+ cannot be used: its connection pooler shares sessions between clients, and must be in session mode$/,
    );
  }
  await database.drop();
});

it("lets others use a table while a migration waits for its lock", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  await using later = await mkdtempDisposable(path.join(tmpdir(), "mayfly-migrations-"));
  const migrations = path.join(later.path, "prisma/migrations");
  await cp(path.join(root, "prisma/migrations"), migrations, { recursive: true });
  await mkdir(path.join(migrations, "99999999999999_later"));
  await writeFile(
    path.join(migrations, "99999999999999_later/migration.sql"),
    "ALTER TABLE email ADD COLUMN later int",
  );
  const rootDb = openRootDatabase(database.url, 2);
  // The transaction holds a lock on the table, as a backup does.
  const { migrated } = await rootDb.$transaction(async (tx) => {
    await tx.email.count();
    const migrated = migrate(later.path, database.url);
    await lockIsWaitedFor(rootDb);
    await rootDb.email.count();
    return { migrated };
  });
  await migrated;
  expect(await rootDb.$queryRaw`SELECT later FROM email`).toEqual([]);
  await rootDb.$disconnect();
  await database.drop();
});

it("reports a newer graphile-worker schema in one line, and closes its connections", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const rootDb = openRootDatabase(database.url, 1);
  // As a later version of graphile-worker leaves it.
  await rootDb.$executeRaw`INSERT INTO graphile_worker.migrations (id, breaking) VALUES (1000000, true)`;
  await expect(migrate(root, database.url)).rejects.toThrow(
    /^The database cannot be brought up to date: Database is using Graphile Worker schema revision 1000000 .*$/,
  );
  // The connections that failed close a little later.
  const others = () =>
    rootDb.$queryRaw`SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
  await expect.poll(others).toEqual([]);
  await rootDb.$disconnect();
  await database.drop();
});

it("refuses a database that a newer version has changed (row Z16)", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = openPool(database.url);
  await pool.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES ('1', '', '29991231000000_of_later', now(), 1)`);
  await expect(migrate(root, database.url)).rejects.toThrow(
    "The database cannot be brought up to date: a newer Mayfly has changed it (29991231000000_of_later): start that version, or restore a backup",
  );
  await pool.end();
  await database.drop();
});
