import { execFileSync } from "node:child_process";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { runningEmbeddedUrl, startEmbeddedPostgres } from "./database/embedded_postgres.ts";
import { freePort } from "./process/free_port.ts";
import { StartError } from "./process/start_error.ts";
import { readSecretKey } from "./secret_key.ts";
import { cloneDatabase } from "./testing/postgres.ts";
import { ServerProcess } from "./testing/server_process.ts";

const occupy = () =>
  new Promise<Server>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
  });

async function inboxCount(folder: string): Promise<number> {
  const client = new pg.Client({ connectionString: await runningEmbeddedUrl(folder) });
  await client.connect();
  const { rows } = await client.query("SELECT count(*)::int AS count FROM customer_inbox");
  await client.end();
  return rows[0].count;
}

describe("the server as a process", () => {
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "mayfly-main-"));
    settings = {
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SMTP_PORT: String(await freePort()),
      LOG_LEVEL: "warn",
    };
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("starts in an empty folder with the demo, survives kill -9, refuses a rival and stops cleanly", async () => {
    await using first = await new ServerProcess(settings).ready();
    // No terminal: what collects the log gets a line that it can read, after the words about the demo.
    const line = () => first.output.trim().split("\n").at(-1) ?? "";
    await expect.poll(line).toMatch(/^\{/);
    expect(JSON.parse(line())).toMatchObject({
      ...{ msg: "Mayfly is ready.", level: 30, version: "0.1.0", roles: ["web", "smtp", "worker"] },
      ...{ smtp: `127.0.0.1:${settings["SMTP_PORT"]}`, outbox: path.join(folder, "outbox") },
    });
    expect(first.output).toMatch(/Login {2}\S+@\S+ {3}password \S{12}/);
    expect(first.output).toMatch(/\nOutgoing mail is saved in \S+\/outbox \(no relay is configured\)\.\n/);
    expect(first.output).toContain(`  SMTP_PORT=${settings["SMTP_PORT"]} npm run mayfly -- send demo@mayfly.test\n`);
    const mails = await inboxCount(folder);
    expect(mails).toBeGreaterThanOrEqual(7);

    await using operator = new ServerProcess(settings, "apps/server/src/operator/main.ts", [
      "send",
      "demo@mayfly.test",
    ]);
    expect(await operator.exit(), operator.errors).toBe(0);
    expect(operator.output).toContain("250");
    await first.kill("SIGKILL");
    const left = await runningEmbeddedUrl(folder);

    await using second = await new ServerProcess(settings).ready();
    expect(await runningEmbeddedUrl(folder), "takes over the Postgres that was left running").toBe(left);
    expect(await inboxCount(folder)).toBe(mails + 1);
    expect(second.output.match(/password \S+/)?.[0]).toBe(first.output.match(/password \S+/)?.[0]);

    const rival = new ServerProcess({ ...settings, PORT: "0", SMTP_PORT: "0" });
    expect(await rival.exit()).toBe(1);
    expect(rival.errors).toBe(`DATA_DIR "${folder}" is in use by another Mayfly server.\n`);

    // As when the whole process group gets the signal, and npm forwards it too.
    process.kill(second.pid, "SIGTERM");
    expect(await second.kill("SIGTERM")).toBe(0);
    expect(await runningEmbeddedUrl(folder), "Postgres has stopped too").toBeUndefined();

    const other = new ServerProcess({ ...settings, SECRET_KEY: "of somebody else's, 32 letters long" });
    expect(await other.exit()).toBe(1);
    expect(other.errors).toMatch(/^The secret key is not the one [^\n]+\n$/);
  });

  it("leaves no Postgres behind when it is told to stop during its first start", async () => {
    const own = await mkdtemp(path.join(tmpdir(), "mayfly-main-"));
    // Postgres cannot run before somebody reads its log, a FIFO: until then, the server is still starting.
    const log = path.join(own, "postgres.log");
    execFileSync("mkfifo", [log]);
    const server = new ServerProcess({ ...settings, DATA_DIR: own });
    await expect.poll(() => existsSync(path.join(own, "postgres"))).toBe(true);
    const exit = server.kill("SIGTERM");
    createReadStream(log).resume();
    expect(await exit, server.errors).toBe(0);
    expect(await runningEmbeddedUrl(own)).toBeUndefined();
    expect(server.output).toBe("");
    await rm(own, { recursive: true });
  });

  it("starts although a left-over postmaster.pid names another program's process", async () => {
    // As after a restart of the machine: the file is left over, and its process id is now ours.
    const file = path.join(folder, "postgres/postmaster.pid");
    await writeFile(file, `${process.pid}\n${path.dirname(file)}\n0\n5432\n\n127.0.0.1\n0 0\nready   \n`);
    expect(await runningEmbeddedUrl(folder)).toBeUndefined();
    await using server = await new ServerProcess(settings).ready();
    expect(await inboxCount(folder), server.errors).toBeGreaterThan(0);
  });

  it("locks its data folder again after the connection that held the lock breaks", async () => {
    await using server = await new ServerProcess(settings).ready();
    const client = new pg.Client({ connectionString: await runningEmbeddedUrl(folder) });
    await client.connect();
    const holders = async () =>
      (await client.query("SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted")).rows.map(
        ({ pid }) => pid,
      );
    const [before] = await holders();
    await client.query("SELECT pg_terminate_backend($1)", [before]);
    await expect.poll(async () => (await holders()).filter((pid) => pid !== before).length).toBe(1);
    await client.end();
    const rival = new ServerProcess({ ...settings, PORT: "0", SMTP_PORT: "0" });
    expect(await rival.exit(), server.errors).toBe(1);
  });

  it("starts Postgres again when it is killed", async () => {
    await using _server = await new ServerProcess(settings).ready();
    const pid = async () =>
      Number((await readFile(path.join(folder, "postgres/postmaster.pid"), "utf8")).split("\n")[0]);
    const before = await pid();
    process.kill(before, "SIGKILL");
    await expect.poll(() => pid().catch(() => before)).not.toBe(before);
    await expect.poll(() => inboxCount(folder).catch(() => 0)).toBeGreaterThan(0);
    await using operator = new ServerProcess(settings, "apps/server/src/operator/main.ts", [
      "send",
      "demo@mayfly.test",
    ]);
    expect(await operator.exit(), operator.errors).toBe(0);
  });

  it.each([
    ["PORT", "HTTP port"],
    ["SMTP_PORT", "SMTP port"],
  ])(
    "says in one line that %s is busy, and leaves nothing running",
    async (name, what) => {
      const server = await occupy();
      const { port } = server.address() as { port: number };
      const busy = new ServerProcess({ ...settings, [name]: String(port) });
      expect(await busy.exit()).toBe(1);
      expect(busy.errors).toBe(`${what} ${port} on 127.0.0.1 is in use; set ${name} to another.\n`);
      expect(await runningEmbeddedUrl(folder)).toBeUndefined();
      server.close();
    },
    30_000,
  );
});

