import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Mayfly } from "@mayfly/client";
import { domain, live, resources, session, team } from "@mayfly/contracts";
import { freePort } from "@mayfly/server/process/free_port";
import { storedKey } from "@mayfly/server/testing/api_client";
import { dnsServer } from "@mayfly/server/testing/dns_server";
import { FaultProxy, type Way } from "@mayfly/server/testing/fault_proxy";
import { MailSink } from "@mayfly/server/testing/mail_sink";
import { closeToWriting } from "@mayfly/server/testing/postgres";
import { startRedis } from "@mayfly/server/testing/redis";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { io } from "socket.io-client";
import { send } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { root, scratchFolder } from "../bench/folders.ts";
import { listen } from "../bench/listener.ts";
import { createAccount, logIn, startMayfly, startServer } from "../bench/mayfly.ts";
import { run as execute } from "../bench/programs.ts";
import { patience, until } from "../bench/until.ts";
import { type Count, none } from "./proof.ts";
import { mountSmallDisk } from "./small_disk.ts";

/** No call takes longer: a statement has 30 s, its answer 35 s, and a connection to the database 5 s. Milliseconds. */
const bound = 45_000;
/** Whoever finds out that the database is silent waits for twice 5 s. Milliseconds. */
const slowestWanted = 15_000;
/** How soon a caller is served again once nothing is away any more. Milliseconds. */
const back = 2_000;
/** How long programs are kept waiting: longer than the fixture's test may take, and in the whole proof half a minute. Milliseconds. */
const programsWait = { short: 6_000, whole: 30_000 };
const logPause = 10_000;

/** What a caller met: it was served, was told to come again, or neither. */
interface Met {
  said: string;
  how: "served" | "put off" | "broken";
}
type Expected = "served" | "put off" | "either";

const callers = ["session", "key", "agent", "smtp", "socket", "page"] as const;
type Caller = (typeof callers)[number];

interface Row {
  dependency: string;
  fault: string;
  /** Which callers it concerns, and how; the others are served. */
  expected: Partial<Record<Caller, Expected>>;
  /** How the log names it; undefined where there is nothing to say. */
  outage?: string;
  /** @returns ends it */
  begin(world: World): Promise<() => Promise<unknown>>;
  /** A caller may find its connection closed: there is nothing left to tell it more with. */
  closes?: true;
  /** Takes as long as the bounds that it tries. */
  isLong?: true;
  /** A program that uses the client and one that uses its fixture go on when it is over. */
  programs?: true;
}

const everybody = (how: Expected) => Object.fromEntries(callers.map((caller) => [caller, how]));
const noMail = { smtp: "put off" } as const;
/** Keys are known for a moment, and pages are made without what the database would have shown. */
const withoutDatabase = { ...everybody("put off"), key: "either", page: "either", agent: "either" } as const;

const throughProxy =
  (which: "postgres" | "relay", way: Way): Row["begin"] =>
  async ({ proxies }) => {
    await proxies[which].set(way);
    return () => proxies[which].set("open");
  };

const redisSays =
  (command: string, undo: string): Row["begin"] =>
  async ({ redis }) => {
    await say(redis.port, command);
    return () => say(redis.port, undo);
  };

const dnsAnswers =
  (way: "nothing" | "SERVFAIL"): Row["begin"] =>
  async (world) => {
    world.dnsAnswer = way;
    return async () => {
      world.dnsAnswer = "records";
    };
  };

