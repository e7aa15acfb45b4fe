import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import { type Config, roles } from "./config.ts";
import type { CommonContext } from "./context.ts";
import { openSlowWorld, openWorld, type World, withName } from "./database/database.ts";
import { askRedis, openRedis } from "./database/redis.ts";
import { openInbox } from "./features/inbox/inbox.ts";
import { Courier } from "./features/webhook/courier.ts";
import { countDue, oldestDue } from "./features/webhook/webhook.ts";
import { createHttp } from "./http/server.ts";
import { cookieName } from "./http/session_cookie.ts";
import type { JobContext } from "./job.ts";
import { startWorker } from "./jobs/worker.ts";
import { openThrottle } from "./limits/rate_limit.ts";
import { type Live, startLive } from "./live/live.ts";
import { type Metrics, openMetrics } from "./monitoring/metrics.ts";
import { startMonitor } from "./monitoring/monitor.ts";
import { openDns } from "./outbound/dns.ts";
import { openOutbound } from "./outbound/outbound.ts";
import { openOutgoingMail } from "./outgoing_mail/outgoing_mail.ts";
import { deriveSecret, readSecretKey } from "./process/secret_key.ts";
import { cannotListen } from "./process/start_error.ts";
import { type ReceiverOptions, startReceiver } from "./smtp/receiver.ts";

