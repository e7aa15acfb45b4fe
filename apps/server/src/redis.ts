import type { Redis, RedisOptions } from "ioredis";
import type { Logger } from "pino";

/** A connection to the Redis that joins several processes. Its client is loaded only where there is one. */
export async function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">, log: Logger): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, options);
  redis.on("error", (error) => log.error({ err: error }, "Redis"));
  return redis;
}
