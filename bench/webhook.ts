import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { queueChannel } from "@mayfly/server/features/delivery/delivery";
import { sampleOf } from "@mayfly/server/features/webhook/sample";
import { median } from "@mayfly/server/testing/median";
import { webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { atEnd } from "./cleanup.ts";
import { createAccount, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { sendSteadily } from "./pace.ts";
import { findPostfixTools } from "./postfix_tools.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { load, mayflyTarget, warmUp } from "./smtp_load.ts";
import { SmtpSender } from "./smtp_sender.ts";
import { spread } from "./statistics.ts";
import { until } from "./until.ts";

const connections = 10;
const warmUpSeconds = 5;
const endpoints = 20;
/** How long after the last 250 a delivery may still come. */
const graceMilliseconds = 10_000;

/** How long the receivers take that are not quick, in milliseconds. */
const takes = { healthy: 100, slow: 8_000 };

/** @returns whether every message that was acknowledged was delivered */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { seconds: 20, rate: 100, rounds: 5, messages: 8_000, backlog: 1_000_000 });
  const server = await startMayfly("webhook", { ALLOW_PRIVATE_NETWORK: "on" });

  const one = await measureDelays(server, "one", 1, settings);
  const healthy = await measureDelays(server, "healthy", endpoints, settings);
  const beside = await measureDelays(server, "beside", endpoints, { ...settings, hanging: true });
  const rows = [
    ["one webhook", one],
    [`${endpoints} webhooks`, healthy],
    [`${endpoints} webhooks, one hangs`, beside],
  ] as const;
  printTable(
    `From the 250 to the receiver, ms, ${settings.rate} events a second for ${settings.seconds} s`,
    ["", "p50", "p95", "p99", "max", "events", "lost"],
    rows.map(([title, { p50, p95, p99, max, events, lost }]) => [
      title,
      ...[p50, p95, p99, max].map(round),
      `${events}`,
      `${lost}`,
    ]),
  );
  const ingest = await measureIngest(server, settings);
  const toHealthy = await measureRate(server, settings.messages);
  const alone = await measureDelays(server, "alone", 1, settings);
  await addBacklog(server, settings.backlog);
  const behind = await measureDelays(server, "behind", 1, settings);
  printTable(
    `From the 250 to the receiver beside ${settings.backlog} due deliveries of a receiver that takes ${takes.slow / 1000} s, ms`,
    ["", "p50", "p95", "max"],
    [
      ["without", ...[alone.p50, alone.p95, alone.max].map(round)],
      ["with", ...[behind.p50, behind.p95, behind.max].map(round)],
    ],
  );
  const lost = one.lost + healthy.lost + beside.lost + alone.lost + behind.lost;
  printGoals([
    { what: "p95 of one webhook", value: one.p95, below: 100 },
    { what: "p95 beside one that hangs, to without", value: beside.p95 / healthy.p95, below: 1.5 },
    { what: "lost deliveries", value: lost, below: 1 },
    { what: "mail taken in with a webhook, to without", value: ingest.ratio, atLeast: 0.7 },
    { what: `deliveries a second to one receiver that takes ${takes.healthy} ms`, value: toHealthy, atLeast: 500 },
    { what: "p95 beside a backlog, to without", value: behind.p95 / alone.p95, below: 2 },
  ]);
  const settled = { ...settings, connections, endpoints, takes };
  await saveResult("webhook", { settings: settled, one, healthy, beside, ingest, toHealthy, alone, behind });
  return lost === 0;
}

/**
 * Starts the consumers' server, which reports each message's subject. It never answers a path that ends in /hang.
 * @param milliseconds after which it answers
 */
async function receive(onEvent: (subject: string) => void, milliseconds = 0): Promise<string> {
  const receiver = await webhookReceiver(({ path, body }, response) => {
    receiver.received.length = 0;
    if (path.endsWith("/hang")) return;
    onEvent(JSON.parse(body).data.subject);
    if (milliseconds === 0) response.end();
    else setTimeout(() => response.end(), milliseconds);
  });
  atEnd(async () => receiver[Symbol.asyncDispose]());
  return receiver.url;
}

const createWebhook = (rootDb: RootDatabase, company: string, owner: string, name: string, url: string) =>
  rootDb.webhook.create({ data: { name, company, owner, url, event: "email.received" } });