export interface Running {
  world: World;
  /** Undefined when this process does not have the role. */
  httpPort: number | undefined;
  smtpPort: number | undefined;
  /** The port that serves the metrics. */
  metricsPort: number | undefined;
  /** Accepts no more mail, and finishes the messages that are being received. */
  stopReceiving(): Promise<void>;
  /** Accepts nothing new, finishes what it has begun, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the roles of this process on a migrated database.
 * @param prepare writes the rows that must exist before this process counts as ready
 */
export async function start(
  config: Config,
  url: string,
  log: Logger,
  clock: Clock,
  prepare?: (world: World) => Promise<void>,
): Promise<Running> {
  const databaseUrl = withName(url, `mayfly ${config.ROLES.join(",")}`);
  const has = (role: Config["ROLES"][number]) => config.ROLES.includes(role);
  // Run in reverse order, so that the database is closed last.
  const ends: (() => Promise<unknown>)[] = [];
  let serving = false;
  const stop = async () => {
    serving = false;
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error) => log.error({ err: error }, "not stopped cleanly"));
    }
  };
  try {
    if (config.REDIS_URL !== undefined) await askRedis(config.REDIS_URL);
    const world = openWorld(databaseUrl, config.DATABASE_CONNECTIONS);
    ends.push(() => world.$disconnect());
    const metrics = openMetrics(config.ROLES);
    // What the role worker works through.
    const queues: { lastClaim: number }[] = [];
    const ready = async () => serving && queues.every(isWorked) && (await takesWrites(world));
    const monitor =
      config.METRICS_PORT === undefined
        ? undefined
        : await startMonitor({ host: config.METRICS_HOST, port: config.METRICS_PORT, metrics, ready });
    if (monitor) ends.push(monitor.stop);
    // Runs before anything uses the secret key, since it may refuse the key.
    await prepare?.(world);
    const secretKey = await readSecretKey(config);
    const secret = (purpose: string) => deriveSecret(secretKey, purpose);

    const outbound = openOutbound({
      allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
      dnsServers: config.DNS_SERVERS,
      ports: config.WEBHOOK_PORTS ?? [],
    });
    ends.push(outbound.close);
    const dns = openDns(config.DNS_SERVERS);
    const common: CommonContext = {
      world,
      clock,
      dns,
      secret,
      limitFactor: config.RATE_LIMIT_FACTOR,
      mailHost: config.MAIL_HOST,
    };
    const throttle = await openThrottleOf(config, ends, log);
    let live: Live | undefined;
    const inbox = openInbox({
      world,
      databaseUrl,
      clock,
      metrics,
      throttle,
      defaultDomains: config.DEFAULT_DOMAINS,
      outbound,
      imageKey: secret("image links"),
      parse: { milliseconds: config.PARSE_MILLISECONDS, memoryMegabytes: config.PARSE_MEMORY_MB },
      onStored: (stored) => live?.announce(stored),
    });
    ends.push(inbox.close);
    // While the rest starts. Web processes show mail that others take in only if Redis tells them of it.
    const shown = has("web") && (has("smtp") || config.REDIS_URL !== undefined);
    const warm = has("smtp") || shown ? inbox.warmUp(shown) : undefined;
    const { messages, tellMessages, crowded, received } = inbox;

    const http = has("web")
      ? await createHttp({
          ...common,
          throttle,
          defaultDomains: config.DEFAULT_DOMAINS,
          registration: config.REGISTRATION,
          sender: /[^\s<]+@[^\s>]+/.exec(config.OUTGOING_MAIL_FROM.toLowerCase())?.[0] ?? "",
          publicUrl: config.PUBLIC_URL,
          marketingUrl: config.MARKETING_URL,
          tagContainer: config.TAG_CONTAINER_ID,
          webFolder: path.join(config.root, "apps/web/dist"),
          trustProxy: config.TRUST_PROXY,
          maxConnections: config.HTTP_MAX_CONNECTIONS,
          maxConnectionsPerAddress: config.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
          messages,
          outbound,
          maxMessageBytes: config.SMTP_MAX_MESSAGE_BYTES,
          connections: config.DATABASE_CONNECTIONS,
          slow: { world: openSlow(databaseUrl, ends), connections: slowConnections },
          hangUp: (who) => live?.hangUp(who),
          tellSeen: (member, message) => live?.tellSeen(member, message),
          metrics,
          ready,
          log,
        })
      : undefined;
    const channel = await startLive({
      http: http?.server,
      redisUrl: config.REDIS_URL,
      publicUrl: config.PUBLIC_URL,
      cookieName: cookieName(config.PUBLIC_URL),
      trustProxy: config.TRUST_PROXY,
      world,
      clock,
      messages,
      metrics,
      log,
    });
    live = channel;
    // Closed together: each waits for connections that only the other one closes.
    ends.push(() => Promise.all([channel.close(), http && closeHttp(http)]));

    const receiver = has("smtp") ? await startReceiver(inbox, receiverOptions(config), metrics, log) : undefined;
    let stopped: Promise<void> | undefined;
    const stopReceiving = async () => {
      stopped ??= receiver?.stop();
      await stopped;
    };
    ends.push(stopReceiving);
    if (http) await listen(http, config);
    if (has("worker")) {
      const outgoingMail = await openOutgoingMail({
        url: config.OUTGOING_MAIL_URL,
        from: config.OUTGOING_MAIL_FROM,
        folder: path.join(config.DATA_DIR, "outbox"),
        log,
      });
      ends.push(async () => outgoingMail.close());
      const link = (page: string) => new URL(page, config.PUBLIC_URL).href;
      const context: Omit<JobContext, "stopping"> = {
        ...common,
        log,
        link,
        sendMail: outgoingMail.send,
        postmaster: config.POSTMASTER,
        announceNotifications: channel.announceNotifications,
        expiredMailGrace: config.EXPIRED_MAIL_GRACE_HOURS * 3_600_000,
        auditDays: config.AUDIT_DAYS,
      };
      const worker = await startWorker(databaseUrl, context);
      ends.push(worker.stop);
      const courier = new Courier({
        databaseUrl,
        world,
        clock,
        outbound,
        tellMessages,
        crowded,
        received,
        secret,
        link,
        milliseconds: config.WEBHOOK_MILLISECONDS,
        metrics,
        log,
      });
      ends.push(() => courier.stop());
      queues.push(worker, courier);
      watchQueues(metrics, world, clock);
    }
    await Promise.race([warm, wait(warmMilliseconds, undefined, { ref: false })]);
    const address = http?.server.address();
    serving = true;
    if (config.REDIS_URL === undefined && !roles.every(has)) {
      log.warn({ roles: config.ROLES }, "REDIS_URL is not set: browsers do not hear of what other processes do");
    }
    return {
      world,
      httpPort: typeof address === "object" && address ? address.port : undefined,
      smtpPort: receiver?.port,
      metricsPort: monitor?.port,
      stopReceiving,
      async stop() {
        // Stops at once, and is awaited in its turn: senders go to other processes from now on, or try again later.
        void stopReceiving().catch(() => undefined);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How many slow calls of all companies run at once: each keeps a core of the database's busy. */
const slowConnections = 2;

function openSlow(databaseUrl: string, ends: (() => Promise<unknown>)[]): World {
  const world = openSlowWorld(databaseUrl, slowConnections);
  ends.push(() => world.$disconnect());
  return world;
}

/** How long the start waits for the first message's needs, which are usually there before the rest is. */
const warmMilliseconds = 1_000;

/** How long the database may take to answer before this process counts as not ready. */
const readyMilliseconds = 2_000;

/**
 * For how long no job or no delivery may be claimed before this process counts as not ready. Each queue is looked into
 * every two seconds, unless all that may be under way at once is. Milliseconds, longer than a delivery's attempt or a
 * job's transaction may take.
 */
const claimMilliseconds = 180_000;

const isWorked = ({ lastClaim }: { lastClaim: number }) => performance.now() - lastClaim < claimMilliseconds;

/** Whether the database answers and accepts writes: a standby does not, nor one made read-only by a full disk. */
async function takesWrites(world: World): Promise<boolean> {
  const answer = world.$queryRaw<[{ writable: boolean }]>`
    SELECT current_setting('transaction_read_only') = 'off' AS writable`.then(
    ([{ writable }]) => writable,
    () => false,
  );
  return Promise.race([answer, wait(readyMilliseconds, false, { ref: false })]);
}

/** Values past this are not counted further, so that a scrape costs the same however long a queue is. */
const countedJobs = 10_000;

function watchQueues(metrics: Metrics, world: World, clock: Clock) {
  const count = async (rows: Promise<{ count: number }[]>) => (await rows)[0]?.count ?? Number.NaN;
  metrics.watch("jobs_waiting", "Jobs that are due, in the whole installation", () =>
    count(world.$queryRaw`
      SELECT count(*)::int AS count FROM (
        SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT ${countedJobs}) AS due`),
  );
  metrics.watch("jobs_failing", "Jobs that have failed and will be tried again, in the whole installation", () =>
    count(world.$queryRaw`
      SELECT count(*)::int AS count FROM (
        SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND attempts < max_attempts LIMIT ${countedJobs}
      ) AS failing`),
  );
  metrics.watch(
    "webhook_deliveries_waiting",
    "Webhook deliveries that are due, to webhooks that are on, in the whole installation; at most 10,000 are counted",
    () => countDue(world, clock()),
  );
  metrics.watch("webhook_oldest_due_seconds", "For how long the oldest of them has been due", () =>
    oldestDue(world, clock()),
  );
}

/** With Redis, limits are counted together with the other processes. */
async function openThrottleOf(config: Config, ends: (() => Promise<unknown>)[], log: Logger) {
  // While Redis is away, a call is counted in memory at once, instead of waiting for Redis.
  const options = { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 1_000 };
  const redis = config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL, options, log);
  if (redis) ends.push(async () => redis.disconnect());
  return openThrottle({ factor: config.RATE_LIMIT_FACTOR, redis });
}

/** How long a request may go on while this process stops. */
const patience = 5_000;

async function closeHttp(http: FastifyInstance) {
  const timer = setTimeout(() => http.server.closeAllConnections(), patience);
  await http.close();
  clearTimeout(timer);
}

async function listen(http: Awaited<ReturnType<typeof createHttp>>, { HOST, PORT, HTTP_MAX_CONNECTIONS }: Config) {
  const where = { host: HOST, port: PORT };
  // As in the receiver: after a restart, all browsers come back at once.
  await http.listen({ ...where, backlog: HTTP_MAX_CONNECTIONS }).catch((error) => {
    throw cannotListen(error, "HTTP", where, { host: "HOST", port: "PORT" });
  });
}

const receiverOptions = (config: Config): ReceiverOptions => ({
  host: config.SMTP_HOST,
  port: config.SMTP_PORT,
  hostname: config.MAIL_HOST,
  ...(config.SMTP_TLS_CERT && config.SMTP_TLS_KEY && { tls: { cert: config.SMTP_TLS_CERT, key: config.SMTP_TLS_KEY } }),
  takesAnyLogin: config.SMTP_AUTH_ANY,
  maxMessageBytes: config.SMTP_MAX_MESSAGE_BYTES,
  maxRecipients: config.SMTP_MAX_RECIPIENTS,
  maxConnections: config.SMTP_MAX_CONNECTIONS,
  maxConnectionsPerAddress: config.SMTP_MAX_CONNECTIONS_PER_ADDRESS,
  maxErrors: config.SMTP_MAX_ERRORS,
  maxBytesInFlight: config.SMTP_MAX_BYTES_IN_FLIGHT,
  idleMilliseconds: config.SMTP_IDLE_SECONDS * 1000,
  transactionMilliseconds: config.SMTP_TRANSACTION_SECONDS * 1000,
});
