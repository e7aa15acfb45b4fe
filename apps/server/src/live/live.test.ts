import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { live, session } from "@mayfly/contracts";
import pg from "pg";
import { pino } from "pino";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../config.ts";
import { noSummary } from "../mail/summary.ts";
import { openMetrics } from "../monitoring/metrics.ts";
import { Refusal } from "../refusal.ts";
import { start } from "../start.ts";
import { slowdown } from "../testing/cpu_time.ts";
import { lockIsWaitedFor } from "../testing/lock.ts";
import { startRedis } from "../testing/redis.ts";
import { SmtpClient } from "../testing/smtp_client.ts";
import { sharedApp, type TestApp, type TestMember, testApp, testKey } from "../testing/test_app.ts";
import { connectionsOfMember, connectionsOfStrangers } from "./connections.ts";
import { type LiveOptions, startLive } from "./live.ts";

const app = sharedApp({ ROLES: "web,smtp", TRUST_PROXY: "127.0.0.1", DATABASE_CONNECTIONS: "10" });

/** The payload of the next event with this name. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks into any event
const next = (socket: Socket, event: string) => new Promise<any>((resolve) => socket.once(event, resolve));

/** The live channel by itself, with the parts that a test replaces, and the browser of a member. */
async function ownChannel({ clock, rootDb }: TestApp, member: TestMember, given: Partial<LiveOptions>) {
  const http = createServer().listen(0, "127.0.0.1");
  await once(http, "listening");
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const metrics = openMetrics([]);
  const channel = await startLive({
    ...{ http, redisUrl: undefined, publicUrl: new URL(url), cookieName: "sid", trustProxy: undefined },
    ...{ rootDb, clock: () => clock.now, onHeard() {}, onPushed() {} },
    ...{ messages: { prepare: () => undefined } as never, metrics, log: pino({ level: "silent" }), ...given },
  });
  const { cookie } = member;
  const socket = io(url + live.namespace, {
    extraHeaders: { cookie },
    transports: ["websocket"],
    reconnection: false,
  });
  return {
    ...{ channel, socket },
    /** How many browsers are connected. */
    held: async () => /^mayfly_live_sockets\{.*\} (\d+)$/m.exec(await metrics.registry.metrics())?.[1],
  };
}

const webSocket = ({ url }: TestApp) => `${url.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`;

/** Why a connection was refused. */
async function refusal(app: TestApp, extraHeaders: Record<string, string>, transports = ["polling"]): Promise<string> {
  const socket = io(app.url + live.namespace, { extraHeaders, transports, reconnection: false });
  const connected = next(socket, "connect").then(() => new Error("connected"));
  const error: Error = await Promise.race([next(socket, "connect_error"), connected]);
  socket.disconnect();
  return error.message;
}

it("accepts only logged-in members, from our own pages, over both transports (K48, threat 31)", async () => {
  const { cookie } = await app.member("Member");
  for (const transports of [["polling"], ["websocket"]]) {
    expect(await refusal(app, { cookie }, transports)).toBe("connected");
    expect(await refusal(app, { cookie, origin: app.url }, transports)).toBe("connected");
    expect(await refusal(app, {}, transports)).toBe("unauthorized");
    expect(await refusal(app, { cookie: "sid=made-up" }, transports)).toBe("unauthorized");
    expect(await refusal(app, { cookie, origin: "https://evil.example" }, transports)).toMatch(/error/);
    const rebound = { origin: "http://evil.example:4500", host: "evil.example:4500" };
    expect(await refusal(app, { cookie, ...rebound }, transports)).toMatch(/error/);
  }
});

it("closes a connection that has no valid session or that asks to join repeatedly (threat 31)", async () => {
  const { cookie } = await app.member("Member");
  const closed = async (given: string, asks: number) => {
    const socket = new WebSocket(webSocket(app), { headers: { cookie: given } } as never);
    const heard: string[] = [];
    socket.addEventListener("message", ({ data }) => {
      heard.push(String(data).replace(/\{.*"sid".*/, ""));
      if (heard.length === 1) for (let no = 0; no < asks; no += 1) socket.send(`40${live.namespace},`);
    });
    await once(socket, "close");
    return heard;
  };
  expect(await closed("sid=made-up", 1)).toEqual(["0", `44${live.namespace},{"message":"unauthorized"}`]);
  for (const given of ["sid=made-up", cookie]) expect((await closed(given, 100)).length).toBeLessThan(3);
});

it("limits the connections of one member, and not those of others (threat 31)", async () => {
  const [member, other] = [await app.member("Member"), await app.member("Member")];
  const sockets = await Promise.all(Array.from({ length: connectionsOfMember }, () => member.listen()));
  for (const transports of [["polling"], ["websocket"]]) {
    expect(await refusal(app, { cookie: member.cookie }, transports)).toBe(live.tooMany);
    expect(await refusal(app, { cookie: other.cookie }, transports)).toBe("connected");
  }
  const isLetIn = ({ cookie }: TestMember) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(webSocket(app), { headers: { cookie } } as never);
      socket.addEventListener("message", ({ data }) => {
        if (String(data).startsWith("0")) socket.send(`40${live.namespace},`);
        if (!String(data).startsWith(`40${live.namespace}`)) return;
        resolve(true);
        socket.close();
      });
      socket.addEventListener("close", () => resolve(false));
    });
  expect(await isLetIn(member)).toBe(false);
  expect(await isLetIn(other)).toBe(true);
  sockets.shift()?.disconnect();
  await expect.poll(() => isLetIn(member)).toBe(true);
  expect(sockets.every(({ connected }) => connected)).toBe(true);
  for (const socket of sockets) socket.disconnect();
});

