import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { queueChannel } from "@mayfly/server/features/delivery/delivery";
import { sampleOf } from "@mayfly/server/features/webhook/sample";
import { freePort } from "@mayfly/server/process/free_port";
import { median } from "@mayfly/server/testing/median";
import { webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { atEnd } from "./cleanup.ts";
import { createAccount, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { spread } from "./statistics.ts";
import { until } from "./until.ts";

const companies = 50;
/** Deliveries one after the other whose delay is measured. */
const single = 100;
const scrapes = 20;

interface Settings {
  waiting: number;
  few: number;
  deliveries: number;
  rounds: number;
}

/** Attempts a second, and how long a due delivery and a scrape take, beside few and many waiting webhooks. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { waiting: 20_000, few: 200, deliveries: 10_000, rounds: 3 });
  const { waiting, few, deliveries, rounds } = settings;
  const METRICS_PORT = `${await freePort()}`;
  const server = await startMayfly("queue", { ALLOW_PRIVATE_NETWORK: "on", METRICS_PORT });
  const queue = await prepare(server, settings);

  const rates = { few: [] as number[], many: [] as number[], beside: [] as number[] };
  const delays = { few: [] as number[], beside: [] as number[] };
  const looks: number[] = [];
  await queue.rate(few, Math.ceil(deliveries / few));
  for (let turn = 0; turn < rounds; turn += 1) {
    await queue.clear();
    rates.few.push(await queue.rate(few, Math.ceil(deliveries / few)));
    await queue.clear();
    delays.few.push(...(await queue.delays()));
    rates.many.push(await queue.rate(waiting, Math.ceil(deliveries / waiting)));
    await queue.clear();
    await queue.putOff(waiting);
    rates.beside.push(await queue.rate(few, Math.ceil(deliveries / few)));
    delays.beside.push(...(await queue.delays()));
    looks.push(...(await scrape(`http://127.0.0.1:${METRICS_PORT}/metrics`)));
    console.error(`round ${turn + 1} of ${rounds} done: ${JSON.stringify(rates)}`);
  }
  const [rateOfFew, ofMany, beside] = [median(rates.few), median(rates.many), median(rates.beside)];
  const [delay, delayBeside, look] = [spread(delays.few), spread(delays.beside), spread(looks)];
  printTable(
    `Webhook attempts of one process`,
    ["", "attempts/s", "to the first", "ms until one is delivered, p50", "p95"],
    [
      [`${few} webhooks wait`, rateOfFew.toFixed(0), "1.00", round(delay.p50), round(delay.p95)],
      [`${waiting} webhooks wait, all due`, ofMany.toFixed(0), round(ofMany / rateOfFew), "", ""],
      [
        `${waiting} webhooks wait, ${few} of them due`,
        ...[beside.toFixed(0), round(beside / rateOfFew), round(delayBeside.p50), round(delayBeside.p95)],
      ],
    ],
  );
  printGoals([
    { what: `attempts a second with ${waiting} webhooks due, to ${few}`, value: ofMany / rateOfFew, atLeast: 0.5 },
    { what: `attempts a second with ${waiting} webhooks not due, to without`, value: beside / rateOfFew, atLeast: 0.5 },
    { what: "median delay beside those, to without", value: delayBeside.p50 / delay.p50, below: 2 },
    { what: "median of a scrape of the metrics beside those, ms", value: look.p50, below: 50 },
  ]);
  await saveResult("queue", { settings: { ...settings, companies }, rates, delay, delayBeside, look });
  return true;
}

async function prepare({ rootDb }: Mayfly, { waiting }: Settings) {
  let received = 0;
  const times: number[] = [];
  const receiver = await webhookReceiver((_, response) => {
    receiver.received.length = 0;
    received += 1;
    times.push(performance.now());
    response.end();
  });
  atEnd(async () => receiver[Symbol.asyncDispose]());
  const accounts = [];
  for (let at = 0; at < companies; at += 1) accounts.push(await createAccount(rootDb, `queue-${at}`));
  // Their names are in no order, so that few of them are spread over all.
  for (const [at, { company, owner }] of accounts.entries()) {
    await rootDb.$executeRaw`
      INSERT INTO webhook (name, company, owner, url, event)
      SELECT 'hook-' || md5(${at}::int || '-' || no), ${company}::uuid, ${owner}, ${receiver.url}, 'email.created'
      FROM generate_series(1, ${Math.ceil(waiting / companies)}::int) AS no`;
  }
  const payload = JSON.stringify(sampleOf("email.created", null, "bench", new Date()));
  const deliver = (webhooks: number, each: number) => rootDb.$executeRaw`
    INSERT INTO webhook_delivery (name, company, webhook, event, payload, next_attempt)
    SELECT gen_random_uuid(), one.company, one.name, 'email.created', ${payload}::jsonb, now()
    FROM (SELECT * FROM webhook WHERE event = 'email.created' ORDER BY name LIMIT ${webhooks}::int) AS one,
      generate_series(1, ${each}::int)`;
  const wake = () => rootDb.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
  return {
    /** Attempts a second, without the first and the last of them. */
    async rate(webhooks: number, each: number): Promise<number> {
      received = 0;
      times.length = 0;
      await deliver(webhooks, each);
      await wake();
      await until(() => received >= webhooks * each);
      if (received < webhooks * each) throw new Error("not all were delivered");
      const [from, to] = [Math.floor(times.length / 10), Math.floor(times.length * 0.9)];
      const rate = (to - from) / (((times[to] ?? 0) - (times[from] ?? 0)) / 1000);
      await recorded(rootDb);
      return rate;
    },
    async delays(): Promise<number[]> {
      const delays: number[] = [];
      for (let at = 0; at < single; at += 1) {
        received = 0;
        await deliver(1, 1);
        const begin = performance.now();
        await wake();
        await until(() => received > 0);
        delays.push((times.at(-1) ?? 0) - begin);
      }
      await recorded(rootDb);
      return delays;
    },
    /** As many webhooks have a delivery whose retry is due in hours. */
    async putOff(webhooks: number): Promise<void> {
      await rootDb.$executeRaw`
        INSERT INTO webhook_delivery (name, company, webhook, event, payload, failures, queued, next_attempt)
        SELECT gen_random_uuid(), one.company, one.name, 'email.created', ${payload}::jsonb, 3, false, now() + interval '3 hours'
        FROM (SELECT * FROM webhook WHERE event = 'email.created' ORDER BY name LIMIT ${webhooks}::int) AS one`;
    },
    async clear(): Promise<void> {
      await rootDb.$executeRaw`TRUNCATE webhook_delivery CASCADE`;
      await rootDb.$executeRaw`VACUUM ANALYZE webhook_delivery`;
    },
  };

  async function recorded(rootDb: RootDatabase) {
    while ((await rootDb.webhookDelivery.count({ where: { status: "pending", failures: 0 } })) > 0) await wait(50);
  }
}

async function scrape(url: string): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < scrapes; at += 1) {
    const begin = performance.now();
    await (await fetch(url)).text();
    took.push(performance.now() - begin);
  }
  return took;
}
