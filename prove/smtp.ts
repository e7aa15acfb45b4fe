import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "@mayfly/server/process/free_port";
import { messagesTo } from "@mayfly/server/testing/messages";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { createAccount, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { until } from "../bench/until.ts";
import { inspected, memoryGrowth, memoryOf } from "./memory.ts";
import { type Count, none } from "./proof.ts";

const perAddress = 50;
const line = `${"x".repeat(70)}\r\n`;
const mebibyte = 2 ** 20;
/** Opens an attacker's socket: it does not close its own side, so the server has to cut the connection. */
const attacker = (port: number) => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true, noDelay: true });
  return socket.on("error", () => undefined);
};

/** Hostile clients of every kind, one kind after the other, and beside them a neighbour from another address. */
export async function run(args: string[]): Promise<Count[]> {
  const options = readOptions(args, { connections: 3_000, clients: 40, megabytes: 24, seconds: 8 });
  const inspectorPort = await freePort();
  const mayfly = await startMayfly("smtp", {
    ...inspected(inspectorPort),
    SMTP_MAX_CONNECTIONS: "400",
    SMTP_MAX_CONNECTIONS_PER_ADDRESS: `${perAddress}`,
    SMTP_MAX_MESSAGE_BYTES: `${options.megabytes * mebibyte}`,
    SMTP_TRANSACTION_SECONDS: `${options.seconds}`,
    SMTP_IDLE_SECONDS: `${options.seconds}`,
  });
  const victim = await createAccount(mayfly.rootDb, "victim");
  const other = await createAccount(mayfly.rootDb, "neighbour");
  const neighbour = new Neighbour(mayfly, other.address);
  const { connections, megabytes } = options;
  // The baseline is the memory after some ordinary work, not right after the start.
  await neighbour.go(Math.max(5, connections / 10));
  const before = await memoryOf(inspectorPort);

  const clients = Math.min(options.clients, perAddress);
  const attacks = [
    () => flood(mayfly, neighbour, connections),
    () => drip(mayfly, victim.address, clients),
    () => neverRead(mayfly, clients),
    () => chatter(mayfly, clients),
    () => drop(mayfly, victim.address, clients, megabytes),
    () => tooLarge(mayfly, victim.address, clients, megabytes),
    () => dropChunks(mayfly, victim.address, clients, megabytes),
    () => guess(mayfly, clients),
    () => guessLogins(mayfly, clients),
    () => relay(mayfly),
  ];
  const counts: Count[] = [];
  for (const attack of attacks) {
    counts.push(...(await attack()));
  }
  // None of the attacks sent a whole message.
  counts.push(
    none(
      "messages stored from connections that sent none",
      await mayfly.rootDb.customerInbox.count({ where: { recipients: victim.address } }),
    ),
  );
  counts.push(...(await dots(mayfly, victim.address, megabytes)));
  await neighbour.go(5);
  await neighbour.stop();
  const after = await memoryOf(inspectorPort);
  const kept = await mayfly.rootDb.customerInbox.count({ where: { recipients: other.address } });
  const late = neighbour.failures.filter((reply) => reply.startsWith("421 4.4.2 Transaction took too long")).length;
  return [
    ...counts,
    { what: "the neighbor's messages meanwhile", value: neighbour.sent, atLeast: 20 },
    none("of them refused, unanswered or lost", neighbour.failures.length - late + neighbour.sent - kept),
    // On a busy machine, a transaction may take longer than the few seconds that it has here.
    { what: "of them told that they took too long", value: late, below: 1, timed: true },
    none("calls of the web that failed", neighbour.webFailures),
    { what: "the neighbor's slowest message, ms", value: neighbour.slowest, below: 2_000, timed: true },
    ...memoryGrowth(before, after),
  ];
}

/** Sends one message after the other from another address, each on a new connection, and calls the web. */
class Neighbour {
  sent = 0;
  slowest = 0;
  webFailures = 0;
  readonly failures: string[] = [];
  readonly #mayfly: Mayfly;
  readonly #address: string;
  readonly #running: Promise<void>;
  #stopping = false;

  constructor(mayfly: Mayfly, address: string) {
    this.#mayfly = mayfly;
    this.#address = address;
    this.#running = this.#run();
  }

  /** Waits until so many more messages have been answered. */
  async go(messages: number): Promise<void> {
    for (const end = this.sent + this.failures.length + messages; this.sent + this.failures.length < end; )
      await wait(20);
  }

  stop(): Promise<void> {
    this.#stopping = true;
    return this.#running;
  }

