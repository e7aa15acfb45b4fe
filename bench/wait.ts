import { loadavg } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { storedKey } from "@mayfly/server/testing/api_client";
import { startCluster } from "./cluster.ts";
import { createAccount, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { sendSteadily } from "./pace.ts";
import { startMailDev } from "./peers.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { SmtpSender } from "./smtp_sender.ts";
import { spread } from "./statistics.ts";
import { until } from "./until.ts";
import { type Ask, listing, searchingMailDev, waiting } from "./wait_clients.ts";

const connections = 10;
/** Processes that have just started are slow. */
const warmUpSeconds = 15;
/** How often clients that do not wait ask. Milliseconds. */
const pollMilliseconds = 500;
/** How long after the last 250 an answer may still come. */
const graceMilliseconds = 5_000;
const tell = "every 500 ms";

interface Settings {
  seconds: number;
  rate: number;
  clients: number;
}

/** @returns whether each message was answered to the call that waited for it */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { seconds: 20, rate: 100, clients: 200 });
  const addresses = Array.from({ length: settings.clients }, (_, at) => `wait-${at}@mayfly.test`);
  const load = { ...settings, addresses };

  const server = await startMayfly("wait");
  const key = await prepare(server.rootDb, addresses);
  const one = await measure({ ...load, port: server.smtpPort, asks: [waiting(server.url, key)] });
  const polled = await measure({ ...load, port: server.smtpPort, asks: [listing(server.url, key)], isPolling: true });

  const cluster = await startCluster({ RATE_LIMIT_FACTOR: "0" });
  const itsKey = await prepare(cluster.rootDb, addresses);
  const asks = cluster.web.map(({ url }) => waiting(url, itsKey));
  const several = await measure({ ...load, port: cluster.smtp.smtpPort, asks });
  const mailDev = await measureMailDev(load);

  const rows = [
    [`one process, ${one.clients} calls wait`, one],
    [`smtp and two web processes with Redis, ${several.clients} calls wait`, several],
    [`one process, polled in Mailpit's way (which is not here): ${polled.clients} clients, ${tell}`, polled],
    [`MailDev, polled: ${mailDev.clients} clients, ${tell}`, mailDev],
  ] as const;
  printTable(
    `From the 250 to the answer, ms, ${settings.rate} msg/s for ${settings.seconds} s`,
    ["", "p50", "p95", "p99", "max", "answers", "lost", "failed calls", "reached msg/s", "load average"],
    rows.map(([title, { p50, p95, p99, max, answers, lost, failed, achieved, loadAverage }]) => [
      title,
      ...[p50, p95, p99, max].map(round),
      ...[`${answers}`, `${lost}`, `${failed}`, achieved.toFixed(1), loadAverage.toFixed(1)],
    ]),
  );
  const lost = one.lost + several.lost;
  printGoals([
    { what: "p95 of one process, ms", value: one.p95, below: 100 },
    { what: "p95 of several processes, ms", value: several.p95, below: 100 },
    { what: "messages not answered to a call that waits", value: lost, below: 1 },
  ]);
  await saveResult("wait", { settings: { ...settings, connections, pollMilliseconds }, one, several, polled, mailDev });
  return lost === 0;
}

/** @returns a key that reads the addresses */
async function prepare(rootDb: RootDatabase, addresses: string[]): Promise<string> {
  const { company, owner } = await createAccount(rootDb, "bench");
  const data = addresses.map((email_name) => ({ email_name, domain_name: "mayfly.test", company, owner }));
  await rootDb.email.createMany({ data });
  return (await storedKey(rootDb, { company, member: owner, label: "bench" })).key;
}

interface Load extends Settings {
  addresses: string[];
  port: number;
  /** The clients' ways to ask, in turns. */
  asks: Ask[];
  /** The clients ask again and again; otherwise a call waits. */
  isPolling?: true;
}

/** Sends mail to all addresses in turn. Each of the first ones has a client that wants its mail. */
async function measure({ seconds, rate, clients, addresses, port, asks, isPolling }: Load) {
  const acknowledged = new Map<string, number>();
  const answered = new Map<string, number>();
  const stop = new AbortController();
  let failed = 0;
  const watch = async (ask: Ask, address: string) => {
    let known: string | undefined;
    await wait(Math.random() * pollMilliseconds);
    while (!stop.signal.aborted) {
      const found = await ask(address, known, stop.signal).catch(() => {
        if (!stop.signal.aborted) failed += 1;
      });
      if (found && !answered.has(found.subject)) answered.set(found.subject, performance.now());
      known = found?.name ?? known;
      if (!found && (isPolling || failed > 0)) await wait(pollMilliseconds);
    }
  };
  const begun = `${performance.now()}`;
  const watching = addresses.slice(0, clients).map((address, at) => watch(asks[at % asks.length] as Ask, address));
  const senders = await Promise.all(Array.from({ length: connections }, () => SmtpSender.open(port)));
  const sendAll = (label: string, count: number) =>
    sendSteadily(senders, { count, rate }, async (sender, no) => {
      const at = no % addresses.length;
      const address = addresses[at] ?? "";
      const subject = `${label} ${begun} ${no}`;
      await sender.send(address, sampleMail(subject, address));
      if (at < clients) acknowledged.set(subject, performance.now());
    });
  await sendAll("warm-up", warmUpSeconds * rate);
  const begin = performance.now();
  await sendAll("message", seconds * rate);
  const achieved = (seconds * rate) / ((performance.now() - begin) / 1000);
  const [loadAverage = 0] = loadavg();
  const isAnswered = (subject: string) => answered.has(subject);
  await until(() => [...acknowledged.keys()].every(isAnswered), graceMilliseconds);
  stop.abort();
  for (const sender of senders) sender.close();
  await Promise.all(watching);

  const measured = [...acknowledged].filter(([subject]) => subject.startsWith("message"));
  const delays = measured.flatMap(([subject, time]) => {
    const answer = answered.get(subject);
    // The answer may overtake the 250.
    return answer === undefined ? [] : [Math.max(0, answer - time)];
  });
  const lost = measured.length - delays.length;
  const measurement = { clients, ...spread(delays), answers: delays.length, lost, failed, achieved, loadAverage };
  console.error(JSON.stringify(measurement));
  return measurement;
}

/** With as many clients as it bears: it keeps up with the mail, and each client hears of its own. */
async function measureMailDev(load: Settings & { addresses: string[] }) {
  const mailDev = await startMailDev();
  for (let { clients } = load; ; clients = Math.ceil(clients / 4)) {
    const asks = [searchingMailDev(mailDev.web)];
    const measured = await measure({ ...load, clients, port: mailDev.port, asks, isPolling: true });
    if ((measured.lost + measured.failed === 0 && measured.achieved > load.rate * 0.95) || clients === 1)
      return measured;
    console.error(`MailDev does not bear ${clients} clients`);
    await mailDev.reset?.();
  }
}
