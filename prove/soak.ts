import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { freePort } from "@mayfly/server/process/free_port";
import { listen } from "../bench/listener.ts";
import { createAccount, logIn, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { percentile } from "../bench/statistics.ts";
import { until } from "../bench/until.ts";
import { drawCharts } from "./charts.ts";
import { checkMail } from "./check_mail.ts";
import { MailLoad } from "./mail_load.ts";
import { residentMegabytes } from "./memory.ts";
import { People } from "./people.ts";
import { type Count, none } from "./proof.ts";

const defaults = { minutes: 20, rate: 100, connections: 500, sockets: 200, people: 10, companies: 20 };
const sampleSeconds = 5;
/** Memory at the end is compared with this minute's, or with what it was after a quarter of a shorter run. */
const settledMinute = 5;
/** V8 optimises code while it runs: the first minute, or quarter of a shorter run, is drawn but not judged. */
const warmMinute = 1;

/** The messages whose event a socket has received, and when it did first. */
type Heard = Map<string, number>;

/** A busy day in short: records memory, times and table sizes, and draws them in prove/results/soak.svg. */
export const run = (args: string[]): Promise<Count[]> =>
  soak(readOptions(args, defaults), path.join(import.meta.dirname, "results"));

/**
 * @param options `minutes` may be a fraction
 * @param folder where the charts are written
 */
export async function soak(options: typeof defaults, folder: string): Promise<Count[]> {
  const { minutes, rate, connections, sockets, people, companies } = options;
  const metricsPort = await freePort();
  const mayfly = await startMayfly("soak", { METRICS_PORT: `${metricsPort}` });
  const atRest = await residentMegabytes(metricsPort);
  const cookies: string[] = [];
  const recipients: string[][] = [];
  for (let at = 0; at < companies; at += 1) {
    const { owner, address } = await createAccount(mayfly.rootDb, `soak-${at}`);
    cookies.push(await logIn(mayfly.rootDb, owner));
    recipients.push([address]);
  }
  const cookie = (at: number) => cookies[at % companies] ?? "";
  const heard: Heard[] = [];
  for (let at = 0; at < sockets; at += 1) {
    const times: Heard = new Map();
    heard.push(times);
    await listen(mayfly.url, cookie(at), (subject) => {
      if (!times.has(subject)) times.set(subject, performance.now());
    });
  }
  const load = new MailLoad({ ports: [mayfly.smtpPort], recipients, rate, connections });
  const visitors = new People(
    mayfly.url,
    Array.from({ length: people }, (_, at) => cookie(at)),
  );

  const begin = performance.now();
  const minuteOf = (at: number) => (at - begin) / 60_000;
  const memory: [minute: number, megabytes: number][] = [];
  const tables: Map<string, [minute: number, megabytes: number][]> = new Map();
  for (let sample = 1; minuteOf(performance.now()) < minutes; sample += 1) {
    await wait(Math.max(0, begin + sample * sampleSeconds * 1_000 - performance.now()));
    const minute = minuteOf(performance.now());
    memory.push([minute, await residentMegabytes(metricsPort)]);
    for (const { table, megabytes } of await tableSizes(mayfly.rootDb)) {
      tables.set(table, [...(tables.get(table) ?? []), [minute, megabytes]]);
    }
    if (sample % (60 / sampleSeconds) === 0) console.error(`minute ${Math.round(minute)} of ${minutes}`);
  }
  await load.stop();
  await visitors.stop();
  const due = recipients.map(([address = ""]) =>
    [...load.sent].filter(([, { to }]) => to.includes(address)).map(([id]) => id),
  );
  // The last events come after their 250, and late on a busy machine.
  await until(() => unheard(heard, due) === 0);

  const events = heard.flatMap((times) =>
    [...times].map(([id, time]) => {
      const { acknowledged = 0 } = load.sent.get(id) ?? {};
      return { at: acknowledged, took: Math.max(0, time - acknowledged) };
    }),
  );
  const judgedFrom = Math.min(warmMinute, minutes / 4);
  const judged = (delays: { at: number; took: number }[], share = 0.95) =>
    percentile(
      delays.filter(({ at }) => minuteOf(at) >= judgedFrom).map(({ took }) => took),
      share,
    );
  const overTime = (delays: { at: number; took: number }[]) => percentiles(delays, minuteOf, minutes);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, "soak.svg");
  await writeFile(
    file,
    drawCharts(`${rate} messages a second for ${minutes} minutes`, [
      { title: "resident memory, MB", lines: new Map([["server", memory]]) },
      {
        title: "p95 of every quarter minute, ms",
        lines: new Map([
          ["the 250", overTime(load.delays)],
          ["live event after the 250", overTime(events)],
          ["a page or search", overTime(visitors.delays)],
        ]),
      },
      { title: "tables with their indexes, MB", lines: largest(tables, 4) },
    ]),
  );
  console.error(`drawn in ${path.relative(process.cwd(), file)}`);

  const settled = mean(memory, Math.min(settledMinute, minutes / 4), minutes);
  const atEnd = mean(memory, minutes * 0.95, minutes);
  const other = [...visitors.statuses].reduce((sum, [status, count]) => sum + (status === 200 ? 0 : count), 0);
  return [
    { what: "messages a second", value: load.acknowledged / (minutes * 60), atLeast: rate * 0.99, timed: true },
    { what: "p95 of the 250, ms", value: judged(load.delays), below: 60, timed: true },
    { what: "p99 of the 250, ms", value: judged(load.delays, 0.99) },
    { what: "p95 of the live event after the 250, ms", value: judged(events), below: 100, timed: true },
    { what: "p95 of a page or a search, ms", value: judged(visitors.delays) },
    { what: "resident memory after the start, MB", value: atRest, below: 250, timed: true },
    { what: "resident memory when settled, MB", value: settled },
    { what: "resident memory, at the end : settled", value: atEnd / settled, below: 1.2, timed: true },
    ...[...tables].flatMap(([table, sizes]) => {
      const grown = (sizes.at(-1)?.[1] ?? 0) - (sizes[0]?.[1] ?? 0);
      return grown < 1 ? [] : [{ what: `growth of ${table}, KB a message`, value: (grown * 1024) / load.acknowledged }];
    }),
    none("live events that did not arrive", unheard(heard, due)),
    none("messages refused", load.answers.temporary + load.answers.permanent.length),
    none("connections closed or lost", load.answers.closing + load.answers.unanswered),
    none("responses to people other than 200", other),
    ...(await checkMail(mayfly.rootDb, load.sent)),
  ];
}

