#!/usr/bin/env node
/**
 * Stands in for Prisma's native `schema-engine`, which the CLI would download from binaries.prisma.sh: the same command
 * line and the same JSON-RPC on stdio, run by Prisma's own WebAssembly build of the engine over @prisma/adapter-pg.
 *
 * Delete this file, its line in prisma.config.ts and the packages only it needs (@prisma/schema-engine-wasm,
 * @prisma/driver-adapter-utils, pg-connection-string) when Prisma's CLI can run its WebAssembly engine by itself or
 * the native engine comes from npm. Written for 7.10: "Work-arounds" lists what does not work by itself there.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { PrismaPg } from "@prisma/adapter-pg";
import * as prisma from "@prisma/driver-adapter-utils";
import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";

/** @typedef {pg.PoolConfig & { database: string, schema?: string }} Settings */
/** @typedef {Error & { code?: string }} CodedError */
/** @typedef {any} Adapter adapter-pg exports neither the class nor the type of what its factory makes */

const { values: flags, positionals } = parseArgs({
  strict: false,
  options: {
    datamodels: { type: "string", multiple: true },
    datasource: { type: "string" },
    version: { type: "boolean" },
  },
});

// ---- The two ways the CLI calls the engine ----

/** `cli can-connect-to-database` and `cli create-database`: the exit code answers, JSON lines on stderr explain.
 * @param {string | undefined} command */
async function runCommand(command) {
  log("INFO", { message: `Starting ${command}` }); // the CLI skips the first line
  try {
    const settings = connectionSettings();
    if (command === "can-connect-to-database") await runSql(settings, "SELECT 1");
    else if (command === "create-database") await createDatabase(settings, settings.database);
    else throw new Error(`Unknown command: ${command}`);
    return 0;
  } catch (error) {
    log("ERROR", { message: error.message, error_code: error.code });
    return 1;
  }
}

/** JSON-RPC: one message per line, one request at a time, until stdin ends. */
function serve() {
  let queue = Promise.resolve();
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const request = JSON.parse(line);
      if (request.method) queue = queue.then(() => answer(request)); // the others acknowledge our `print`
    })
    .on("close", () => queue.finally(() => process.exit()));
}

/** @param {{ id: number, method: string, params: any }} request */
async function answer({ id, method, params }) {
  try {
    const result = await Promise.race([callEngine(method, params), crash]);
    if (method === "diff") send({ id: `print-${id}`, method: "print", params: { content: result.stdout.trimEnd() } });
    send({ id, result: result ?? {} });
  } catch (error) {
    const data = { is_panic: false, message: error.message, error_code: error.code };
    send({ id, error: { code: 4466, message: "An error happened. Check the data field for details.", data } });
  }
}

/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
/** @param {"INFO" | "ERROR"} level @param {object} fields */
const log = (level, fields) =>
  process.stderr.write(`${JSON.stringify({ level, fields, target: "schema_engine::logger" })}\n`);

// ---- The engine ----

/** @type {ReturnType<typeof startEngine> | undefined} */
let started;

/** @param {string} method @param {any} params */
async function callEngine(method, params) {
  started ??= startEngine(method, params);
  const { engine, thrown } = await started;
  try {
    if (method === "evaluateDataLoss") await readMigrationsOnce(engine, params);
    return await engine[method === "getDatabaseVersion" ? "version" : method](params);
  } catch (error) {
    const id = /External error id#(\d+)/.exec(error.message)?.[1]; // an adapter's error that passed through the engine
    if (id) throw thrown.consumeError(Number(id))?.error;
    throw method === "applyMigrations" && failedScript ? migrationError(params, failedScript) : error;
  }
}

/** @param {string} method @param {any} params */
async function startEngine(method, params) {
  const isFile = ({ tag }) => tag === "empty" || tag === "schemaDatamodel";
  const offline = method === "diff" && isFile(params.from) && isFile(params.to);
  const factory = prisma.bindMigrationAwareSqlAdapterFactory(
    offline ? noDatabase() : new MigrationPg(connectionSettings()),
  );
  if (!offline) await runSql(connectionSettings(), "SELECT 1"); // fails with a code, which the engine leaves out here
  const datamodels = flags.datamodels?.map((path) => [path, readFileSync(String(path), "utf8")]);
  const { SchemaEngine } = await loadWasm();
  const engine = await SchemaEngine.new({ datamodels }, (line) => process.stderr.write(line), factory);
  return { engine, thrown: factory.errorRegistry };
}

