import type { Server } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import { type Config, roles } from "./config.ts";
import type { CommonContext } from "./context.ts";
import { openRootDatabase, type RootDatabase, takesWrites, withName } from "./database/database.ts";
import { askRedis, openRedis } from "./database/redis.ts";
import { withDemoReceiver } from "./demo/receiver.ts";
import { openInbox } from "./features/inbox/inbox.ts";
import { openPushes } from "./features/inbox/timeline.ts";
import { openWaiters, type Waiters } from "./features/wait/wait.ts";
import { cookieName } from "./http/session_cookie.ts";
import { openThrottle } from "./limits/rate_limit.ts";
import { type Live, startLive } from "./live/live.ts";
import { openMetrics } from "./monitoring/metrics.ts";
import { startMonitor } from "./monitoring/monitor.ts";
import { throttledLog } from "./monitoring/throttled_log.ts";
import { openDns } from "./outbound/dns.ts";
import { openOutbound } from "./outbound/outbound.ts";
import { sendMail } from "./outgoing_mail/send_mail.ts";
import { descriptorLimit, fitConnections, watchDescriptors } from "./process/descriptors.ts";
import type { Shared } from "./roles/shared.ts";
import { receiverOptions } from "./roles/smtp.ts";
import { closeWeb, listen, openWeb } from "./roles/web.ts";
import { isWorked, type Queue, startQueues } from "./roles/worker.ts";
import { deriveSecret, readSecretKey } from "./secret_key.ts";
import { startReceiver } from "./smtp/receiver.ts";