/** The sum of the messages that each socket has missed of those due to its company. Companies get sockets in turns. */
export const unheard = (heard: Heard[], due: string[][]) =>
  heard.reduce((sum, times, at) => sum + (due[at % due.length] ?? []).filter((id) => !times.has(id)).length, 0);

const tableSizes = (rootDb: RootDatabase) => rootDb.$queryRaw<{ table: string; megabytes: number }[]>`
  SELECT relname::text AS table, pg_total_relation_size(oid)::float8 / 1e6 AS megabytes
  FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

/** Points of a line: the p95 of each quarter of a minute. */
function percentiles(delays: { at: number; took: number }[], minuteOf: (at: number) => number, minutes: number) {
  const quarters = new Map<number, number[]>();
  for (const { at, took } of delays) {
    const quarter = Math.floor(minuteOf(at) * 4) / 4;
    const times = quarters.get(quarter);
    if (times) times.push(took);
    else quarters.set(quarter, [took]);
  }
  return [...quarters]
    .filter(([quarter]) => quarter >= 0 && quarter < minutes)
    .sort(([a], [b]) => a - b)
    .map(([quarter, times]): [number, number] => [quarter, percentile(times, 0.95)]);
}

/** The mean from a minute on, over a twentieth of the run. */
function mean(points: [number, number][], from: number, minutes: number): number {
  const some = points.filter(([minute]) => minute >= from && minute <= from + Math.max(minutes / 20, 0.1));
  return some.reduce((sum, [, value]) => sum + value, 0) / some.length;
}

function largest(tables: Map<string, [number, number][]>, count: number) {
  const size = (points: [number, number][]) => points.at(-1)?.[1] ?? 0;
  return new Map([...tables].sort(([, a], [, b]) => size(b) - size(a)).slice(0, count));
}