it("limits the connections of one member that never join the namespace (threats 31, 49)", async () => {
  const [member, other] = [await app.member("Member"), await app.member("Member")];
  const most = connectionsOfMember + connectionsOfStrangers;
  const headers = { cookie: member.cookie };
  const sockets = Array.from({ length: most + 20 }, () => new WebSocket(webSocket(app), { headers } as never));
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, "message"), once(socket, "close")])));
  const held = () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  await expect.poll(held).toBe(most);
  const socket = await other.listen();
  expect(socket.connected).toBe(true);
  socket.disconnect();
  for (const one of sockets) one.close();
});

it("limits the connections of strangers, and still accepts members (threats 31, 49)", async () => {
  const member = await app.member("Member");
  const strangers = Array.from({ length: connectionsOfStrangers + 20 }, () => new WebSocket(webSocket(app)));
  const isOver = (socket: WebSocket) =>
    new Promise<boolean>((resolve) => {
      socket.addEventListener("message", () => resolve(false));
      socket.addEventListener("close", () => resolve(true));
    });
  const over = await Promise.all(strangers.map(isOver));
  const held = () => strangers.filter(({ readyState }) => readyState === WebSocket.OPEN).length;
  expect(over.filter((one) => !one).length).toBeGreaterThanOrEqual(connectionsOfStrangers);
  await expect.poll(held).toBe(connectionsOfStrangers);
  const socket = await member.listen();
  expect(socket.connected).toBe(true);
  socket.disconnect();
  for (const stranger of strangers) stranger.close();
});

it("lets a client join no room by its events, and disconnects one that sends a long packet (threat 31)", async () => {
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

it("announces messages in the order of their arrival, however long one takes to read", async () => {
  const owner = await app.member("Member");
  const other = await app.member("Member", owner.company);
  const [slow, read] = [new Set(["0", "4"]), new EventEmitter()];
  const messages = {
    prepare: () => undefined,
    // A slow message is read only after the next one.
    async read(source: string) {
      if (slow.has(source)) await once(read, String(Number(source) + 1));
      else setImmediate(() => read.emit(source));
      return { content: "" };
    },
  };
  const { channel, socket } = await ownChannel(app, owner, { messages: messages as never });
  await next(socket, "connect");
  const heard: string[] = [];
  socket.on(live.newCustomerInbox, ({ name }) => heard.push(name));
  const names = ["0", "1", "2", "3", "4", "5"];
  const message = { ...noSummary, company: owner.company, visibility: "Private", recipients: "" } as const;
  channel.announce(
    names.flatMap((name) =>
      [owner, other].map((member) => ({ ...message, name, source: name, owner: member.name, creation: app.clock.now })),
    ),
  );
  await expect.poll(() => heard).toEqual(names);
  await channel.close();
});

it("skips a message that was deleted before its announcement, without logging an error", async () => {
  const owner = await app.member("Member");
  const messages = {
    prepare: () => undefined,
    async read(source: string) {
      if (source === "gone") throw Refusal.notFound();
      return { content: "" };
    },
  };
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
  const { channel, socket } = await ownChannel(app, owner, { messages: messages as never, log });
  await next(socket, "connect");
  const heard = next(socket, live.newCustomerInbox);
  const message = { ...noSummary, company: owner.company, visibility: "Public", recipients: "" } as const;
  channel.announce(
    ["gone", "there"].map((name) => ({ ...message, name, source: name, owner: owner.name, creation: app.clock.now })),
  );
  expect((await heard).name).toBe("there");
  expect(lines).toEqual([]);
  await channel.close();
});

describe("with Redis", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  const app = sharedApp(() => ({ ROLES: "web,smtp", REDIS_URL: redis.url, RATE_LIMIT_FACTOR: "1" }));

  it("reaches a browser that is connected to another process, through Redis", async () => {
    const given = { REDIS_URL: redis.url, SECRET_KEY: testKey, DATABASE_URL: app.databaseUrl };
    const config = readConfig({ ...given, ROLES: "smtp", SMTP_PORT: "0" });
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
  });

  it("works without Redis while it is away, and makes browsers reconnect when it is back", async () => {
    const owner = await app.member("Administrator");
    const address = await app.address(owner);
    const socket = await owner.listen();
    await redis.stop();

    const arrived = next(socket, live.newCustomerInbox);
    await using client = await SmtpClient.open(app.smtpPort);
    expect(await client.send(address, "Subject: alone\r\n\r\n")).toMatch(/^250 /);
    expect(await arrived).toMatchObject({ subject: "alone" });
    const other = await app.member("Member");
    const hears = await other.listen();
    const hungUp = next(hears, "disconnect");
    await other.call(session.logout);
    expect(await hungUp).toBe("io server disconnect");
    const begin = performance.now();
    expect((await app.guest.call(session.login, { usr: owner.name, pwd: "wrong" })).status).toBe(401);
    const milliseconds = performance.now() - begin;
    expect(milliseconds / slowdown()).toBeLessThan(5_000);

    const left = next(socket, "disconnect");
    redis = await startRedis(redis.port);
    expect(await left).toBe("transport close");
    (await owner.listen()).disconnect();
  });
});

it.each([
  ["deactivated", "Member", { is_active: false }],
  ["demoted", "Administrator", { role: "Member" }],
] as const)("closes the connection of a member who is %s while connecting (threat 31)", async (_, role, data) => {
  const member = await app.member(role);
  let changed = false;
  const rootDb = app.rootDb.$extends({
    query: {
      session: {
        async findUnique({ args, query }) {
          const found = await query(args);
          if (changed) return found;
          changed = true;
          await app.rootDb.member.update({ where: { name: member.name }, data });
          channel.hangUp({ member: member.name });
          return found;
        },
      },
    },
  });
  const { channel, socket } = await ownChannel(app, member, { rootDb: rootDb as never });
  expect(await next(socket, "disconnect")).toBe("transport close");
  await channel.close();
});

it("closes a connection within an hour after its session has expired (threat 29)", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const member = await app.member("Member");
    const { channel, socket } = await ownChannel(app, member, {});
    await next(socket, "connect");
    const left = next(socket, "disconnect");
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(socket.connected).toBe(true);
    await app.rootDb.session.updateMany({ where: { member: member.name }, data: { expiry: app.clock.now } });
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(await left).toBe("transport close");
    await channel.close();
  } finally {
    vi.useRealTimers();
  }
});

