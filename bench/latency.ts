import { listen } from "./listener.ts";
import { createAccount, logIn, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { sendSteadily } from "./pace.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { SmtpSender } from "./smtp_sender.ts";
import { spread } from "./statistics.ts";
import { until } from "./until.ts";

const connections = 10;
const warmUpSeconds = 5;
/** How long after the last 250 an event may still come. */
const graceMilliseconds = 3_000;

/** By subject, when each message was acknowledged and when its event came; milliseconds of this process's clock. */
interface Times {
  acknowledged: Map<string, number>;
  heard: Map<string, number>;
}

/** @returns whether every message that was acknowledged was heard of */
export async function run(args: string[]): Promise<boolean> {
  const { seconds, rate } = readOptions(args, { seconds: 20, rate: 100 });

  const server = await startMayfly("latency");
  const { owner, address } = await createAccount(server.rootDb, "bench");
  const times: Times = { acknowledged: new Map(), heard: new Map() };
  await listen(server.url, await logIn(server.rootDb, owner), (subject) => {
    times.heard.set(subject, performance.now());
  });

  const senders = await Promise.all(Array.from({ length: connections }, () => SmtpSender.open(server.smtpPort)));
  const sendAll = (label: string, count: number) =>
    sendSteadily(senders, { count, rate }, async (sender, no) => {
      const subject = `${label} ${no}`;
      await sender.send(address, sampleMail(subject, address));
      times.acknowledged.set(subject, performance.now());
    });
  await sendAll("warm-up", warmUpSeconds * rate);
  const begin = performance.now();
  await sendAll("message", seconds * rate);
  const achieved = (seconds * rate) / ((performance.now() - begin) / 1000);
  await until(() => times.heard.size >= times.acknowledged.size, graceMilliseconds);
  for (const sender of senders) sender.close();

  const measured = [...times.acknowledged].filter(([subject]) => subject.startsWith("message"));
  const delays = measured.flatMap(([subject, acknowledged]) => {
    const heard = times.heard.get(subject);
    // The event may overtake the 250.
    return heard === undefined ? [] : [Math.max(0, heard - acknowledged)];
  });
  const lost =
    times.acknowledged.size - [...times.acknowledged.keys()].filter((subject) => times.heard.has(subject)).length;
  const { p50, p95, p99, max } = spread(delays);
  const title = `From the 250 to the event, ms, ${rate} msg/s for ${seconds} s (reached ${achieved.toFixed(1)})`;
  printTable(
    title,
    ["", "p50", "p95", "p99", "max", "events", "lost"],
    [["Mayfly", ...[p50, p95, p99, max].map(round), `${delays.length}`, `${lost}`]],
  );
  printGoals([
    { what: "p50", value: p50, below: 15 },
    { what: "p95", value: p95, below: 50 },
    { what: "lost events", value: lost, below: 1 },
  ]);
  await saveResult("latency", { settings: { seconds, rate, connections }, achieved, p50, p95, p99, max, lost });
  return lost === 0;
}