/** By hand: Node before 24.5 cannot import a .wasm file, and `env node` may find an older one than the CLI runs on. */
async function loadWasm() {
  const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const bindings = await import(path);
  const bytes = readFileSync(path.replace(/js$/, "wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": bindings });
  const exports = /** @type {any} */ (instance.exports);
  bindings.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return bindings;
}

/** A panic in WebAssembly can leave the call it happened in pending for ever; this rejects instead. */
const crash = new Promise((_, reject) => {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => reject(new Error(message)) };
  process.on("uncaughtException", reject);
});
crash.catch(() => {});

// ---- The database ----

/** One connection, never closed for idling: the engine's advisory lock lives in it. */
function connectionSettings() {
  const { connect_timeout: seconds = 5, ...fields } = parseUrl(JSON.parse(String(flags.datasource ?? null))?.url);
  const settings = { ...fields, database: fields.database ?? "postgres", max: 1, idleTimeoutMillis: 0 };
  return withSearchPath({ ...settings, connectionTimeoutMillis: Number(seconds) * 1000 });
}

/** @param {string | undefined} url @returns {pg.ClientConfig & { schema?: string, connect_timeout?: string }} */
function parseUrl(url) {
  if (!url) throw prismaError("P1013", "The datasource.url property is missing in your Prisma config.");
  if (!/^postgres(ql)?:/.test(url)) throw prismaError("P1013", "The url must start with postgresql:// or postgres://.");
  try {
    return parseIntoClientConfig(url);
  } catch (error) {
    throw prismaError("P1013", `The url is not valid: ${error.message}`);
  }
}

/** @param {Settings} settings @param {string} sql */
async function runSql(settings, sql) {
  const client = new pg.Client(settings);
  try {
    await client.connect();
    await client.query(sql);
  } catch (error) {
    throw connectionError(error, settings);
  } finally {
    void client.end(); // not awaited: after a failed connect it may never resolve
  }
}

/** @param {Settings} settings @param {string} name */
const createDatabase = (settings, name) =>
  runSql({ ...settings, database: "postgres" }, `CREATE DATABASE ${pg.escapeIdentifier(name)}`);

/** @param {string | undefined} code see https://www.prisma.io/docs/orm/reference/error-reference @param {string} message */
const prismaError = (code, message) => Object.assign(new Error(message), { code });

/** @param {CodedError} error @param {Settings} settings */
function connectionError(error, { host, port }) {
  const server = `\`${host || "localhost"}:${port ?? 5432}\``;
  const reason = String(error.message || error.code);
  const codes = { "28P01": "P1000", 28000: "P1010", "3D000": "P1003", "42P04": "P1009", 23505: "P1009" };
  const says = `Database server at ${server}: ${reason}`;
  if (error instanceof pg.DatabaseError) return prismaError(codes[error.code], says);
  if (reason.startsWith("SASL")) return prismaError("P1000", says);
  if (/SSL|TLS|CERT|SIGNATURE/.test(`${error.code} ${reason}`)) return prismaError("P1011", `TLS: ${says}`);
  return prismaError("P1001", `Can't reach database server at ${server}: ${reason}`);
}

// ---- Work-arounds ----

/** adapter-pg with the repairs below. It is given fields: beside a url, pg would ignore another database's name. */
class MigrationPg extends PrismaPg {
  /** @param {Settings} settings */
  constructor(settings) {
    super(settings, { schema: settings.schema });
    this.settings = settings;
  }

  async connect() {
    return runScriptsWhole(readCharColumns(await super.connect()));
  }

