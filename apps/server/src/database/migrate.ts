import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { StartError, tellingLine } from "../start_error.ts";

const run = promisify(execFile);

/**
 * Brings the database to the schema with `prisma migrate deploy`, which takes a lock, so that several processes may
 * start at once. Asks the database first: the command takes a second even when there is nothing to do.
 * @throws StartError when the database is out of reach or a migration fails.
 */
export async function migrate(root: string, url: string): Promise<void> {
  await migrateTables(root, url);
  // The tables that jobs wait in are graphile-worker's own.
  await runMigrations({ connectionString: url }).catch((error: Error) => {
    throw outOfDate(tellingLine(error.message));
  });
}

async function migrateTables(root: string, url: string): Promise<void> {
  const wanted = (await readdir(path.join(root, "prisma/migrations"), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  for (let tries = 1; ; tries += 1) {
    const applied = await appliedMigrations(url);
    if (wanted.every((name) => applied.has(name))) return;
    const complaint = await deploy(root, url);
    if (complaint === undefined) return;
    if (tries === triesBesideOthers || !besideOthers.test(complaint)) {
      throw outOfDate(complaint);
    }
  }
}

const outOfDate = (why: string) => new StartError(`The database cannot be brought up to date: ${why}`);

/** Another process makes the database at the same moment (P1009), or holds the lock for longer than Prisma waits. */
const besideOthers = /P1009|P1002/;
const triesBesideOthers = 6;

/** @returns what the command says when it fails */
async function deploy(root: string, url: string): Promise<string | undefined> {
  const prisma = createRequire(path.join(root, "package.json")).resolve("prisma/build/index.js");
  try {
    await run(process.execPath, [prisma, "migrate", "deploy"], {
      cwd: root,
      // The command reads its settings from the environment.
      // biome-ignore lint/style/noProcessEnv: handed on, not read
      env: { ...process.env, DATABASE_URL: url, PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    });
    return undefined;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    const output = `${stdout ?? ""}\n${stderr ?? ""}`.split("\n").filter((line) => line.trim() !== "");
    return output.slice(-6).join(" ") || String(error);
  }
}

/** The oldest PostgreSQL that is tested with (docs/operations.md). */
const oldest = 15;

async function appliedMigrations(url: string): Promise<Set<string>> {
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
    await client.connect();
    const { rows: versions } = await client.query("SELECT current_setting('server_version_num')::int AS version");
    if (versions[0].version < oldest * 10_000) throw new Error(`it is older than PostgreSQL ${oldest}`);
    const { rows } = await client.query(
      "SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
    );
    return new Set(rows.map((row) => row.migration_name));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    // No table yet, or no database yet: the command makes them.
    if (code === "42P01" || code === "3D000") return new Set();
    const { host } = new URL(url);
    throw new StartError(`The database at ${host} cannot be used: ${message || code}`);
  } finally {
    await client?.end().catch(() => undefined);
  }
}
