import { once } from "node:events";
import { live, session } from "@mayfly/contracts";
import { pino } from "pino";
import { expect, inject, it } from "vitest";
import { readConfig } from "../config.ts";
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
  const operator = await openRedis(url, {}, pino({ level: "silent" }));
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
  const operator = await openRedis(redis.url, {}, pino({ level: "silent" }));
  await operator.config("SET", "requirepass", "the-old-password");
  const REDIS_URL = `redis://:the-old-password@127.0.0.1:${redis.port}`;
  await using app = await testApp({ ROLES: "web,smtp", REDIS_URL, RATE_LIMIT_FACTOR: "1" });
  await operator.config("SET", "requirepass", "another");
  await operator.call("CLIENT", "KILL", "SKIPME", "yes");
  const refused = () => app.log.filter((line) => line.includes("WRONGPASS")).length;
  await expect.poll(refused).toBeGreaterThan(0);

  const [owner, other] = [await app.member("Administrator"), await app.member("Administrator")];
  const socket = await owner.listen();
  const heard = new Promise((resolve) => socket.once(live.newCustomerInbox, resolve));
  const before = refused();
  // A logout is published to the other processes, which Redis refuses.
  expect((await other.call(session.logout)).status).toBe(200);
  await expect.poll(refused).toBeGreaterThan(before + 1);
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
  const redis = await openRedis(server.url, { retryStrategy: () => 10 }, log);
  await once(redis, "ready");
  let tries = 0;
  redis.on("reconnecting", () => {
    tries += 1;
  });
  await server.stop();
  await expect.poll(() => tries).toBeGreaterThan(5);
  expect(said).toEqual(["Redis"]);
  const again = await startRedis(server.port);
  await expect.poll(() => said).toEqual(["Redis", "Redis is back"]);
  redis.disconnect();
  await again.stop();
});