/** Faults that the log says the same of are apart: it says nothing twice in ten seconds. */
const rows: Row[] = [
  {
    ...{ dependency: "Postgres", fault: "refused", expected: withoutDatabase, outage: "the database is away" },
    ...{ begin: throughProxy("postgres", "refused"), programs: true },
  },
  {
    ...{ dependency: "Redis", fault: "refused", expected: {}, outage: "Redis is away" },
    begin: async (world) => {
      await world.redis.stop();
      return async () => {
        world.redis = await startRedis(world.redis.port);
        atEnd(world.redis.stop);
      };
    },
  },
  {
    ...{ dependency: "Redis", fault: "read-only", expected: {}, outage: "Redis refuses" },
    begin: redisSays("REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"),
  },
  { ...{ dependency: "DNS", fault: "frozen", expected: {} }, begin: dnsAnswers("nothing") },
  {
    ...{ dependency: "Postgres", fault: "read-only", outage: "the database is read-only" },
    expected: { ...noMail, key: "put off", agent: "put off" },
    async begin(world) {
      const end = await closeToWriting(world.databaseUrl);
      // Every connection was ended for it, which is another outage: it is over once a new one reads.
      for (const caller of ["session", "socket"] as const) {
        const giveUp = performance.now() + patience;
        while ((await ask(caller, world)).how !== "served" && performance.now() < giveUp) await wait(50);
      }
      return end;
    },
  },
  {
    ...{ dependency: "Redis", fault: "frozen", expected: {}, outage: "Redis is away" },
    begin: async ({ redis }) => {
      redis.freeze();
      return async () => redis.goOn();
    },
  },
  {
    ...{ dependency: "Redis", fault: "full", expected: {}, outage: "Redis refuses" },
    begin: redisSays("CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"),
  },
  { ...{ dependency: "DNS", fault: "full", expected: {} }, begin: dnsAnswers("SERVFAIL") },
  {
    ...{ dependency: "relay", fault: "refused", expected: {}, outage: "the relay is away" },
    begin: throughProxy("relay", "refused"),
  },
  {
    ...{ dependency: "Postgres", fault: "frozen", expected: withoutDatabase, outage: "the database is away" },
    ...{ begin: throughProxy("postgres", "frozen"), isLong: true },
  },
  {
    ...{ dependency: "Redis", fault: "slow", expected: {}, outage: "Redis is away", isLong: true },
    begin: async ({ proxies }) => {
      await proxies.redis.set("slow");
      return () => proxies.redis.set("open");
    },
  },
  {
    ...{ dependency: "relay", fault: "frozen", expected: {}, outage: "the relay is away" },
    ...{ begin: throughProxy("relay", "frozen"), isLong: true },
  },
  {
    ...{ dependency: "Postgres", fault: "slow", expected: withoutDatabase, outage: "the database is away" },
    ...{ begin: throughProxy("postgres", "slow"), isLong: true },
  },
  {
    ...{ dependency: "relay", fault: "slow", expected: {}, outage: "the relay is away" },
    ...{ begin: throughProxy("relay", "slow"), isLong: true },
  },
  {
    ...{ dependency: "disk", fault: "full", outage: "the disk takes no more" },
    // What finds room in the pages that there are is taken.
    expected: everybody("either"),
    isLong: true,
    async begin({ disk, smtpPort, address }) {
      // What is left is soon taken, by Postgres itself too.
      await disk?.fill(0).catch((error) => {
        if (error.code !== "ENOSPC") throw error;
      });
      await using client = await SmtpClient.open(smtpPort);
      const text = () =>
        `Subject: fills\r\n\r\n${randomBytes(30_000).toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`;
      let reply: string | undefined = "250";
      for (let sent = 0; sent < 1_000 && reply?.startsWith("2"); sent += 1) reply = await client.send(address, text());
      if (!reply?.startsWith("4")) throw new Error(`A full disk was answered with ${reply}`);
      return async () => disk?.empty();
    },
  },
  {
    ...{ dependency: "file descriptors", fault: "full", outage: "no file descriptor is left", closes: true },
    expected: everybody("either"),
    async begin({ pid, url }) {
      const open = await readdir(`/proc/${pid}/fd`);
      await limitFiles(pid, open.length);
      // What others have closed is taken, until the system finds nothing left for the next connection, and resets it.
      const held: Socket[] = [];
      const take = () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
        held.push(socket);
        // One that is not read does not hear that it was closed.
        return socket.resume();
      };
      while (!(await Promise.race([once(take(), "close"), wait(500)])));
      // What the server itself gives up meanwhile, such as an idle connection of a pool, is taken too.
      const taking = setInterval(take, 200);
      return async () => {
        clearInterval(taking);
        for (const socket of held) socket.destroy();
        await limitFiles(pid, 4_096);
      };
    },
  },
];

/** The cells that make no sense. */
const senseless: [what: string, why: string][] = [
  ["DNS refused", "a datagram is not refused but unanswered: frozen"],
  ["DNS slow", "a datagram comes whole or not: frozen, once it is late"],
  ["DNS and relay read-only", "nothing is written there but what they take or refuse: full"],
  ["relay full", "a relay that answers 4xx is there, and its mail waits like any other (outgoing_mail.test.ts)"],
  ["disk refused, frozen, slow", "Postgres alone writes to it before an answer: Postgres refused, frozen, slow"],
  ["disk read-only", "Postgres stops: Postgres refused"],
  ["memory full", "prove -- smtp, and receiver.room.test.ts: 452"],
  ["memory and file descriptors refused, frozen, slow, read-only", "there is enough, or not: full"],
];