export interface Running {
  rootDb: RootDatabase;
  waiters: Waiters;
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
  given: Config,
  url: string,
  log: Logger,
  clock: Clock,
  prepare?: (rootDb: RootDatabase) => Promise<void>,
): Promise<Running> {
  const config = fitConnections(given, descriptorLimit(), log);
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
    const endWatch = watchDescriptors(log);
    ends.push(async () => endWatch());
    if (config.REDIS_URL !== undefined) await askRedis(config.REDIS_URL);
    const rootDb = openRootDatabase(databaseUrl, config.DATABASE_CONNECTIONS, {
      answersCalls: config.ROLES.includes("web"),
    });
    ends.push(() => rootDb.$disconnect());
    const metrics = openMetrics(config.ROLES);
    // What the role worker works through.
    const queues: Queue[] = [];
    const ready = async () => serving && queues.every(isWorked) && (await takesWrites(rootDb));
    const monitor = await openMonitor(config, { metrics, ready, ends });
    // Runs before anything uses the secret key, since it may refuse the key.
    await prepare?.(rootDb);
    const secretKey = await readSecretKey(config);
    const secret = (purpose: string) => deriveSecret(secretKey, purpose);

    const outbound = openInternet(config, ends);
    const common: CommonContext = {
      rootDb,
      clock,
      dns: openDns(config.DNS_SERVERS),
      secret,
      limitFactor: config.RATE_LIMIT_FACTOR,
      link: (page) => new URL(page, config.PUBLIC_URL).href,
      mailHost: config.MAIL_HOST,
    };
    const throttle = await openThrottleOf(config, ends, log);
    let live: Live | undefined;
    let receiver: Awaited<ReturnType<typeof startReceiver>> | undefined;
    const inbox = openInbox({
      ...inboxOptions(config, log),
      ...{ rootDb, databaseUrl, clock, metrics, throttle, outbound },
      imageKey: secret("image links"),
      onStored: (stored) => live?.announce(stored),
    });
    ends.push(inbox.close);
    // While the rest starts. Web processes show mail that others take in only if Redis tells them of it.
    const shown = has("web") && (has("smtp") || config.REDIS_URL !== undefined);
    const warm = has("smtp") || shown ? inbox.warmUp(shown) : undefined;
    const shared: Shared = { config, databaseUrl, common, throttle, outbound, inbox, metrics, log, ready, ends };

    const waiters = openWaiters(metrics);
    const pushes = openPushes(rootDb, clock, throttledLog(log, "pushes cannot be recorded"));
    ends.push(pushes.close);
    const http = has("web")
      ? await openWeb(shared, {
          waiters,
          hangUp: (who) => live?.hangUp(who),
          tellSeen: (member, message) => live?.tellSeen(member, message),
          tellDeleted: (message, name) => live?.tellDeleted(message, name),
          deliver: async (to, raw) => void (await sendMail({ ...receiverOf(config, receiver?.port), to, raw })),
        })
      : undefined;
    const channel = await startLive({
      ...{ redisUrl: config.REDIS_URL, publicUrl: config.PUBLIC_URL, trustProxy: config.TRUST_PROXY },
      cookieName: cookieName(config.PUBLIC_URL),
      ...{ http: http?.server, rootDb, clock, messages: inbox.messages },
      onHeard: waiters.hear,
      onPushed: pushes.note,
      ...{ metrics, log },
    });
    live = channel;
    ends.push(() => {
      waiters.stop();
      // Closed together: each waits for connections that only the other one closes.
      return Promise.all([channel.close(), http && closeWeb(http)]);
    });

    if (has("smtp")) receiver = await startReceiver(inbox, receiverOptions(config), metrics, log);
    let stopped: Promise<void> | undefined;
    const stopReceiving = async () => {
      stopped ??= receiver?.stop();
      await stopped;
    };
    ends.push(stopReceiving);
    if (http) await listen(http, config);
    if (has("worker")) queues.push(...(await startQueues(shared, channel.announceNotifications)));
    await Promise.race([warm, wait(warmMilliseconds, undefined, { ref: false })]);
    serving = true;
    if (config.REDIS_URL === undefined && !roles.every(has)) {
      log.warn({ roles: config.ROLES }, "REDIS_URL is not set: browsers are not told what other processes do");
    }
    return {
      ...{ rootDb, waiters },
      httpPort: http && portOf(http.server),
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

function portOf(server: Server): number | undefined {
  const address = server.address();
  return typeof address === "object" && address ? address.port : undefined;
}

/** Serves metrics and health, if a port is set for them. */
async function openMonitor(config: Config, { metrics, ready, ends }: Pick<Shared, "metrics" | "ready" | "ends">) {
  if (config.METRICS_PORT === undefined) return undefined;
  const monitor = await startMonitor({ host: config.METRICS_HOST, port: config.METRICS_PORT, metrics, ready });
  ends.push(monitor.stop);
  return monitor;
}

/** The way out to hosts that strangers name. */
function openInternet(config: Config, ends: Shared["ends"]) {
  const internet = openOutbound({
    allowPrivateNetwork: config.ALLOW_PRIVATE_NETWORK,
    dnsServers: config.DNS_SERVERS,
    ports: config.WEBHOOK_PORTS ?? [],
  });
  ends.push(internet.close);
  return config.DEMO ? withDemoReceiver(internet) : internet;
}

/** What the inbox is told by settings, and where it says what is lost. */
function inboxOptions(config: Config, log: Logger) {
  const attemptsLost = throttledLog(log, "refused mail cannot be recorded");
  const uncounted = throttledLog(log, "mail cannot be counted for quotas");
  return {
    defaultDomains: config.DEFAULT_DOMAINS,
    parse: { milliseconds: config.PARSE_MILLISECONDS, memoryMegabytes: config.PARSE_MEMORY_MB },
    limitFactor: config.RATE_LIMIT_FACTOR,
    onAttemptsLost: (err: unknown) => attemptsLost({ err }),
    onUncounted: (err: unknown) => uncounted({ err }),
  };
}

/** Where mail is taken in: by this process, or where the world sends it. @param port of this process's receiver */
const receiverOf = ({ SMTP_HOST, MAIL_HOST }: Config, port: number | undefined) =>
  port === undefined
    ? { host: MAIL_HOST, port: 25 }
    : // A process that listens on every address listens on its own.
      { host: SMTP_HOST.replace(/^0\.0\.0\.0$/, "127.0.0.1").replace(/^::$/, "::1"), port };

/** How long the start waits for the first message's needs, which are usually there before the rest is. */
const warmMilliseconds = 1_000;

/** With Redis, limits are counted together with the other processes. */
async function openThrottleOf(config: Config, ends: (() => Promise<unknown>)[], log: Logger) {
  // While Redis is away, a call is counted in memory at once. One that finds it silent waits for this long, the next ones do not.
  const options = { commandTimeout: 500 };
  const redis = config.REDIS_URL === undefined ? undefined : await openRedis(config.REDIS_URL, options, log);
  if (redis) ends.push(async () => redis.disconnect());
  return openThrottle({ factor: config.RATE_LIMIT_FACTOR, redis });
}
