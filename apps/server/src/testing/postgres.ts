import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "../database/embedded_postgres.ts";
import { copyPreparedData, prepareData } from "./prepared_data.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the migrated and seeded database that every test's own is a copy of. */
    templateUrl: string;
  }
}

/** Runs once per test run: prepares a DATA_DIR, and starts one Postgres on a copy of it, which holds the template. */
export default async function setup({ provide }: TestProject) {
  const parent = await mkdtemp(path.join(tmpdir(), "mayfly-test-"));
  await prepareData(path.join(parent, "prepared"));
  const folder = path.join(parent, "data");
  await copyPreparedData(folder);
  const postgres = await startEmbeddedPostgres({ folder, log: pino({ level: "silent" }), durable: false });
  // Postgres copies a database only while nothing, not even autovacuum, is connected to it.
  await onServer(postgres.url, `ALTER DATABASE ${new URL(postgres.url).pathname.slice(1)} ALLOW_CONNECTIONS false`);
  provide("templateUrl", postgres.url);
  return async () => {
    await postgres.stop();
    await rm(parent, { recursive: true, force: true });
  };
}

/** Creates a database that is a copy of the template. */
export async function cloneDatabase(templateUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(templateUrl).pathname.slice(1);
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  await onServer(templateUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return { url: url.href, drop: () => onServer(templateUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Ends every connection to a database and lets no new one in. @returns brings it back */
export async function takeDatabaseAway(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  await onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await endConnections(url, name);
  return () => onServer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

/** Ends every connection to a database and makes new ones read-only. @returns lets the next ones write again */
export async function closeToWriting(url: string): Promise<() => Promise<void>> {
  const name = new URL(url).pathname.slice(1);
  const set = async (readOnly: "on" | "off") => {
    await onServer(url, `ALTER DATABASE ${name} SET default_transaction_read_only = ${readOnly}`);
    await endConnections(url, name);
  };
  await set("on");
  return () => set("off");
}

const endConnections = (url: string, name: string) =>
  onServer(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);

async function onServer(templateUrl: string, statement: string) {
  const url = new URL(templateUrl);
  url.pathname = "/postgres";
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