interface World {
  /** What the server was started with. */
  settings: Record<string, string>;
  url: string;
  smtpPort: number;
  pid: number;
  databaseUrl: string;
  proxies: Record<"postgres" | "redis" | "relay", FaultProxy>;
  redis: Awaited<ReturnType<typeof startRedis>>;
  sink: MailSink;
  dnsAnswer: "records" | "nothing" | "SERVFAIL";
  disk: { fill(free: number): Promise<void>; empty(): Promise<void> } | undefined;
  cookie: string;
  key: string;
  address: string;
  /** Subjects of the mail that an open page has heard of, and that a webhook was told of. */
  heard: Set<string>;
  told(): string[];
  /** What the server has logged. */
  lines: Line[];
}

interface Line {
  at: number;
  level: number;
  outage?: string;
  msg: string;
  err?: { message: string };
}

/** Everything that the server needs may be away, in each way, while each kind of caller calls (row Z15). */
export async function run(): Promise<Count[]> {
  return outageMatrix({ isWhole: true });
}

/** @param isWhole false: without the rows that take as long as the bounds that they try */
export async function outageMatrix({ isWhole }: { isWhole: boolean }): Promise<Count[]> {
  const world = await startWorld(isWhole);
  const counts: Count[] = [];
  console.log(`\n${lineOf(Object.fromEntries(["outage", ...callers].map((column) => [column, column])))}`);
  for (const row of rows) {
    const name = `${row.dependency} ${row.fault}`;
    if (row.isLong && !isWhole) continue;
    if (row.dependency === "disk" && world.disk === undefined) {
      counts.push({ what: `${name}: not tried, this system lets nothing be mounted`, value: 0 });
      continue;
    }
    const { cells, found } = await tryRow(row, world, isWhole);
    counts.push(...found);
    console.log(lineOf({ outage: name, ...cells }));
  }
  counts.push(...(await fewDescriptors(world)));
  for (const [what, why] of senseless) console.log(`${what}: ${why}`);
  return counts;
}

async function tryRow(row: Row, world: World, isWhole: boolean) {
  const name = `${row.dependency} ${row.fault}`;
  const begun = performance.now();
  const end = await row.begin(world);
  const invited = `${crypto.randomUUID().slice(0, 8)}@elsewhere.example`;
  const cells: Record<string, string> = {};
  const longest: Partial<Record<Caller, number>> = {};
  const wrong: string[] = [];
  let slowest = 0;
  let hung = 0;
  let programs: Awaited<ReturnType<typeof startPrograms>> | undefined;
  try {
    const meet = async (caller: Caller) => {
      const start = performance.now();
      const met = await ask(caller, world);
      const took = performance.now() - start;
      slowest = Math.max(slowest, took);
      if (took > bound) hung += 1;
      if (took > (longest[caller] ?? 0)) cells[caller] = `${met.said} ${(took / 1000).toFixed(1)} s`;
      longest[caller] = Math.max(took, longest[caller] ?? 0);
      const expected = row.expected[caller] ?? "served";
      const isClosed = row.closes === true && met.said === "closed";
      const isRight = expected === "either" ? met.how !== "broken" : met.how === expected;
      if (!isRight && !isClosed) wrong.push(`${caller}: ${met.said}`);
    };
    // Twice: what finds out that something is away, and what comes after it.
    for (const _ of [1, 2]) await Promise.all(callers.map(meet));
    await Promise.all([inviteIfServed(world, invited), checkDomain(world)]);
    // The line of an outage before, of the same kind, may be less than ten seconds ago.
    const isSaid = () => row.outage === undefined || saysSo(world, row.outage, begun);
    for (const giveUp = performance.now() + patience; !isSaid() && performance.now() < giveUp; await wait(500))
      await Promise.all([ask("key", world), inviteIfServed(world, `${crypto.randomUUID()}@elsewhere.example`)]);
    if (row.programs) {
      programs = await startPrograms(world);
      await wait(programsWait[isWhole ? "whole" : "short"]);
    }
  } finally {
    await end();
  }
  const ended = performance.now();
  const recoveries = await Promise.all(
    callers.map(async (caller) => {
      while ((await ask(caller, world)).how !== "served" && performance.now() - ended < patience) await wait(50);
      return performance.now() - ended;
    }),
  );
  const jobs = await worksAgain(world, invited, row);
  const window = world.lines.filter(({ at, level }) => at >= begun && at <= ended && level >= 40);
  const tooMany = repeated(window, ended - begun);
  if (wrong.length + tooMany.length > 0) {
    console.error(name, wrong, tooMany);
    for (const { msg, outage, err } of window) console.error(outage, msg, err?.message);
  }
  const found: Count[] = [
    none(`${name}: callers answered otherwise than expected`, wrong.length),
    none(`${name}: calls longer than ${bound / 1000} s`, hung),
    { what: `${name}: slowest call, ms`, value: slowest, below: slowestWanted, timed: true },
    {
      what: `${name}: until every caller is served again, ms`,
      value: Math.max(...recoveries),
      below: back,
      timed: true,
    },
    none(`${name}: callers that were not served again`, recoveries.filter((took) => took >= patience).length),
    none(`${name}: jobs that were not done afterwards`, jobs),
    none(`${name}: kinds of log lines that came more than once in ten seconds`, tooMany.length),
  ];
  if (row.outage) found.push(none(`${name}: not said in the log`, saysSo(world, row.outage, begun) ? 0 : 1));
  if (programs) {
    const failed = await programs.failed;
    for (const text of failed) console.error(text);
    found.push(none(`${name}: programs that did not outlive it`, failed.length));
  }
  return { cells, found };
}

