import path from "node:path";
import { openRootDatabase, type RootDatabase } from "@mayfly/server/database/database";
import { runningEmbeddedUrl } from "@mayfly/server/database/embedded_postgres";
import { startSession } from "@mayfly/server/features/session/session";
import { freePort } from "@mayfly/server/process/free_port";
import { createCompany } from "@mayfly/server/testing/company";
import { copyPreparedData } from "@mayfly/server/testing/prepared_data";
import { atEnd } from "./cleanup.ts";
import { root, scratchFolder } from "./folders.ts";
import { type Program, startProgram } from "./programs.ts";

/** The real server in a process of its own, on an embedded Postgres with fsync on. */
export interface Mayfly {
  /** DATA_DIR. */
  folder: string;
  smtpPort: number;
  url: string;
  databaseUrl: string;
  rootDb: RootDatabase;
  readonly pid: number;
  /** The end of what it has printed since it was started last. */
  output(): string;
  /** Starts the server again with the same settings, after it has ended. */
  startAgain(): Promise<void>;
}

/** @param settings environment variables that differ from the usual ones; with DATABASE_URL, that database, which must be empty */
export async function startMayfly(name: string, settings: Record<string, string> = {}): Promise<Mayfly> {
  const folder = settings["DATA_DIR"] ?? (await scratchFolder(name));
  await copyPreparedData(folder);
  const [httpPort, smtpPort] = [await freePort(), await freePort()];
  const start = () =>
    startServer({
      DATA_DIR: folder,
      PORT: `${httpPort}`,
      SMTP_PORT: `${smtpPort}`,
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "0",
      // All load comes from one address here.
      SMTP_MAX_CONNECTIONS_PER_ADDRESS: "2000",
      ...settings,
    });
  let server = await start();
  const databaseUrl = settings["DATABASE_URL"] ?? (await runningEmbeddedUrl(folder));
  if (databaseUrl === undefined) throw new Error(`No database runs in ${folder}`);
  const rootDb = openRootDatabase(databaseUrl, 2);
  atEnd(() => rootDb.$disconnect());
  return {
    ...{ folder, smtpPort, url: `http://127.0.0.1:${httpPort}`, databaseUrl, rootDb },
    get pid() {
      return server.pid;
    },
    output: () => server.output(),
    async startAgain() {
      server = await start();
    },
  };
}

/** Starts a process that only does jobs and deliveries. */
export const startWorker = (databaseUrl: string, settings: Record<string, string>): Promise<Program> =>
  startServer({ DATABASE_URL: databaseUrl, LOG_LEVEL: "error", ...settings, ROLES: "worker" });

interface StartOptions {
  /** Called with what it prints. */
  onOutput?: (text: string) => void;
  /** The limit of open files that it is started with. */
  files?: number;
}

/** Starts a process of the server with these settings only, so that the environment has no influence. */
export function startServer(
  settings: Record<string, string>,
  { onOutput, files }: StartOptions = {},
): Promise<Program> {
  const server = [process.execPath, path.join(root, "apps/server/src/main.ts")];
  const [command = "", ...args] = files === undefined ? server : ["prlimit", `--nofile=${files}`, ...server];
  return startProgram(command, args, {
    cwd: root,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      // Set by the npm commands, as for a server that is started by them.
      MALLOC_MMAP_THRESHOLD_: process.env["MALLOC_MMAP_THRESHOLD_"],
      MALLOC_TRIM_THRESHOLD_: process.env["MALLOC_TRIM_THRESHOLD_"],
      // For profiles (--cpu-prof).
      NODE_OPTIONS: process.env["MAYFLY_NODE_OPTIONS"],
      DEMO: "off",
      ...settings,
    },
    ready: "Mayfly is ready",
    ...(onOutput && { onOutput }),
  });
}

export async function createMember(
  rootDb: RootDatabase,
  company: string,
  name: string,
  role: "Administrator" | "Member",
) {
  await rootDb.member.create({ data: { name, company, full_name: name, role } });
  return name;
}

/** @returns an active address of the platform's own domain, which never expires */
async function createAddress(rootDb: RootDatabase, company: string, owner: string, local: string): Promise<string> {
  const email_name = `${local}@mayfly.test`;
  await rootDb.email.create({ data: { email_name, domain_name: "mayfly.test", company, owner } });
  return email_name;
}

/** Creates a company with one Administrator and one address. */
export async function createAccount(rootDb: RootDatabase, label: string) {
  const company = await createCompany(rootDb, label);
  const owner = await createMember(rootDb, company, `admin@${label}.example`, "Administrator");
  return { company, owner, address: await createAddress(rootDb, company, owner, label) };
}

/** @returns the cookie header of a new session */
export const logIn = async (rootDb: RootDatabase, member: string) =>
  `sid=${await startSession(rootDb, new Date(), member)}`;
