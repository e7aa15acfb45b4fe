import { setTimeout as wait } from "node:timers/promises";
import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "pino";
import { StartError } from "../process/start_error.ts";

type Options = Omit<RedisOptions, "replyMapping">;

/** Loads the Redis client library only when Redis is used. */
async function connect(url: string, options: Options): Promise<Redis> {
  const { Redis } = await import("ioredis");
  return forgiving(new Redis(url, options));
}

/** Socket.IO's adapter does not handle failures of all its commands: one that Redis refuses would end the process. */
function forgiving(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  const duplicate = redis.duplicate.bind(redis);
  return Object.assign(redis, {
    sendCommand(...given: Parameters<Redis["sendCommand"]>) {
      given[0].promise.catch(() => undefined);
      return send(...given);
    },
    duplicate: () => forgiving(duplicate()),
  });
}

/** A connection to the Redis that joins several processes. */
export async function openRedis(url: string, options: Options, log: Logger): Promise<Redis> {
  const redis = await connect(url, options);
  let isAway = false;
  redis.on("error", (error: Error & { command?: unknown }) => {
    // The refused command may be the login (AUTH), with its password (threat 47).
    delete error.command;
    // The client reconnects for as long as it takes; the failure is logged once. If the host name has several
    // addresses, their errors come together as an AggregateError.
    const isUnreachable = "syscall" in error || error instanceof AggregateError;
    if (!(isAway && isUnreachable)) log.error({ err: error }, "Redis");
    isAway ||= isUnreachable;
  });
  redis.on("ready", () => {
    if (isAway) log.info("Redis is back");
    isAway = false;
  });
  return redis;
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
