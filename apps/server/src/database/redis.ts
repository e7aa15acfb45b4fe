import { setTimeout as wait } from "node:timers/promises";
import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "pino";
import { throttledLog } from "../monitoring/throttled_log.ts";
import { StartError } from "../process/start_error.ts";

type Options = Omit<RedisOptions, "replyMapping">;

/** Loads the Redis client library only when Redis is used. */
async function connect(url: string, options: Options): Promise<Redis> {
  const { Redis } = await import("ioredis");
  return new Redis(url, options);
}

/**
 * How soon after a failure the next connection is tried, whatever came before: what is back is used within two seconds
 * (row Z15). Milliseconds.
 */
const retryStrategy = (failures: number) => Math.min(50 * failures, 1_000);

/** Given up without waiting for the other side: one that is frozen never closes its end. Milliseconds. */
const disconnectTimeout = 1;

/**
 * Hears of every command that failed. Socket.IO's adapter does not handle failures of all its commands: one that Redis
 * refuses would end the process.
 */
function watched(redis: Redis, onFailure: (error: Error) => void): Redis {
  const send = redis.sendCommand.bind(redis);
  const duplicate = redis.duplicate.bind(redis);
  return Object.assign(redis, {
    sendCommand(...given: Parameters<Redis["sendCommand"]>) {
      given[0].promise.catch(onFailure);
      return send(...given);
    },
    // The adapter's own connections subscribe and read, once Redis is there.
    duplicate: () => watched(duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null }), () => undefined),
  });
}

/** Redis answers. Whatever else fails, does so because Redis is away. */
const isAnswer = ({ name }: Error) => name === "ReplyError";
/** It cannot do its work now, or not for us; what else it answers is about one command. */
const refusesAll = /^(READONLY|OOM|MISCONF|NOREPLICAS|LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|NOAUTH|NOPERM)\b/;
/** What a command fails with at once, while Redis is known to be away. */
const isKnown = ({ message }: Error) => /enableOfflineQueue|Connection is closed|max retries/i.test(message);
const isSilence = ({ message }: Error) => message === "Command timed out";

/**
 * A connection to the Redis that joins several processes. No command waits for a Redis that is known to be away: one that
 * leaves a command unanswered for `commandTimeout` is, until it answers to a new connection.
 */
export async function openRedis(
  url: string,
  options: Pick<Options, "commandTimeout" | "socketTimeout">,
  log: Logger,
): Promise<Redis> {
  const redis = await connect(url, {
    ...{ retryStrategy, disconnectTimeout, enableOfflineQueue: false, maxRetriesPerRequest: 0 },
    ...options,
  });
  const tellRefusal = throttledLog(log, "Redis refuses");
  let isAway = false;
  /** The client reconnects for as long as it takes; that Redis is away is logged once. */
  const tell = (error: Error & { command?: unknown }) => {
    // The refused command may be the login (AUTH), with its password (threat 47).
    delete error.command;
    if (isAnswer(error)) return tellRefusal({ err: error, outage: "Redis refuses" });
    if (!isAway) log.error({ err: error, outage: "Redis is away" }, "Redis is away");
    isAway = true;
  };
  redis.on("error", tell);
  // A connection that is closed, as an idle one may be, is no failure until the next one is closed too.
  let closed = 0;
  redis.on("reconnecting", () => {
    closed += 1;
    if (closed > 1) tell(new Error("The connection was closed"));
  });
  redis.on("ready", () => {
    if (isAway) log.info("Redis is back");
    isAway = false;
    closed = 0;
  });
  return watched(redis, (error) => {
    if (isKnown(error) || (isAnswer(error) && !refusesAll.test(error.message))) return;
    tell(error);
    if (isSilence(error)) redis.disconnect(true);
  });
}

/** Redis's errors for a wrong login or database; its other errors are temporary. */
const refusal = /^(NOAUTH|WRONGPASS|NOPERM|ERR (invalid password|invalid DB index|DB index is out of range))/;
/** How long the start waits for such an error. */
const refusalMilliseconds = 2_000;

/** @throws StartError when Redis refuses the login or the database; a Redis that is away may come back later */
export async function askRedis(url: string): Promise<void> {
  const redis = await connect(url, { lazyConnect: true, retryStrategy: () => null });
  let refused: string | undefined;
  redis.on("error", ({ message }) => {
    if (refusal.test(message)) refused ??= message;
  });
  await Promise.race([redis.connect().catch(() => undefined), wait(refusalMilliseconds, undefined, { ref: false })]);
  redis.disconnect();
  if (refused !== undefined) throw new StartError(`The Redis of REDIS_URL cannot be used: ${refused}`);
}