/** Sends mail to the addresses of so many companies in turn, each with a webhook. */
async function measureDelays(
  server: Mayfly,
  label: string,
  companies: number,
  { seconds, rate, hanging = false }: { seconds: number; rate: number; hanging?: boolean },
) {
  const acknowledged = new Map<string, number>();
  const received = new Map<string, number>();
  const url = await receive((subject) => received.set(subject, performance.now()));
  const addresses: string[] = [];
  for (let no = 0; no < companies; no += 1) {
    const { company, owner, address } = await createAccount(server.rootDb, `${label}-${no}`);
    const hangs = hanging && no === 0;
    await createWebhook(server.rootDb, company, owner, `${label}-${no}`, hangs ? `${url}/hang` : url);
    addresses.push(address);
  }
  const senders = await Promise.all(Array.from({ length: connections }, () => SmtpSender.open(server.smtpPort)));
  await sendSteadily(senders, { count: (warmUpSeconds + seconds) * rate, rate }, async (sender, no) => {
    const to = addresses[no % companies] ?? "";
    const subject = `${no < warmUpSeconds * rate ? "warm-up" : "message"} ${no}`;
    await sender.send(to, sampleMail(subject, to));
    if (!(hanging && no % companies === 0)) acknowledged.set(subject, performance.now());
  });
  for (const sender of senders) sender.close();
  await until(() => received.size >= acknowledged.size, graceMilliseconds);

  const delays = [...acknowledged].flatMap(([subject, at]) => {
    const heard = received.get(subject);
    return heard === undefined || !subject.startsWith("message") ? [] : [Math.max(0, heard - at)];
  });
  const lost = [...acknowledged.keys()].filter((subject) => !received.has(subject)).length;
  return { ...spread(delays), events: delays.length, lost };
}

/** Mail taken in with and without a matching webhook, in turns. A turn begins after the deliveries of the last one. */
async function measureIngest(server: Mayfly, { rounds, messages }: { rounds: number; messages: number }) {
  const tools = await findPostfixTools();
  const { rootDb } = server;
  const url = await receive(() => undefined);
  const { company, owner, address } = await createAccount(rootDb, "ingest");
  const { name } = await createWebhook(rootDb, company, owner, "ingest", url);
  const delivered = async () => {
    while ((await rootDb.webhookDelivery.count({ where: { webhook: name, status: "pending" } })) > 0) await wait(50);
  };
  const target = mayflyTarget("Mayfly", server.smtpPort, address, delivered);
  await warmUp(tools, [target], ["kept"]);
  const [without, withOne, behind]: [number[], number[], number[]] = [[], [], []];
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [enabled, rates] of [
      [false, without],
      [true, withOne],
    ] as const) {
      await rootDb.webhook.update({ where: { name }, data: { enabled } });
      rates.push(await load(tools, target, "kept", messages));
      const begin = performance.now();
      await delivered();
      if (enabled) behind.push((performance.now() - begin) / 1000);
    }
    console.error(`round ${turn + 1} of ${rounds} done`);
  }
  const ratio = median(withOne) / median(without);
  printTable(
    "Mail taken in over 40 kept connections",
    ["", "median msg/s", "to without", "s until all are delivered"],
    [
      ["without a webhook", median(without).toFixed(0), "1.00", ""],
      ["with one", median(withOne).toFixed(0), round(ratio), round(median(behind))],
    ],
  );
  return { without, withOne, ratio, behind };
}

/** Deliveries a second of stored messages to one receiver, once there are as many at a time as it can have. */
async function measureRate(server: Mayfly, messages: number): Promise<number> {
  const { rootDb, smtpPort } = server;
  const { company, owner, address } = await createAccount(rootDb, "rate");
  await load(await findPostfixTools(), mayflyTarget("Mayfly", smtpPort, address), "kept", messages);
  const times: number[] = [];
  const url = await receive(() => times.push(performance.now()), takes.healthy);
  const { name } = await createWebhook(rootDb, company, owner, "rate", url);
  await rootDb.$executeRaw`
    INSERT INTO webhook_delivery (name, company, webhook, event, message, next_attempt)
    SELECT gen_random_uuid(), company, ${name}, 'email.received', name, now()
    FROM customer_inbox WHERE recipients = ${address}`;
  await rootDb.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
  await until(() => times.length >= messages, 120_000);
  const [from, to] = [Math.floor(times.length / 4), times.length - 1];
  return (to - from) / (((times[to] ?? 0) - (times[from] ?? 0)) / 1000);
}

/** Makes many deliveries of one webhook due, whose receiver is slow. */
async function addBacklog({ rootDb }: Mayfly, deliveries: number): Promise<void> {
  const { company, owner } = await createAccount(rootDb, "backlog");
  const url = await receive(() => undefined, takes.slow);
  const { name } = await createWebhook(rootDb, company, owner, "backlog", url);
  const payload = JSON.stringify(sampleOf("email.created", null, owner, new Date()));
  // In pieces, because a statement has a time limit.
  for (let left = deliveries; left > 0; left -= 100_000) {
    await rootDb.$executeRaw`
      INSERT INTO webhook_delivery (name, company, webhook, event, payload, next_attempt)
      SELECT gen_random_uuid(), ${company}::uuid, ${name}, 'email.created', ${payload}::jsonb, now()
      FROM generate_series(1, ${Math.min(left, 100_000)}::int)`;
  }
}
