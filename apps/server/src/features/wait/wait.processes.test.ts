import { resources } from "@mayfly/contracts";
import { pino } from "pino";
import { expect, it } from "vitest";
import { readConfig } from "../../config.ts";
import { start } from "../../start.ts";
import { type ApiClient, apiClient, clientWith } from "../../testing/api_client.ts";
import { slowdown } from "../../testing/cpu_time.ts";
import { startRedis } from "../../testing/redis.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { testApp, testKey } from "../../testing/test_app.ts";

const { emails } = resources;

it("wakes calls in every process, gives each message to one of them, and answers all when a process stops", async () => {
  const redis = await startRedis();
  await using app = await testApp({ ROLES: "web,smtp", REDIS_URL: redis.url });
  const given = { REDIS_URL: redis.url, SECRET_KEY: testKey, DATABASE_URL: app.databaseUrl, RATE_LIMIT_FACTOR: "0" };
  const config = readConfig({ ...given, ROLES: "web", PORT: "0", DATABASE_CONNECTIONS: "5" });
  const other = await start(config, app.databaseUrl, pino({ level: "silent" }), () => app.clock.now);
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  const here = await apiClient(app, owner);
  const url = `http://127.0.0.1:${other.httpPort}`;
  const fetchThere: ApiClient["fetch"] = async (path, init) => {
    const answer = await fetch(url + path, init);
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  };
  const there = clientWith({ guest: { ...app.guest, fetch: fetchThere } }, here.key);
  const both = [
    { client: here, waiters: app.waiters },
    { client: there, waiters: other.waiters },
  ];
  const wait = (input: object) => both.map(({ client }) => client.call(emails.wait, { id: address, ...input }));
  const waiting = async () => {
    for (const { waiters } of both) await expect.poll(() => waiters.waitingAt(address), { interval: 5 }).toBe(1);
  };
  await using smtp = await SmtpClient.open(app.smtpPort);

  const seen = wait({});
  await waiting();
  const begun = performance.now();
  await smtp.send(address, "Subject: for both\r\n\r\n");
  for (const { body } of await Promise.all(seen)) expect(body).toMatchObject({ messages: [{ subject: "for both" }] });
  // Woken, not found by looking again.
  const milliseconds = performance.now() - begun;
  expect(milliseconds / slowdown()).toBeLessThan(4_000);

  const claims = wait({ claim: true, since: new Date(app.clock.now).toISOString(), match: { subject: "for one" } });
  await waiting();
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await smtp.send(address, "Subject: for one\r\n\r\n");
  const first = (await Promise.race(claims)).body.messages[0];
  await smtp.send(address, "Subject: for one more\r\n\r\n");
  const names = (await Promise.all(claims)).map(({ body }) => body.messages[0].name);
  expect(new Set(names).size).toBe(2);
  expect(names).toContain(first.name);

  const [, left] = wait({ since: new Date(app.clock.now).toISOString(), match: { subject: "nothing" } });
  await waiting();
  const stopped = performance.now();
  await other.stop();
  const stopping = performance.now() - stopped;
  expect(stopping / slowdown()).toBeLessThan(4_000);
  const { body } = (await left) as Awaited<typeof left> & object;
  expect(body).toMatchObject({ found: false, explanation: { advice: "The server is stopping: call again." } });
  expect(body.waited_ms / slowdown()).toBeLessThan(20_000);
  await redis.stop();
});