  async #run() {
    while (!this.#stopping) {
      const begin = performance.now();
      const reply = await this.#send().catch((error) => `${error}`);
      if (reply?.startsWith("250 ")) this.sent += 1;
      else console.error("the neighbour:", this.failures.push(`${reply}`), reply);
      this.slowest = Math.max(this.slowest, performance.now() - begin);
      const web = await fetch(`${this.#mayfly.url}/healthz`).catch(() => undefined);
      if (web?.status !== 200) this.webFailures += 1;
      await wait(20);
    }
  }

  async #send() {
    const socket = connect({ port: this.#mayfly.smtpPort, host: "127.0.0.1", localAddress: "127.0.0.2" });
    await once(socket, "connect");
    await using client = new SmtpClient(socket);
    await client.reply();
    return await client.send(this.#address, `Subject: neighbour\r\n\r\n${line}`);
  }
}

/** Counts the sockets that the server has not closed by its deadline, and then closes our side. */
async function leftOpen(sockets: Socket[]): Promise<number> {
  const closed = (socket: Socket) => socket.destroyed || socket.readableEnded;
  for (const socket of sockets) socket.resume();
  await until(() => sockets.every(closed));
  const left = sockets.filter((socket) => !closed(socket)).length;
  for (const socket of sockets) socket.destroy();
  return left;
}

/** Opens enough connections to leave no room for others, and closes none. */
async function flood({ smtpPort }: Mayfly, neighbour: Neighbour, connections: number): Promise<Count[]> {
  const sockets: Socket[] = [];
  for (let no = 0; no < connections; no += 1) {
    sockets.push(attacker(smtpPort));
    if (no % 50 === 0) await wait(1);
  }
  await neighbour.go(10);
  let served = 0;
  for (const socket of sockets) socket.on("data", (bytes) => (served += Number(bytes.toString().startsWith("220"))));
  await wait(0);
  // A connection may exist on our side only, because the kernel sent a SYN cookie and then had no room. A byte settles
  // it: the kernel either hands the connection over or resets it.
  for (const socket of sockets) socket.write("E");
  const left = await leftOpen(sockets);
  return [
    { what: "connections of a flood from one address", value: connections },
    { what: "of them served", value: served, below: perAddress + 1 },
    none("of them that stayed", left),
  ];
}

/** Opens a connection in the middle of DATA. */
async function inData(port: number, to: string): Promise<Socket> {
  const client = new SmtpClient(attacker(port));
  await client.reply();
  await client.begin(to);
  return client.detach();
}

const many = <Value>(count: number, make: (no: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, no) => make(no)));

/** Clients that send a byte at a time, so that none is idle. */
async function drip({ smtpPort }: Mayfly, to: string, clients: number): Promise<Count[]> {
  const sockets = await many(clients, () => inData(smtpPort, to));
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write("x");
  }, 100);
  const left = await leftOpen(sockets);
  clearInterval(timer);
  return [none(`of ${clients} clients that drip, connected past the deadline`, left)];
}

/** Clients that ask for long answers and read none of them. */
async function neverRead({ smtpPort }: Mayfly, clients: number): Promise<Count[]> {
  const sockets = await many(clients, async () => {
    const socket = attacker(smtpPort);
    await once(socket, "data");
    socket.pause();
    socket.write("EHLO client.example\r\n".repeat(200_000));
    return socket;
  });
  // Until `leftOpen` resumes the sockets, these clients read nothing.
  await wait(1_000);
  return [none(`of ${clients} clients that never read, connected past the deadline`, await leftOpen(sockets))];
}

/** Clients that send commands without end, and no message. */
async function chatter({ smtpPort }: Mayfly, clients: number): Promise<Count[]> {
  const sockets = await many(clients, async (no) => {
    const socket = attacker(smtpPort);
    await once(socket, "data");
    socket.resume();
    const command = ["NOOP", "RSET", "EHLO a", "VRFY x", "MAIL FROM:<>\r\nRSET"][no % 5];
    socket.write(`EHLO a\r\n${`${command}\r\n`.repeat(100_000)}`);
    return socket;
  });
  return [none(`of ${clients} clients that only chatter, connected past the deadline`, await leftOpen(sockets))];
}

/** Clients that send much of a message, and then reset the connection. */
async function drop({ smtpPort }: Mayfly, to: string, clients: number, megabytes: number): Promise<Count[]> {
  let dropped = 0;
  await many(clients, async () => {
    const socket = await inData(smtpPort, to);
    const all = Buffer.from(line.repeat(Math.floor((megabytes * mebibyte) / 4 / line.length)));
    await new Promise((sent) => socket.write(all, sent));
    socket.resetAndDestroy();
    dropped += all.length;
  });
  return [{ what: "MB of messages that broke off", value: dropped / mebibyte }];
}

/** Clients that announce chunks, send some of them, and then reset the connection. */
async function dropChunks({ smtpPort }: Mayfly, to: string, clients: number, megabytes: number): Promise<Count[]> {
  const half = Math.floor((megabytes * mebibyte) / 8);
  let taken = 0;
  await many(clients, async () => {
    await using client = await SmtpClient.open(smtpPort);
    for (const line of ["EHLO client.example", "MAIL FROM:<>", `RCPT TO:<${to}>`]) await client.say(line);
    client.write(`BDAT ${half}\r\n${"x".repeat(half)}BDAT ${half} LAST\r\n`);
    if ((await client.reply())?.startsWith("250 ")) taken += 1;
    await new Promise((sent) => client.socket.write("x".repeat(half - 1), sent));
    client.socket.resetAndDestroy();
  });
  return [none(`first chunks of ${clients} messages that break off, refused`, clients - taken)];
}

