import { live, session } from "@mayfly/contracts";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { start } from "../start.ts";
import { startRedis } from "../testing/redis.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { type TestApp, testApp } from "../testing/test_app.ts";

/** What the next event of a name brings. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into any event
const next = (socket: Socket, event: string) => new Promise<any>((resolve) => socket.once(event, resolve));

/** Why a connection was refused. */
async function refusal(app: TestApp, extraHeaders: Record<string, string>, transports = ["polling"]): Promise<string> {
  const socket = io(app.url + live.namespace, { extraHeaders, transports, reconnection: false });
  const connected = next(socket, "connect").then(() => new Error("connected"));
  const error: Error = await Promise.race([next(socket, "connect_error"), connected]);
  socket.disconnect();
  return error.message;
}

it("lets in whoever is logged in, from our own pages, over both transports (K48, threat 31)", async () => {
  await using app = await testApp();
  const { cookie } = await app.member("Member");
  for (const transports of [["polling"], ["websocket"]]) {
    expect(await refusal(app, { cookie }, transports)).toBe("connected");
    expect(await refusal(app, { cookie, origin: app.url }, transports)).toBe("connected");
    expect(await refusal(app, {}, transports)).toBe("unauthorized");
    expect(await refusal(app, { cookie: "sid=made-up" }, transports)).toBe("unauthorized");
    expect(await refusal(app, { cookie, origin: "https://evil.example" }, transports)).toMatch(/error/);
  }
});

it("takes no room, no event and no long packet from a client (threat 31)", async () => {
  await using app = await testApp();
  const owner = await app.member("Administrator");
  const stranger = await app.member("Administrator");
  const address = await app.address(owner);
  const socket = await stranger.listen();
  const heard: unknown[] = [];
  socket.onAny((...event) => heard.push(event));
  for (const name of ["join", "subscribe", live.newCustomerInbox, "stored"]) {
    socket.emit(name, `company:${owner.company}`, `administrators:${owner.company}`);
  }
  const witness = await owner.listen();
  const arrived = next(witness, live.newCustomerInbox);
  await using client = await SmtpClient.open(app.smtpPort);
  await client.send(address, "Subject: x\r\n\r\n");
  await arrived;
  expect(heard).toEqual([]);

  const closed = next(socket, "disconnect");
  socket.emit("x", "y".repeat(1_000_000));
  await closed;
  witness.disconnect();
});

it("reaches a browser that is connected to another process, through Redis", async () => {
  const redis = await startRedis();
  const shared = { REDIS_URL: redis.url, SECRET_KEY: "a secret key for tests, of 32 and more" };
  const app = await testApp({ ...shared, ROLES: "web" });
  const config = readConfig({ ...shared, ROLES: "smtp", SMTP_PORT: "0", DATABASE_URL: app.databaseUrl });
  const receiver = await start(config, app.databaseUrl, pino({ level: "silent" }), () => app.clock.now);

  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  const socket = await owner.listen();
  const arrived = next(socket, live.newCustomerInbox);
  await using client = await SmtpClient.open(receiver.smtpPort ?? 0);
  expect(await client.send(address, "Subject: across\r\n\r\n")).toMatch(/^250 /);
  expect(await arrived).toMatchObject({ subject: "across", recipients: address });

  socket.disconnect();
  await receiver.stop();
  await app[Symbol.asyncDispose]();
  await redis.stop();
});

it("works on while Redis is away, and lets browsers come again when it is back", async () => {
  const redis = await startRedis();
  const app = await testApp({ REDIS_URL: redis.url, RATE_LIMIT_FACTOR: "1" });
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  const socket = await owner.listen();
  await redis.stop();

  const arrived = next(socket, live.newCustomerInbox);
  await using client = await SmtpClient.open(app.smtpPort);
  expect(await client.send(address, "Subject: alone\r\n\r\n")).toMatch(/^250 /);
  expect(await arrived).toMatchObject({ subject: "alone" });
  const begin = performance.now();
  expect((await app.guest.call(session.login, { usr: owner.name, pwd: "wrong" })).status).toBe(401);
  expect(performance.now() - begin).toBeLessThan(5_000);

  const left = next(socket, "disconnect");
  const back = await startRedis(redis.port);
  expect(await left).toBe("transport close");
  (await owner.listen()).disconnect();
  await app[Symbol.asyncDispose]();
  await back.stop();
}, 30_000);

it("does not wait for a browser that keeps its connection when it stops", async () => {
  const app = await testApp();
  const member = await app.member("Member");
  const socket = await member.listen();
  const left = next(socket, "disconnect");
  expect((await member.call(session.get_logged_user)).status).toBe(200);
  const begin = performance.now();
  await app[Symbol.asyncDispose]();
  await left;
  expect(performance.now() - begin).toBeLessThan(4_000);
});