  /** adapter-pg drops the shadow database while its own pool still holds it open, and connects to it unrepaired. */
  async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await createDatabase(this.settings, name).catch((error) => {
      throw prismaError("P3014", `Prisma Migrate could not create the shadow database. ${error.message}`);
    });
    const shadow = await new MigrationPg({ ...this.settings, database: name }).connect();
    const closePool = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await closePool();
      await runSql(this.settings, `DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
    };
    return shadow;
  }
}

/** adapter-pg knows no column type for Postgres's one-byte "char", which the engine reads from pg_catalog.
 * @param {Adapter} adapter */
function readCharColumns(adapter) {
  const { CHAR, TEXT } = pg.types.builtins;
  const { queryRaw, performIO } = adapter;
  adapter.queryRaw = async (query) => {
    const { fields, rows } = await performIO.call(adapter, query);
    const isChar = fields.map(({ dataTypeID }) => dataTypeID === CHAR);
    const asText = fields.map((field, i) => (isChar[i] ? { ...field, dataTypeID: TEXT } : field));
    const result = await queryRaw.call({ performIO: async () => ({ rows, fields: asText }) }, query);
    const columnTypes = result.columnTypes.map((type, i) => (isChar[i] ? prisma.ColumnTypeEnum.Character : type));
    return { ...result, columnTypes };
  };
  return adapter;
}

/** adapter-pg splits a script at every ";", also within the $$ body of a function.
 * @param {Adapter} adapter */
function runScriptsWhole(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      failedScript = { script, error };
      adapter.onError(error);
    }
  };
  return adapter;
}

/** @type {{ script: string, error: pg.DatabaseError } | undefined} */
let failedScript;

/** The WebAssembly engine leaves out the code and the name of a failed migration: this is the native engine's text. */
function migrationError({ migrationsList }, { script, error }) {
  const failed = migrationsList.migrationDirectories.find(
    ({ migrationFile }) => migrationFile.content.value === script,
  );
  const line = error.position && `Line: ${script.slice(0, error.position).split("\n").length}`;
  const paragraphs = [
    "A migration failed to apply. New migrations cannot be applied before the error is recovered from. " +
      "Read more about how to resolve migration issues in a production database: https://pris.ly/d/migrate-resolve",
    `Migration name: ${failed?.path}`,
    `Database error code: ${error.code}`,
    ["Database error:", `ERROR: ${error.message}`, error.detail, error.hint, line].filter(Boolean).join("\n"),
  ];
  return prismaError("P3018", paragraphs.join("\n\n"));
}

/** In `migrate dev`, two later calls of the WebAssembly engine need the shadow database but only look into the cache,
 * which is empty when pending migrations were applied first: this fills it. */
function readMigrationsOnce(engine, { migrationsList, filters }) {
  return engine.diagnoseMigrationHistory({ migrationsList, filters, optInToShadowDatabase: true });
}

/** adapter-pg passes the url's ?schema= to the engine, but still resolves unqualified names in "public".
 * @param {Settings} settings */
function withSearchPath({ options = "", ...settings }) {
  const name = settings.schema && pg.escapeIdentifier(settings.schema).replace(/[\\ ]/g, "\\$&");
  return { ...settings, options: name ? `${options} -c search_path=${name}` : options };
}

/** The engine first queries its database's version. A diff of two schema files has no database, so this one answers. */
function noDatabase() {
  const greeting = {
    columnNames: ["exists", "version", "numeric_version"],
    columnTypes: [prisma.ColumnTypeEnum.Boolean, prisma.ColumnTypeEnum.Text, prisma.ColumnTypeEnum.Int32],
    rows: [[true, "PostgreSQL 18.0", 180000]],
  };
  const factory = prisma.mockMigrationAwareAdapterFactory("postgres");
  return { ...factory, connect: async () => ({ ...(await factory.connect()), queryRaw: async () => greeting }) };
}

// The CLI takes every line on stderr for a JSON log record, so Node's own warnings must not land there.
process.removeAllListeners("warning");
if (flags.version) process.stdout.write(`schema-engine-cli ${(await loadWasm()).version()}\n`);
else if (positionals[0] === "cli") process.exit(await runCommand(positionals[1]));
else serve();
