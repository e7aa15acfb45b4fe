import { isIP } from "node:net";
import path from "node:path";
import { type Logger, pino } from "pino";
import { type Config, misspeltSettings, readConfig, settings } from "./config.ts";
import type { RootDatabase } from "./database/database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./database/embedded_postgres.ts";
import { migrate } from "./database/migrate.ts";
import { type Demo, seedDemo, sendLackingSamples } from "./demo/demo.ts";
import { seed } from "./features/subscription/seed.ts";
import { openLog } from "./monitoring/log.ts";
import { collectGarbage } from "./process/collect_garbage.ts";
import { StartError, tellingLine } from "./process/start_error.ts";
import { idleFlags, letHeapGrowFurther, setFlagsOfStart } from "./process/v8_flags.ts";
import { version } from "./process/version.ts";
import { readSecretKey, requireSameKey } from "./secret_key.ts";
import { type Running, start } from "./start.ts";

setFlagsOfStart();

try {
  await main(readConfig());
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}

async function main(config: Config) {
  // The raw bytes of a request that is not valid HTTP may hold a cookie (threat 47).
  const redact = { paths: ["err.rawPacket"], remove: true };
  const log = openLog({ level: config.LOG_LEVEL, redact }, pino.destination({ fd: 2, sync: true }));
  for (const [name, setting] of misspeltSettings()) log.warn(`there is no setting ${name}: did you mean ${setting}?`);
  // A URL's IPv6 address is in brackets.
  if (isIP(config.MAIL_HOST.replace(/^\[|\]$/g, "")) !== 0) {
    log.warn(
      "PUBLIC_URL has an IP address, which no MX record can name: set MAIL_HOST so that companies can verify domains",
    );
  }
  let postgres: EmbeddedPostgres | undefined;
  let running: Running | undefined;
  let demo: Demo | undefined;

  const begin = async () => {
    const secretKey = await readSecretKey(config);
    let databaseUrl = config.DATABASE_URL;
    if (databaseUrl === undefined) {
      postgres = await startEmbeddedPostgres({ folder: config.DATA_DIR, log });
      databaseUrl = postgres.url;
    }
    if (isStopping()) return;
    await migrate(config.root, databaseUrl);
    if (isStopping()) return;
    const prepare = async (rootDb: RootDatabase) => {
      demo = await furnish(rootDb, config, secretKey, log);
    };
    running = await start(config, databaseUrl, log, () => new Date(), prepare);
    if (isStopping()) return;
    if (demo?.address && running.smtpPort) {
      await sendLackingSamples(running.rootDb, demo.address, config.SMTP_HOST, running.smtpPort).catch((error) =>
        log.warn({ err: error }, "the sample mails were not sent"),
      );
    }
    if (isStopping()) return;
    greet(config, running, demo);
    settleHeap();
    for (const flag of idleFlags) log.warn({ flag }, "V8 does not know a flag, or was started with it");
  };

  // A second signal exits at once, without a clean stop. One within a second is the first again, forwarded by npm.
  let stopping: number | undefined;
  const isStopping = () => stopping !== undefined;
  const stop = async (signal: string) => {
    if (stopping !== undefined) return performance.now() - stopping > 1000 ? process.exit(1) : undefined;
    stopping = performance.now();
    log.info({ signal }, "stopping");
    // A start that is under way can be stopped only once it has finished.
    await begun.catch(() => undefined);
    await running?.stop();
    await postgres?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  const begun = begin();
  try {
    await begun;
  } catch (error) {
    // Ctrl-C in a terminal also ends the child processes that the start waits for: that failure is not reported.
    if (isStopping()) return;
    await running?.stop();
    await postgres?.stop();
    throw error;
  }
}

/** Writes the rows that this process needs before it is ready: the plans, and the demo if it is wanted and possible. */
async function furnish(rootDb: RootDatabase, config: Config, secretKey: string, log: Logger) {
  const { DEMO, DEMO_KEY: key, DEFAULT_DOMAINS: defaultDomains } = config;
  try {
    await requireSameKey(rootDb, secretKey);
    await seed(rootDb);
    if (!DEMO && key !== undefined) throw new StartError("DEMO_KEY needs DEMO=on: it is a key of the demo company.");
    if (!DEMO) return undefined;
    return await seedDemo(rootDb, { secretKey, defaultDomains, key, hasReceiver: true }).catch((error) => {
      if (!(error instanceof StartError)) throw error;
      log.warn(error.message);
      return undefined;
    });
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The database cannot be used: ${tellingLine((error as Error).message)}`);
  }
}

/**
 * Collects the garbage of the start (by itself V8 collects only while there is work, and an idle server has none), and
 * lets the heap grow further from then on.
 */
function settleHeap() {
  letHeapGrowFurther();
  collectGarbage();
}

/**
 * Tells on stdout that this process serves: a person in a terminal, or one who looks at the demo, in words, and what
 * collects the log in a line of JSON like the log's.
 */
function greet(config: Config, running: Running, demo: Demo | undefined) {
  const { httpPort, smtpPort } = running;
  if (process.stdout.isTTY || demo) greetPeople(config, running, demo);
  if (process.stdout.isTTY) return;
  const where = {
    ...(httpPort && { web: config.PUBLIC_URL.origin }),
    ...(smtpPort && { smtp: `${config.SMTP_HOST}:${smtpPort}` }),
    ...(fillsOutbox(config) && { outbox: path.join(config.DATA_DIR, "outbox") }),
  };
  pino(pino.destination({ fd: 1, sync: true })).info({ version, roles: config.ROLES, ...where }, "Mayfly is ready.");
}

/** Whether mail that this process is to send becomes files that nothing sends on. */
function fillsOutbox({ ROLES, OUTGOING_MAIL_URL }: Config): boolean {
  return ROLES.includes("worker") && !OUTGOING_MAIL_URL;
}

function greetPeople(config: Config, { httpPort, smtpPort }: Running, demo: Demo | undefined) {
  const lines = ["", "Mayfly is ready."];
  if (httpPort) lines.push(`  Web    ${config.PUBLIC_URL.origin}`);
  if (smtpPort) lines.push(`  SMTP   ${config.SMTP_HOST}:${smtpPort}`);
  if (!config.DATABASE_URL) lines.push(`  Data   ${path.relative(process.cwd(), config.DATA_DIR) || "."}`);
  if (demo) lines.push(`  Login  ${demo.login}   password ${demo.password}`);
  if (fillsOutbox(config)) {
    const outbox = path.relative(process.cwd(), path.join(config.DATA_DIR, "outbox"));
    lines.push("", `Outgoing mail is saved in ${outbox} (no relay is configured).`);
  }
  if (demo?.address && smtpPort) {
    // The command is run in another terminal, which does not have this one's settings.
    const host = config.SMTP_HOST === settings.SMTP_HOST.default ? "" : `SMTP_HOST=${config.SMTP_HOST} `;
    const port = String(smtpPort) === settings.SMTP_PORT.default ? "" : `SMTP_PORT=${smtpPort} `;
    lines.push("", "Send a mail and watch it arrive:", `  ${host}${port}npm run mayfly -- send ${demo.address}`);
    lines.push(`  ${config.PUBLIC_URL.origin}/inbox?email=${encodeURIComponent(demo.address)}`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