it.each([
  [{ PORT: "http" }, 'PORT is "http", but must be a port from 0 to 65535.\n'],
  // Fails after the settings have been read: mkdir in /proc says that the parent is missing.
  [{ DATA_DIR: "/proc/mayfly/data" }, /^DATA_DIR "\/proc\/mayfly\/data" cannot be created \(\w+\)\.\n$/],
  [
    { DATABASE_URL: "postgresql://nobody:x@127.0.0.1:1/none", SECRET_KEY: "x".repeat(32) },
    /^The database at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.*\n$/,
  ],
  ...["http://192.0.2.7", "http://[2001:db8::7]"].map((PUBLIC_URL): [Record<string, string>, RegExp] => [
    {
      PUBLIC_URL,
      DATABASE_URL: "postgresql://nobody:x@127.0.0.1:1/none",
      SECRET_KEY: "a secret key of 32 letters or more",
    },
    /^\{"level":40,.*set MAIL_HOST so that companies can verify domains"\}\nThe database at .*\n$/,
  ]),
])("says what is wrong with %j and exits with 1", async (environment, line) => {
  const server = new ServerProcess(environment);
  expect(await server.exit()).toBe(1);
  expect(server.errors).toMatch(line);
});

it("starts without a demo and without the role worker: one line of JSON that promises no outbox", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const ports = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()) };
  const settings = { ...ports, DATABASE_URL: database.url, SECRET_KEY: "x".repeat(32), LOG_LEVEL: "warn" };
  {
    await using server = await new ServerProcess({ ...settings, ROLES: "web,smtp" }).ready();
    await expect.poll(() => server.output.endsWith("\n")).toBe(true);
    const { time: _time, pid, hostname: _host, ...told } = JSON.parse(server.output);
    expect(pid).toBe(server.pid);
    const where = { web: `http://localhost:${ports.PORT}`, smtp: `127.0.0.1:${ports.SMTP_PORT}` };
    expect(told).toEqual({ level: 30, version: "0.1.0", roles: ["web", "smtp"], ...where, msg: "Mayfly is ready." });
  }
  await database.drop();
});

describe("a damaged DATA_DIR", () => {
  it.each([
    [
      "a folder that is no cluster",
      async (folder: string) => mkdir(path.join(folder, "postgres")),
      /is damaged: it is no/,
    ],
    [
      "data of another version",
      async (folder: string) => {
        await mkdir(path.join(folder, "postgres"));
        await writeFile(path.join(folder, "postgres/PG_VERSION"), "12\n");
      },
      /holds PostgreSQL 12 data, but this Mayfly runs 18/,
    ],
    [
      "a cluster without its files",
      async (folder: string) => {
        await mkdir(path.join(folder, "postgres"));
        await writeFile(path.join(folder, "postgres/PG_VERSION"), "18\n");
        await writeFile(path.join(folder, "postgres-password"), "x\n");
      },
      /PostgreSQL does not start in/,
    ],
    [
      "a file in its place",
      async (folder: string) => rm(folder, { recursive: true }).then(() => writeFile(folder, "")),
      /^DATA_DIR .* cannot be created/,
    ],
    [
      "a secret key that is lost",
      async (folder: string) => {
        await mkdir(path.join(folder, "postgres"));
        await rm(path.join(folder, "secret-key"));
      },
      /secret-key" is missing; restore it/,
    ],
    [
      "a secret key that is cut off",
      async (folder: string) => writeFile(path.join(folder, "secret-key"), ""),
      /secret-key" is damaged; restore it/,
    ],
  ])("%s is refused in one line", async (_what, damage, line) => {
    const folder = await mkdtemp(path.join(tmpdir(), "mayfly-damaged-"));
    await writeFile(path.join(folder, "secret-key"), "a secret key for tests, of 32 and more");
    await damage(folder);
    const logged: string[] = [];
    const log = pino({ level: "debug" }, { write: (written) => void logged.push(written) });
    // In the order of main.ts, which prints the message of a StartError unchanged.
    const refused = await readSecretKey({ SECRET_KEY: undefined, DATA_DIR: folder })
      .then(() => startEmbeddedPostgres({ folder, log }))
      .catch((error) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect(refused.message).toMatch(line);
    expect(refused.message.split("\n")).toHaveLength(1);
    expect(logged).toEqual([]);
    await rm(folder, { recursive: true, force: true });
  });
});