/** Clients that log in wrongly until the server cuts the connection, and then have nothing for a right login. */
async function guessLogins({ smtpPort }: Mayfly, clients: number): Promise<Count[]> {
  let relayed = 0;
  const sockets = await many(clients, async () => {
    await using logged = await SmtpClient.open(smtpPort);
    await logged.say("EHLO client.example");
    await logged.say(`AUTH PLAIN ${Buffer.from("\0root\0root").toString("base64")}`);
    await logged.say("MAIL FROM:<victim@mayfly.test>");
    if ((await logged.say("RCPT TO:<a@elsewhere.example>"))?.startsWith("2")) relayed += 1;
    const socket = attacker(smtpPort);
    await once(socket, "data");
    socket.resume();
    socket.write(`EHLO a\r\n${"AUTH LOGIN\r\n!\r\n".repeat(10_000)}`);
    return socket;
  });
  return [
    none("relayed after a login", relayed),
    none(`of ${clients} clients that log in wrongly without end, still there`, await leftOpen(sockets)),
  ];
}

/** Clients that send more than is allowed, whatever the server replies. */
async function tooLarge({ smtpPort }: Mayfly, to: string, clients: number, megabytes: number): Promise<Count[]> {
  const few = Math.min(clients, 4);
  let refused = 0;
  const sockets = await many(few, async () => {
    const socket = await inData(smtpPort, to);
    socket.on("data", (bytes) => (refused += Number(bytes.toString().startsWith("552 "))));
    const piece = line.repeat(1_000);
    for (let sent = 0; sent < 1.2 * megabytes * mebibyte && socket.writable; sent += piece.length) {
      socket.write(piece);
      while (socket.writableNeedDrain && socket.writable) await wait(1);
    }
    return socket;
  });
  const left = await leftOpen(sockets);
  return [
    none(`of ${few} clients that send more than is allowed, still there`, left),
    { what: "of them told 552", value: refused, atLeast: 1 },
  ];
}

/** Clients that try names until the server cuts the connection. */
async function guess({ smtpPort }: Mayfly, clients: number): Promise<Count[]> {
  let tries = 0;
  const sockets = await many(clients, async (no) => {
    const client = new SmtpClient(attacker(smtpPort));
    await client.reply();
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<a@elsewhere.example>");
    for (let reply: string | undefined = "550"; reply?.startsWith("550"); tries += 1) {
      reply = await client.say(`RCPT TO:<guess-${no}-${tries}@mayfly.test>`);
    }
    return client.detach();
  });
  return [
    { what: "names that a client can try on a connection", value: tries / clients, below: 21 },
    none(`of ${clients} clients that guess, still there`, await leftOpen(sockets)),
  ];
}

/** Tries every way to name a recipient elsewhere. */
async function relay({ smtpPort }: Mayfly): Promise<Count[]> {
  const attempts = [
    ...[
      "a@elsewhere.example",
      "a%elsewhere.example@mayfly.test",
      "elsewhere.example!a@mayfly.test",
      "a@elsewhere.example@mayfly.test",
    ],
    ...[
      '"a@elsewhere.example"@mayfly.test',
      '"a@elsewhere.example"',
      "@mayfly.test:a@elsewhere.example",
      "@mayfly.test,@b.example:a@elsewhere.example",
    ],
    ...[
      "a@mayfly.test.elsewhere.example",
      "a@[93.184.216.34]",
      "a@localhost.",
      "a@mayfly.test:25",
      "a@@mayfly.test",
      "postmaster@elsewhere.example",
      "postmaster+a@elsewhere.example",
      "postmaster%elsewhere.example@mayfly.test",
    ],
  ];
  let accepted = 0;
  for (const attempt of attempts) {
    await using client = await SmtpClient.open(smtpPort);
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<victim@mayfly.test>");
    for (const path of [`<${attempt}>`, attempt]) {
      if ((await client.say(`RCPT TO:${path}`))?.startsWith("2")) accepted += 1;
    }
  }
  return [none(`of ${2 * attempts.length} ways to have mail relayed, accepted`, accepted)];
}

/** A message of nothing but dots is accepted, stored unchanged, and takes no more work than other mail. */
async function dots({ smtpPort, rootDb }: Mayfly, to: string, megabytes: number): Promise<Count[]> {
  await using client = await SmtpClient.open(smtpPort);
  await client.begin(to);
  const lines = Math.floor((megabytes * mebibyte) / 4);
  const begin = performance.now();
  client.write("..\r\n".repeat(lines));
  const reply = await client.say(".");
  const took = performance.now() - begin;
  const [row] = await messagesTo(rootDb, to);
  const whole = row?.raw.equals(Buffer.from(".\r\n".repeat(lines)));
  return [
    none(`messages of ${megabytes} MB of dots refused or changed`, Number(!(reply?.startsWith("250") && whole))),
    { what: "time for it, ms", value: took, below: 3_000, timed: true },
  ];
}