const saysSo = ({ lines }: World, outage: string, since: number) =>
  lines.some(({ at, outage: said, msg }) => at >= since && (said ?? msg) === outage);

/** What was logged more often than once in ten seconds. */
function repeated(lines: Line[], milliseconds: number): string[] {
  const counts = new Map<string, number>();
  for (const { outage, msg } of lines) counts.set(outage ?? msg, (counts.get(outage ?? msg) ?? 0) + 1);
  const most = 1 + Math.ceil(milliseconds / logPause);
  return [...counts].filter(([, count]) => count > most).map(([what, count]) => `${what}: ${count} lines`);
}

/** What a caller meets. Never throws. */
async function ask(caller: Caller, world: World): Promise<Met> {
  const signal = AbortSignal.timeout(bound + 5_000);
  try {
    return await calls[caller](world, signal);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    if (name === "TimeoutError") return { said: "no answer", how: "broken" };
    const isClosed = /ECONN|UND_ERR_SOCKET|EPIPE/.test(cause?.code ?? (error as { code?: string }).code ?? "");
    return { said: isClosed ? "closed" : String(error), how: "broken" };
  }
}

async function metOf(response: Response): Promise<Met> {
  const text = await response.text();
  const { status } = response;
  if (status === 503 && response.headers.has("retry-after")) return { said: "503", how: "put off" };
  if (status >= 300) return { said: `${status} ${text.slice(0, 100)}`, how: "broken" };
  return { said: `${status}`, how: "served" };
}

const calls: Record<Caller, (world: World, signal: AbortSignal) => Promise<Met>> = {
  session: async ({ url, cookie }, signal) => metOf(await send({ url, cookie }, session.get_logged_user, {}, signal)),
  key: async ({ url, key }, signal) => metOf(await send({ url, key }, resources.emails.create, {}, signal)),
  async agent({ url, key }, signal) {
    const response = await fetch(`${url}/mcp`, {
      ...{ method: "POST", signal },
      headers: {
        ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "create_address", arguments: {} },
      }),
    });
    const text = await response.clone().text();
    // A tool that cannot do its work says so in its result, to the model.
    if (response.ok && /"isError":true/.test(text)) {
      const isAway = /try again|unavailable/i.test(text);
      return isAway ? { said: "told so", how: "put off" } : { said: text.slice(0, 300), how: "broken" };
    }
    return metOf(response);
  },
  async smtp({ smtpPort, address }, signal) {
    await using client = await SmtpClient.connect(smtpPort);
    signal.addEventListener("abort", () => client.socket.destroy());
    const greeting = (await client.reply()) ?? "closed";
    const reply = greeting.startsWith("220")
      ? ((await client.send(address, "Subject: outage\r\n\r\n")) ?? "closed")
      : greeting;
    const said = reply.slice(0, 3) === "clo" ? reply : reply.slice(0, 3);
    return { said, how: /^2/.test(said) ? "served" : /^4/.test(said) ? "put off" : "broken" };
  },
  async socket({ url, cookie }, signal) {
    const socket = io(url + live.namespace, {
      ...{ extraHeaders: { cookie, origin: url }, transports: ["websocket"], forceNew: true, reconnection: false },
      timeout: bound,
    });
    try {
      return await new Promise<Met>((resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        socket.once("connect", () => resolve({ said: "joined", how: "served" }));
        // A page that is told that nobody is logged in asks for the password.
        socket.once("connect_error", ({ message }) =>
          resolve({ said: message, how: message === live.unauthorized ? "broken" : "put off" }),
        );
      });
    } finally {
      socket.disconnect();
    }
  },
  page: async ({ url, cookie }, signal) => metOf(await fetch(`${url}/dashboard`, { headers: { cookie }, signal })),
};

