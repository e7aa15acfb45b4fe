import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { freePort } from "@mayfly/server/process/free_port";
import { createAccount, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { percentile } from "../bench/statistics.ts";
import { until } from "../bench/until.ts";
import { checkMail } from "./check_mail.ts";
import { type Flooded, floodNames } from "./flood_clients.ts";
import { MailLoad } from "./mail_load.ts";
import { residentMegabytes } from "./memory.ts";
import { type Count, none } from "./proof.ts";

const defaults = { tries: 1_000_000, connections: 40, warm: 10, rate: 100 };
const domain = "flooded.example";
const endedAddresses = 50;
/** What is kept on a day of attempts at names that a company does not have, and of those at one name. */
const kept = { names: 2_000, ofName: 50 };
const sampleMilliseconds = 500;

/** Tries of names that nobody has, from many networks, while ordinary mail is taken in. */
export async function run(args: string[]): Promise<Count[]> {
  const { tries, connections, warm, rate } = readOptions(args, defaults);
  const metricsPort = await freePort();
  const mayfly = await startMayfly("flood", {
    METRICS_PORT: `${metricsPort}`,
    // So that the tries, and not connections, are what there is most of.
    SMTP_MAX_ERRORS: "1000",
  });
  const { address } = await prepare(mayfly.rootDb);
  const load = new MailLoad({ ports: [mayfly.smtpPort], recipients: [[address]], rate, connections: 10 });
  const { smtpPort: port } = mayfly;
  const ended = Array.from({ length: endedAddresses }, (_, at) => endedName(at));
  await wait(warm * 1_000);
  const before = await residentMegabytes(metricsPort);

  const [mailBefore, begin] = [load.acknowledged, performance.now()];
  const flood = floodNames({ port, tries, connections, domains: ["mayfly.test", domain], ended });
  const samples = await sample(flood, metricsPort);
  const flooded = await flood;
  const seconds = (performance.now() - begin) / 1_000;
  const mail = load.acknowledged - mailBefore;
  await load.stop();
  const tables = await tablesOf(mayfly, tries);

  // What is neither start nor end of the flood: V8 takes memory until it has seen the whole of it.
  const part = Math.ceil(samples.length / 10);
  const [start, end] = [samples.slice(part, 2 * part), samples.slice(-part)].map((some) => percentile(some, 0.5));
  const names = 2 * kept.names + endedAddresses + 2;
  return [
    { what: "tries refused", value: flooded.refused, atLeast: tries, below: tries + 1 },
    { what: "networks that they came from", value: flooded.networks },
    none("tries answered otherwise", flooded.other),
    { what: "tries a second", value: tries / seconds },
    { what: "messages a second meanwhile", value: mail / seconds },
    none("messages refused", load.answers.temporary + load.answers.permanent.length),
    ...(await checkMail(mayfly.rootDb, load.sent)),
    { what: "resident memory before, MB", value: before },
    { what: "resident memory after a tenth of the tries, MB", value: start ?? Number.NaN },
    { what: "most of it, MB", value: Math.max(...samples) },
    { what: "resident memory, at the end : after a tenth", value: (end ?? 0) / (start ?? 0), below: 1.2, timed: true },
    none("tries that were not counted", tries - tables.counted),
    { what: "rows of smtp_attempt_count", value: tables.names, below: names },
    { what: "rows of smtp_attempt", value: tables.attempts, below: names * kept.ofName },
    { what: "size of both, MB", value: tables.megabytes },
  ];
}

const endedName = (at: number) => `ended-${at}@${domain}`;

/** A company with a domain of its own and addresses there that have ended, and an address that takes mail. */
async function prepare(rootDb: RootDatabase) {
  const { company, owner, address } = await createAccount(rootDb, "flooded");
  await rootDb.domain.create({
    data: { domain_name: domain, company, owner, is_verified: true, verification_token: "x" },
  });
  await rootDb.email.createMany({
    data: Array.from({ length: endedAddresses }, (_, at) => ({
      ...{ email_name: endedName(at), domain_name: domain, company, owner, is_active: false },
    })),
  });
  return { address };
}

async function sample(flood: Promise<Flooded>, metricsPort: number): Promise<number[]> {
  const samples: number[] = [];
  let isOver = false;
  void flood.catch(() => undefined).finally(() => (isOver = true));
  while (!isOver) {
    samples.push(await residentMegabytes(metricsPort));
    await wait(sampleMilliseconds);
  }
  return samples;
}

/** What is kept of the tries, once all of them are written. */
async function tablesOf({ rootDb }: Mayfly, tries: number) {
  const count = async () => (await rootDb.smtpAttemptCount.aggregate({ _sum: { count: true } }))._sum.count ?? 0;
  let counted = await count();
  const timer = setInterval(async () => (counted = await count()), 200);
  await until(() => counted >= tries);
  clearInterval(timer);
  const [size] = await rootDb.$queryRaw<{ megabytes: number }[]>`
    SELECT sum(pg_total_relation_size(oid))::float8 / 1e6 AS megabytes
    FROM pg_class WHERE relname IN ('smtp_attempt', 'smtp_attempt_count')`;
  return {
    counted,
    names: await rootDb.smtpAttemptCount.count(),
    attempts: await rootDb.smtpAttempt.count(),
    megabytes: size?.megabytes ?? Number.NaN,
  };
}