it("announces many messages to a browser that reads, and disconnects one that does not", async () => {
  const member = await app.member("Administrator");
  const messages = { prepare: () => undefined, read: async () => ({ content: "x".repeat(200_000) }) };
  const { channel, socket, held } = await ownChannel(app, member, { messages: messages as never });
  await next(socket, "connect");
  const stored = { ...noSummary, source: "", company: member.company, owner: member.name } as const;
  const message = { ...stored, visibility: "Private", recipients: "", creation: app.clock.now } as const;
  // More than `unreadLength` and the system's own buffers together.
  const many = Array.from({ length: 250 }, (_, at) => ({ ...message, name: String(at) }));
  const last = new Promise<void>((resolve) =>
    socket.on(live.newCustomerInbox, ({ name }) => name === many.at(-1)?.name && resolve()),
  );
  channel.announce(many);
  await last;

  const { ws: wire } = socket.io.engine.transport as unknown as { ws: Duplex };
  wire.pause();
  channel.announce(many);
  await vi.waitFor(async () => expect(await held()).toBe("0"), 10_000);
  const left = next(socket, "disconnect");
  wire.resume();
  expect(await left).toBe("transport close");
  await channel.close();
});

it("stops without waiting for a browser that stays connected", async () => {
  const app = await testApp();
  const member = await app.member("Member");
  const socket = await member.listen();
  // While it switches from polling to a WebSocket the client has timers of its own, which would stand still as well.
  await expect.poll(() => socket.io.engine.transport.name).toBe("websocket");
  const left = next(socket, "disconnect");
  expect((await member.call(session.get_logged_user)).status).toBe(200);
  // A stop that waited for the browser would now wait for ever.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await app[Symbol.asyncDispose]();
  } finally {
    vi.useRealTimers();
  }
  await left;
});

it("looks up strangers of one network while many of another wait, also behind a proxy (threat 49)", async () => {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE session");
  const from = (network: string) => refusal(app, { cookie: "sid=made-up", "x-forwarded-for": network }, ["websocket"]);
  const asked = Array.from({ length: 10 }, () => from("192.0.2.1"));
  await lockIsWaitedFor(app.rootDb, 4);
  asked.push(from("192.0.2.2"));
  await lockIsWaitedFor(app.rootDb, 5);
  await client.query("ROLLBACK");
  for (const answer of await Promise.all(asked)) expect(answer).toBe("unauthorized");
  await client.end();
});
