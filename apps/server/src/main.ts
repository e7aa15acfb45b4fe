import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { pino } from "pino";
import { seed } from "../../../prisma/seed.ts";
import { type Config, readConfig } from "./config.ts";
import { startEmbeddedPostgres } from "./database/embedded_postgres.ts";
import { migrate } from "./database/migrate.ts";
import { type Demo, lacksSamples, seedDemo, sendSamples } from "./demo/demo.ts";
import { readSecretKey } from "./secret_key.ts";
import { type Running, start } from "./start.ts";
import { StartError } from "./start_error.ts";

// Mail passes through in buffers outside V8's heap. By default every 64 MB of them start a collection of the whole heap,
// a third of the work of taking mail in; counted with the heap, they start one when there is something to gain.
setFlagsFromString("--external-memory-accounted-in-global-limit");
// By default the database's query compiler is itself compiled once more during the start, for speed that a start does not
// need: a fifth of its time, and 40 MB. It is later, when there are queries enough.
setFlagsFromString("--wasm-tiering-budget=100000000");

try {
  await main(readConfig());
} catch (error) {
  process.stderr.write(error instanceof StartError ? `${error.message}\n` : `${(error as Error).stack}\n`);
  process.exit(1);
}

async function main(config: Config) {
  // What was sent by who does not speak HTTP may hold a cookie (threat 47).
  const redact = { paths: ["err.rawPacket"], remove: true };
  const log = pino({ level: config.LOG_LEVEL, redact }, pino.destination({ fd: 2, sync: true }));
  const secretKey = await readSecretKey(config);
  const postgres =
    config.DATABASE_URL === undefined ? await startEmbeddedPostgres({ folder: config.DATA_DIR, log }) : undefined;
  const databaseUrl = config.DATABASE_URL ?? postgres?.url ?? "";
  let running: Running | undefined;

  // A second signal does not wait for the first one's goodbye; one that comes with it is the same, sent on by npm.
  let stopping: number | undefined;
  const stop = async (signal: string) => {
    if (stopping !== undefined) return performance.now() - stopping > 1000 ? process.exit(1) : undefined;
    stopping = performance.now();
    log.info({ signal }, "stopping");
    await running?.stop();
    await postgres?.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);

  try {
    await migrate(config.root, databaseUrl);
    running = await start(config, databaseUrl, log, () => new Date());
    await seed(running.world);
    const demo = config.DEMO ? await seedDemo(running.world, secretKey, config.DEFAULT_DOMAINS) : undefined;
    if (demo && running.smtpPort && (await lacksSamples(running.world, demo.address))) {
      await sendSamples(demo.address, config.SMTP_HOST, running.smtpPort).catch((error) =>
        log.warn({ err: error }, "the sample mails were not sent"),
      );
    }
    greet(config, running, demo);
    tidyUp();
  } catch (error) {
    await running?.stop();
    await postgres?.stop();
    throw error;
  }
}

/** Has what the start has left behind collected. By itself V8 waits until there is work, and a server at rest has none. */
function tidyUp() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

function greet(config: Config, { httpPort, smtpPort }: Running, demo: Demo | undefined) {
  const lines = ["", "Mayfly is ready."];
  if (httpPort) lines.push(`  Web    ${config.PUBLIC_URL.origin}`);
  if (smtpPort) lines.push(`  SMTP   ${config.SMTP_HOST}:${smtpPort}`);
  if (!config.DATABASE_URL) lines.push(`  Data   ${path.relative(process.cwd(), config.DATA_DIR) || "."}`);
  if (demo) lines.push(`  Login  ${demo.login}   password ${demo.password}`);
  if (demo && smtpPort) {
    lines.push("", "Send a mail and watch it arrive:", `  npm run mayfly -- send ${demo.address}`);
    lines.push(`  ${config.PUBLIC_URL.origin}/inbox?email=${encodeURIComponent(demo.address)}`);
  }
  process.stdout.write(`${lines.join("\n")}\n\n`);
}
