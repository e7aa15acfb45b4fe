import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { migrate } from "@mayfly/server/database/migrate";
import pg from "pg";
import { expect, inject, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const prisma = (url: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [path.join(root, "node_modules/prisma/build/index.js"), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url },
  });

/** The URL of a database that does not exist yet. If a test creates it, it is dropped on disposal. */
async function noDatabase() {
  const url = new URL(inject("templateUrl"));
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await client.end();
    },
  };
}

/** Expects that a database matches schema.prisma. */
async function expectNoDrift(url: string) {
  const drift = ["migrate", "diff", "--from-config-datasource", "--to-schema", "prisma/schema.prisma", "--exit-code"];
  await expect(prisma(url, ...drift)).resolves.toMatchObject({ stdout: expect.stringContaining("No difference") });
}

it("create the schema of schema.prisma from three processes at once, and upgrade that of the first version", async () => {
  await using database = await noDatabase();
  await Promise.all([1, 2, 3].map(() => migrate(root, database.url)));
  await expectNoDrift(database.url);
  await expect(prisma(database.url, "migrate", "status")).resolves.toMatchObject({
    stdout: expect.stringContaining("Database schema is up to date"),
  });

  // Goes back to the schema that the first version created.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`
    DELETE FROM _prisma_migrations WHERE migration_name IN ('20261122160000_inbox_pages', '20261123030000_packed_messages');
    DROP INDEX customer_inbox_page, customer_inbox_company_page;
    CREATE INDEX customer_inbox_company_modified_name_idx ON customer_inbox (company, modified DESC, name DESC);
    ALTER TABLE message_source DROP COLUMN lz4, ALTER COLUMN raw SET NOT NULL;
    INSERT INTO company VALUES (gen_random_uuid(), 'A company', null, '', '', '', '');`);
  const keep = (columns: string, values: string) =>
    client.query(
      `INSERT INTO message_source (name, company, ${columns}) SELECT gen_random_uuid(), name, ${values} FROM company`,
    );
  await keep("raw", "'before'");
  await migrate(root, database.url);
  await expectNoDrift(database.url);
  await keep("raw", "'as it came'");
  await keep("lz4", "'packed'");
  for (const values of ["null, null", "'', ''"]) await expect(keep("raw, lz4", values)).rejects.toThrow("kept_once");
  const { rows } = await client.query("SELECT raw, lz4 FROM message_source ORDER BY creation");
  expect(rows).toEqual([
    { raw: Buffer.from("before"), lz4: null },
    { raw: Buffer.from("as it came"), lz4: null },
    { raw: null, lz4: Buffer.from("packed") },
  ]);
  await client.end();
});

it("finish in the next start after a migration was broken off or failed", async () => {
  await using database = await noDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "mayfly-migrate-"));
  const write = async (name: string, script: string) => {
    await mkdir(path.join(folder, "prisma/migrations", name), { recursive: true });
    await writeFile(path.join(folder, "prisma/migrations", name, "migration.sql"), script);
  };
  await write("1_first", "CREATE TABLE first ();");
  // The Postgres backend that runs the script is terminated before its end.
  await write("2_second", "CREATE TABLE second (); SELECT pg_terminate_backend(pg_backend_pid());");
  await expect(migrate(folder, database.url)).rejects.toThrow(/^The database cannot be brought up to date: [^\n]+$/);
  await write("2_second", "CREATE TABLE second (); SELECT wrong;");
  await expect(migrate(folder, database.url)).rejects.toThrow(
    'The database cannot be brought up to date: column "wrong" does not exist',
  );
  await write("2_second", "CREATE TABLE second ();");
  await migrate(folder, database.url);

  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    "SELECT migration_name, finished_at IS NULL AS open FROM _prisma_migrations ORDER BY 1",
  );
  await client.end();
  expect(rows).toEqual([
    { migration_name: "1_first", open: false },
    { migration_name: "2_second", open: false },
  ]);
  await rm(folder, { recursive: true });
});

it("has autovacuum come early to the tables that grow, without a rewrite or a wait for who reads and writes", async () => {
  await using database = await noDatabase();
  await migrate(root, database.url);
  const [client, writer] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
  if (!client || !writer) throw new Error("no clients");
  await client.connect();
  await writer.connect();
  const grow = ["customer_inbox", "email", "message_source", "notification_log", "webhook_attempt", "webhook_delivery"];
  const look = async () => {
    const { rows } = await client.query(
      `SELECT relname, relfilenode AS file, reloptions AS options,
        (SELECT option_value::float FROM pg_options_to_table(reloptions) WHERE option_name = 'autovacuum_vacuum_scale_factor') AS dead,
        (SELECT option_value::float FROM pg_options_to_table(reloptions) WHERE option_name = 'autovacuum_vacuum_insert_scale_factor') AS added,
        (SELECT option_value::float FROM pg_options_to_table(reloptions) WHERE option_name = 'autovacuum_analyze_scale_factor') AS changed
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relname = ANY($1) ORDER BY relname`,
      [grow],
    );
    return rows;
  };
  const after = await look();
  expect(after.map(({ relname }) => relname)).toEqual(grow);
  for (const { dead, added, changed } of after) {
    for (const share of [dead, added, changed]) expect(share).toBeGreaterThan(0);
    expect(Math.max(dead, added, changed)).toBeLessThanOrEqual(0.02);
  }

  for (const table of grow) {
    await client.query(
      `ALTER TABLE ${table} RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor,
        autovacuum_analyze_scale_factor, toast.autovacuum_vacuum_scale_factor, toast.autovacuum_vacuum_insert_scale_factor)`,
    );
  }
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = '20261127232000_autovacuum'");
  // A transaction that writes, and stays open.
  await writer.query(`BEGIN; LOCK TABLE ${grow.join(", ")} IN ROW EXCLUSIVE MODE`);
  await migrate(root, database.url);
  expect(await look()).toEqual(after);
  await writer.query("COMMIT");
  await Promise.all([client.end(), writer.end()]);
});