/** Asks for a mail, whose job then waits for the relay. */
async function inviteIfServed({ url, cookie }: World, email: string): Promise<void> {
  const input = { email, name: "Somebody", role: "Member" };
  await send({ url, cookie }, team.invite_team_member, input, AbortSignal.timeout(bound)).catch(() => undefined);
}

/** Has the records of a domain looked up: the only call that waits for DNS. */
async function checkDomain({ url, cookie }: World): Promise<void> {
  const input = { domain: "outage.example" };
  await send({ url, cookie }, domain.verify_domain, input, AbortSignal.timeout(bound)).catch(() => undefined);
}

/** @returns how many kinds of work are not done once nothing is away: a webhook, an open page's news, and mail */
async function worksAgain(world: World, invited: string, { dependency, fault }: Row): Promise<number> {
  const subject = `after ${dependency} ${fault} ${crypto.randomUUID()}`;
  await using client = await SmtpClient.open(world.smtpPort);
  const isTold = () => world.told().some((body) => body.includes(subject));
  // A page that has lost its connection hears what comes once it has the next one, up to some seconds later.
  for (const giveUp = performance.now() + patience; performance.now() < giveUp; ) {
    await client.send(world.address, `Subject: ${subject}\r\n\r\n`);
    await until(() => isTold() && world.heard.has(subject), 1_000);
    if (isTold() && world.heard.has(subject)) break;
  }
  // Repeated for those whose invitation was not taken: of one that was, the answer is a refusal.
  await inviteIfServed(world, invited);
  const mail = await Promise.race([world.sink.next(invited), wait(patience)]);
  return [isTold(), world.heard.has(subject), mail !== undefined].filter((done) => !done).length;
}

/** Programs that begin while something is away: one that uses the client, and one that uses its fixture for Playwright. */
async function startPrograms({ url, key }: World): Promise<{ failed: Promise<string[]> }> {
  const failures: string[] = [];
  const http = await openProxy(Number(new URL(url).port));
  const folder = await scratchFolder("fixture");
  const env = { MAYFLY_URL: `http://127.0.0.1:${http.port}`, MAYFLY_KEY: key, FIXTURE_OUTPUT: folder };
  const command = path.join(root, "node_modules/.bin/playwright");
  const args = ["test", "--config=prove/fixture/playwright.config.ts"];
  const fixture = new Promise<void>((resolve) => {
    execFile(command, args, { cwd: root, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      if (error) failures.push(`${stdout}${stderr}`);
      resolve();
    });
  });
  // The fixture asks for its address.
  await until(() => http.connections > 0);
  const client = new Mayfly({ url, key }).emails.create().catch((error) => failures.push(String(error)));
  return { failed: Promise.all([client, fixture]).then(() => failures) };
}

async function openProxy(target: number): Promise<FaultProxy> {
  const proxy = await FaultProxy.open(target);
  atEnd(async () => proxy[Symbol.asyncDispose]());
  return proxy;
}

async function limitFiles(pid: number, most: number): Promise<void> {
  await execute("prlimit", [`--pid=${pid}`, `--nofile=${most}:`]);
}

