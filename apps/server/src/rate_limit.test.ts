import { Redis } from "ioredis";
import { expect, it } from "vitest";
import { networkOf, openThrottle } from "./rate_limit.ts";
import { startRedis } from "./testing/redis.ts";

it("counts together with other processes in Redis, and alone while Redis is away", async () => {
  const redis = await startRedis();
  const client = () => {
    const one = new Redis(redis.url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    one.on("error", () => undefined);
    return new Promise<Redis>((resolve) => one.once("ready", () => resolve(one)));
  };
  const clients = [await client(), await client()] as const;
  const [one, two] = clients.map((each) => openThrottle({ factor: 1, redis: each }));
  const use = (throttle = one) => throttle?.use(["reset_account", "a@b.example"]);
  await use(one);
  await use(two);
  await use(one);
  await expect(use(two)).rejects.toMatchObject({ type: "TooManyRequests", retryAfter: expect.any(Number) });

  await redis.stop();
  await use(two);
  await use(two);
  await use(two);
  await expect(use(two)).rejects.toMatchObject({ type: "TooManyRequests" });
  for (const each of clients) each.disconnect();
});

it("takes a use back, is multiplied by the factor, and is off at 0", async () => {
  const throttle = openThrottle({ factor: 0.34, redis: undefined });
  await throttle.use(["reset_account", "x"]);
  await expect(throttle.use(["reset_account", "x"])).rejects.toMatchObject({ type: "TooManyRequests" });
  await throttle.giveBack(["reset_account", "x"]);
  await throttle.giveBack(["reset_account", "x"]);
  await throttle.use(["reset_account", "x"]);
  await expect(throttle.use(["reset_account", "x"])).rejects.toMatchObject({ type: "TooManyRequests" });
  await throttle.forget(["reset_account", "x"]);
  await throttle.use(["reset_account", "x"]);
  const off = openThrottle({ factor: 0, redis: undefined });
  for (let count = 0; count < 100; count += 1) await off.use(["reset_account", "x"]);
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"],
  ["2001:db8:1:2::", "2001:db8:1:2::"],
  ["unknown", "unknown"],
])("takes %s for the source %s", (address, source) => {
  expect(networkOf(address)).toBe(source);
});
