import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import pg from "pg";
import { StartError, tellingLine } from "../process/start_error.ts";
import { ourSession, withName } from "./database.ts";

/** The oldest PostgreSQL that is tested with (docs/operations.md). */
const oldest = 15;

/**
 * Creates the database where there is none, and applies the migrations that it lacks. Several processes may start at
 * once. A migration and the row that records it are one transaction: however a start ends, the next goes on from there.
 * `prisma migrate deploy` writes that row separately, and an interrupted migration must be repaired by hand (P3009).
 * @throws StartError when the database is out of reach, a pooler keeps no sessions, or a migration fails.
 */
export async function migrate(root: string, databaseUrl: string): Promise<void> {
  const url = withName(databaseUrl, "mayfly migration");
  const client = await connect(url);
  try {
    await migrateTables(client, path.join(root, "prisma/migrations"));
    await migrateJobs(url);
  } catch (error) {
    throw new StartError(`The database cannot be brought up to date: ${tellingLine((error as Error).message)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Migrates graphile-worker's own tables, in which jobs wait. graphile-worker stops listening to a pool that it made
 * itself before the connections have ended, and one that breaks just then would end the process: so we make the pool.
 * It has none of openPool's time limits: a migration takes as long as it takes.
 */
async function migrateJobs(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

/** Uses Prisma's own lock and table, by which a developer's `prisma migrate` goes. */
async function migrateTables(client: pg.Client, folder: string): Promise<void> {
  const names = (await readdir(folder, { withFileTypes: true })).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  await takeTurn(client);
  await client.query(migrationsTable);
  const { rows } = await client.query("SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL");
  const applied = new Set(rows.map((row) => row.migration_name));
  const unknown = [...applied].filter((name) => !names.includes(name)).sort();
  if (unknown.length > 0) {
    throw new Error(`a newer Mayfly has changed it (${unknown.at(-1)}): start that version, or restore a backup`);
  }
  for (const name of names.sort()) {
    if (applied.has(name)) continue;
    const script = await readFile(path.join(folder, name, "migration.sql"), "utf8");
    await patiently(client, async () => {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'; ${script}`);
      await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [name]);
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
          VALUES (gen_random_uuid(), $1, $2, now(), 1)`,
        [createHash("sha256").update(script).digest("hex"), name],
      );
      await client.query("COMMIT");
    });
  }
}

/** How long a process waits for another one that migrates: longer than a migration waits for a table. Milliseconds. */
const turnMilliseconds = 600_000;
const turnPauseMilliseconds = 200;

/** Waits by asking again and again, since a statement that waits keeps a snapshot of the database, and others from their work. */
async function takeTurn(client: pg.Client): Promise<void> {
  const giveUp = performance.now() + turnMilliseconds;
  for (;;) {
    const { rows } = await client.query("SELECT pg_try_advisory_lock(72707369) AS taken");
    if (rows[0].taken) return;
    if (performance.now() > giveUp) throw new Error("another process is still at it; start again later");
    await wait(turnPauseMilliseconds);
  }
}

/** Attempts at a migration whose tables are in use, as by a backup, and the milliseconds between attempts. */
const connectAttempts = 60;
const connectPauseMilliseconds = 3_000;

/**
 * While a migration waits for a table, every query that comes after it waits too, those that store mail included. So
 * the migration waits in many short turns.
 */
async function patiently(client: pg.Client, transaction: () => Promise<void>): Promise<void> {
  for (let left = connectAttempts; ; left -= 1) {
    try {
      return await transaction();
    } catch (error) {
      if ((error as { code?: string }).code !== inUse) throw error;
      if (left === 1) throw new Error("its tables are in use, as by a backup or another long query; start again later");
      await client.query("ROLLBACK");
      await wait(connectPauseMilliseconds);
    }
  }
}

const migrationsTable = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id VARCHAR(36) PRIMARY KEY,
    checksum VARCHAR(64) NOT NULL,
    finished_at TIMESTAMPTZ,
    migration_name VARCHAR(255) NOT NULL,
    logs TEXT,
    rolled_back_at TIMESTAMPTZ,
    started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
  )`;

/** SQLSTATE: a lock was not available in time. */
const inUse = "55P03";
/** SQLSTATEs: the database does not exist; it exists already, or is being created. */
const missing = "3D000";
const taken = ["42P04", "23505"];

async function connect(url: string): Promise<pg.Client> {
  try {
    const client = await open(url).catch(async (error) => {
      if (error.code !== missing) throw error;
      await create(url);
      return open(url);
    });
    await requireSession(client, url).catch(async (error) => {
      await client.end().catch(() => undefined);
      throw error;
    });
    return client;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(`The database at ${new URL(url).host} cannot be used: ${message || code}`);
  }
}

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, ...ourSession });
  // A lost connection fails the next query over it, which reports it.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int AS version, current_schema() AS schema, current_setting('TimeZone') AS zone,
        current_setting('synchronous_commit') AS commits,
        extract(timezone FROM timestamptz '2026-01-15') = 0 AND extract(timezone FROM timestamptz '2026-07-15') = 0 AS utc`,
    );
    if (rows[0].version < oldest * 10_000) throw new Error(`it is older than PostgreSQL ${oldest}`);
    // Settings in a URL or of a connection pooler override ours.
    if (!rows[0].utc) throw new Error(`its time zone is ${rows[0].zone}, and must be UTC`);
    if (rows[0].schema !== "public") {
      throw new Error(`its tables would be in ${rows[0].schema ?? "no schema"}, and must be in public`);
    }
    if (rows[0].commits === "off") throw new Error("its synchronous_commit is off, and must be on");
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/**
 * Behind a pooler in transaction mode, what a client sets in its session is found by another client that is given the
 * same server connection, or is gone when the client itself is given another one. LISTEN and prepared statements, which
 * are parts of a session too, would fail there, and only now and then.
 * @throws unless the session is the client's own
 */
async function requireSession(client: pg.Client, url: string): Promise<void> {
  const mark = randomUUID();
  const readMark = async (from: pg.Client) =>
    (await from.query("SELECT current_setting('mayfly.session', true) AS mark")).rows[0].mark;
  const other = await open(url);
  try {
    await client.query(`SET mayfly.session = '${mark}'`);
    // In turns: poolers give the server connection that was used last, or the one that has rested the longest.
    for (let turn = 0; turn < 3; turn += 1) {
      // The transaction keeps a server connection from the first client.
      await other.query("BEGIN");
      if ((await readMark(other)) === mark || (await readMark(client)) !== mark) {
        throw new Error("its connection pooler shares sessions between clients, and must be in session mode");
      }
      await other.query("COMMIT");
    }
  } finally {
    await other.end().catch(() => undefined);
  }
}

async function create(url: string): Promise<void> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  server.pathname = "/postgres";
  const client = await open(server.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`).catch((error) => {
      if (!taken.includes(error.code)) throw error;
    });
  } finally {
    await client.end();
  }
}