/** Says a command to Redis. */
async function say(port: number, command: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${command}\r\n`);
  const [answer] = await once(socket, "data");
  socket.destroy();
  if (!String(answer).startsWith("+OK")) throw new Error(`Redis answers ${command} with ${answer}`);
}

async function startWorld(hasDisk: boolean): Promise<World> {
  const small = hasDisk ? await mountSmallDisk(600) : undefined;
  const secret = { SECRET_KEY: "a secret key for proofs, of 32 and more" };
  // This process only keeps the embedded Postgres running, which the one that is tried reaches through a proxy.
  const keeper = await startMayfly("outages", { ...secret, ROLES: "web", ...(small && { DATA_DIR: small.folder }) });
  const { rootDb } = keeper;
  const redis = await startRedis();
  atEnd(redis.stop);
  const sink = await MailSink.open();
  atEnd(async () => sink[Symbol.asyncDispose]());
  const database = new URL(keeper.databaseUrl);
  const proxies = {
    postgres: await openProxy(Number(database.port)),
    redis: await openProxy(redis.port),
    relay: await openProxy(Number(new URL(sink.url).port)),
  };
  const dns = await dnsServer(() =>
    world.dnsAnswer === "nothing" ? undefined : world.dnsAnswer === "SERVFAIL" ? "SERVFAIL" : [],
  );
  atEnd(async () => dns[Symbol.asyncDispose]());
  database.port = String(proxies.postgres.port);
  const [port, smtpPort] = [await freePort(), await freePort()];
  const settings = {
    ...{ ...secret, PORT: `${port}`, SMTP_PORT: `${smtpPort}`, DATA_DIR: await scratchFolder("outages-files") },
    ...{ DATABASE_URL: database.href, REDIS_URL: `redis://127.0.0.1:${proxies.redis.port}`, LOG_LEVEL: "warn" },
    // All calls come from one address and company here.
    ...{ RATE_LIMIT_FACTOR: "1000", SMTP_MAX_CONNECTIONS_PER_ADDRESS: "2000", ALLOW_PRIVATE_NETWORK: "on" },
    ...{ OUTGOING_MAIL_URL: `smtp://127.0.0.1:${proxies.relay.port}`, DNS_SERVERS: dns.address },
    ...{ HTTP_MAX_CONNECTIONS: "500", SMTP_MAX_CONNECTIONS: "200" },
  };
  const lines: Line[] = [];
  const server = await startServer(settings, { onOutput: linesInto(lines) });
  const { company, owner, address } = await createAccount(rootDb, "outage");
  const receiver = await webhookReceiver();
  atEnd(async () => receiver[Symbol.asyncDispose]());
  const event = "email.received";
  await rootDb.webhook.create({ data: { name: "outage", company, owner, url: receiver.url, event } });
  const own = { domain_name: "outage.example", company, owner, verification_token: "x" };
  await rootDb.domain.create({ data: own });
  const { key } = await storedKey(rootDb, { company, member: owner, label: "outage" });
  const world: World = {
    ...{ url: `http://127.0.0.1:${port}`, smtpPort, pid: server.pid, databaseUrl: keeper.databaseUrl },
    ...{ proxies, redis, sink, dnsAnswer: "records", disk: small, cookie: await logIn(rootDb, owner), key, address },
    ...{ settings, heard: new Set(), told: () => receiver.received.map(({ body }) => body), lines },
  };
  await listen(world.url, world.cookie, (subject) => world.heard.add(subject));
  return world;
}

/** Adds what a server logs. */
function linesInto(lines: Line[]): (text: string) => void {
  let rest = "";
  return (text) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.startsWith("{")) lines.push({ ...JSON.parse(part), at: performance.now() });
  };
}

const few = { files: 256, connections: 70 };

/** A receiver with a low limit of open files says so, and tells senders to come again: the system would reset them. */
async function fewDescriptors({ settings }: World): Promise<Count[]> {
  const lines: Line[] = [];
  const port = await freePort();
  const given = { ...settings, ROLES: "smtp", SMTP_PORT: `${port}` };
  const server = await startServer(given, { files: few.files, onOutput: linesInto(lines) });
  const clients = await Promise.all(Array.from({ length: few.connections }, () => SmtpClient.connect(port)));
  const replies = await Promise.all(clients.map((client) => client.reply()));
  for (const client of clients) client.socket.destroy();
  await server.stop();
  const count = (code: string) => replies.filter((reply) => reply?.startsWith(code)).length;
  const name = `${few.files} open files`;
  return [
    none(`${name}: connections that were told nothing`, few.connections - count("220") - count("421")),
    { what: `${name}: connections that were told to come again`, value: count("421"), atLeast: 1 },
    {
      what: `${name}: warnings at the start`,
      value: lines.filter(({ msg }) => /open files/.test(msg)).length,
      atLeast: 1,
      below: 2,
    },
  ];
}

/** A row of the table. */
const lineOf = (cells: Record<string, string>) =>
  ["outage", ...callers].map((column) => (cells[column] ?? "").padEnd(24)).join(" ");
