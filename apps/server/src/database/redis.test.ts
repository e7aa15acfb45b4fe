import { once } from "node:events";
import { live, session } from "@mayfly/contracts";
import { Redis } from "ioredis";
import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { readConfig } from "../config.ts";
import { openThrottle } from "../limits/rate_limit.ts";
import { StartError } from "../process/start_error.ts";
import { start } from "../start.ts";
import { startRedis } from "../testing/redis.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { testApp } from "../testing/test_app.ts";
import { askRedis, openRedis } from "./redis.ts";

it("refuses to start if Redis refuses the login or the database, but not if Redis is away", async () => {
  const redis = await startRedis();
  const { port, url } = redis;
  await askRedis(url);
  await askRedis(`${url}/15`);
  await expect(askRedis(`${url}/16`)).rejects.toThrow(
    new StartError("The Redis of REDIS_URL cannot be used: ERR DB index is out of range"),
  );
  const operator = new Redis(url);
  await operator.config("SET", "requirepass", "right");
  await askRedis(`redis://:right@127.0.0.1:${port}`);
  await expect(askRedis(url)).rejects.toThrow(/^The Redis of REDIS_URL cannot be used: NOAUTH .*$/);
  const config = readConfig({ REDIS_URL: `redis://:wrong@127.0.0.1:${port}` });
  const begun = start(config, inject("templateUrl"), pino({ level: "silent" }), () => new Date());
  await expect(begun).rejects.toThrow(/: WRONGPASS .*$/);
  operator.disconnect();
  await redis.stop();
  await askRedis(url);
});

it("warns a process that runs only some of the roles, and hears nothing of others without Redis", async () => {
  const warned = async (settings: Record<string, string>) => {
    await using app = await testApp(settings);
    return app.log.some((line) => line.includes("REDIS_URL is not set"));
  };
  const redis = await startRedis();
  expect(await warned({ ROLES: "smtp" })).toBe(true);
  expect(await warned({ ROLES: "worker,web,smtp" })).toBe(false);
  expect(await warned({ ROLES: "smtp", REDIS_URL: redis.url })).toBe(false);
  await redis.stop();
});

it("goes on when Redis refuses its password, and does not log the password (threat 47)", async () => {
  const redis = await startRedis();
  const operator = new Redis(redis.url);
  await operator.config("SET", "requirepass", "the-old-password");
  const REDIS_URL = `redis://:the-old-password@127.0.0.1:${redis.port}`;
  await using app = await testApp({ ROLES: "web,smtp", REDIS_URL, RATE_LIMIT_FACTOR: "1" });
  await operator.config("SET", "requirepass", "another");
  await operator.call("CLIENT", "KILL", "SKIPME", "yes");
  await expect.poll(() => app.log.join("")).toContain("WRONGPASS");

  const [owner, other] = [await app.member("Administrator"), await app.member("Administrator")];
  const socket = await owner.listen();
  const heard = new Promise((resolve) => socket.once(live.newCustomerInbox, resolve));
  // A logout is to be published to the other processes, which cannot be.
  expect((await other.call(session.logout)).status).toBe(200);
  await using client = await SmtpClient.open(app.smtpPort);
  expect(await client.send(await app.address(owner), "Subject: x\r\n\r\n")).toMatch(/^250 /);
  await heard;
  socket.disconnect();
  expect(app.log.join("")).not.toContain("the-old-password");
  operator.disconnect();
  await redis.stop();
});

it("logs once that Redis is away, and once that it is back", async () => {
  const server = await startRedis();
  const said: string[] = [];
  const log = pino({}, { write: (line) => void said.push(JSON.parse(line).msg) });
  const redis = await openRedis(server.url, {}, log);
  await once(redis, "ready");
  let tries = 0;
  redis.on("reconnecting", () => {
    tries += 1;
  });
  await server.stop();
  await expect.poll(() => tries).toBeGreaterThan(5);
  expect(said).toEqual(["Redis is away"]);
  const again = await startRedis(server.port);
  await expect.poll(() => said).toEqual(["Redis is away", "Redis is back"]);
  redis.disconnect();
  await again.stop();
});

it("waits once for a Redis that is frozen, then not at all, and uses it again when it goes on (row Z15)", async () => {
  const server = await startRedis();
  const said: string[] = [];
  const log = pino({}, { write: (line) => void said.push(JSON.parse(line).msg) });
  const redis = await openRedis(server.url, { commandTimeout: 200 }, log);
  await once(redis, "ready");
  const throttle = openThrottle({ factor: 1, redis });
  const limit = 10;
  let uses = 0;
  const use = async () => {
    uses += 1;
    await throttle.use(["login_account_source", "a"]);
  };
  await use();
  server.freeze();
  let silent = 0;
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (...given) => {
    const sent = send(...given);
    given[0].promise.catch(({ message }: Error) => {
      if (message === "Command timed out" && given[0].name === "evalsha") silent += 1;
    });
    return sent;
  };
  for (let no = 1; no <= limit; no += 1) await use();
  // Counted in memory meanwhile, where the first use is not known.
  await expect(use()).rejects.toMatchObject({ type: "TooManyRequests" });
  expect([uses, silent]).toEqual([limit + 2, 1]);
  expect(said).toEqual(["Redis is away"]);
  server.goOn();
  await expect.poll(() => said).toEqual(["Redis is away", "Redis is back"]);
  await use();
  redis.disconnect();
  await server.stop();
});

it("says that Redis refuses what is asked of it, and counts alone meanwhile", async () => {
  const server = await startRedis();
  const said: string[] = [];
  const log = pino({}, { write: (line) => void said.push(line) });
  const redis = await openRedis(server.url, {}, log);
  await once(redis, "ready");
  const operator = new Redis(server.url);
  const throttle = openThrottle({ factor: 1, redis });
  const use = () => throttle.use(["login_account_source", "a"]);
  await use();
  await operator.replicaof("127.0.0.1", 1);
  for (let no = 1; no <= 3; no += 1) await use();
  await expect.poll(() => said.join("")).toContain("READONLY");
  expect(said).toHaveLength(1);
  await operator.replicaof("NO", "ONE");
  await use();
  for (const one of [redis, operator]) one.disconnect();
  await server.stop();
});
