import { setTimeout as wait } from "node:timers/promises";
import type { RootDatabase } from "@mayfly/server/database/database";
import { median } from "@mayfly/server/testing/median";
import { createAccount, startMayfly, startWorker } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import type { Program } from "./programs.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { sampleMail } from "./sample_mail.ts";
import { SmtpSender } from "./smtp_sender.ts";

const secret = { SECRET_KEY: "a secret key for benchmarks, of 32 signs" };
const connections = 40;
const companies = 8;
/** Messages before anything is measured: V8 needs some to get up to speed. */
const warmUpMessages = 4_000;

/**
 * Mail taken in as fast as it comes, with workers that index it and without: half of it is one company's. Each round does both, so
 * that other work of the machine affects them alike.
 */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { rounds: 4, messages: 8_000, workers: 2 });
  const server = await startMayfly("indexing", { ...secret, ROLES: "smtp" });
  const { rootDb } = server;
  const accounts: Awaited<ReturnType<typeof createAccount>>[] = [];
  for (let at = 0; at < companies; at += 1) accounts.push(await createAccount(rootDb, `company-${at}`));
  const addresses = accounts.map(({ address }) => address);
  const [large = ""] = addresses;
  // Every second message is the large company's.
  const to = (at: number) => (at % 2 === 0 ? large : (addresses[at % addresses.length] ?? large));
  const load = loader(server.smtpPort, to);

  const workers: Program[] = [];
  for (let at = 0; at < settings.workers; at += 1) workers.push(await startWorker(server.databaseUrl, secret));
  const stopAll = () => workers.forEach(({ pid }) => void process.kill(pid, "SIGSTOP"));
  const goOn = () => workers.forEach(({ pid }) => void process.kill(pid, "SIGCONT"));

  await load(warmUpMessages);
  await allIndexed(rootDb);
  const rounds: Record<"alone" | "beside" | "indexed" | "catchUp", number>[] = [];
  for (let at = 0; at < settings.rounds; at += 1) {
    stopAll();
    const alone = await load(settings.messages);
    const before = await counts(rootDb);
    goOn();
    const began = performance.now();
    await allIndexed(rootDb);
    const catchUp = (before.all - before.indexed) / ((performance.now() - began) / 1_000);
    const start = await counts(rootDb);
    const startedAt = performance.now();
    const beside = await load(settings.messages);
    const end = await counts(rootDb);
    const indexed = (end.indexed - start.indexed) / ((performance.now() - startedAt) / 1_000);
    await allIndexed(rootDb);
    rounds.push({ alone, beside, indexed, catchUp });
    console.error(`round ${at + 1}: ${[alone, beside, indexed, catchUp].map((rate) => rate.toFixed(0)).join(" ")}`);
  }
  const middle = (read: (one: (typeof rounds)[number]) => number) => median(rounds.map(read));
  const ratios = {
    indexed: middle(({ indexed, beside }) => indexed / beside),
    taken: middle(({ beside, alone }) => beside / alone),
  };
  printTable(
    `Mail taken in and indexed, ${settings.workers} workers, messages a second`,
    ["", "taken in alone", "beside the index", "indexed", "indexed afterwards"],
    [
      ...rounds.map((one, at) => [`round ${at + 1}`, one.alone, one.beside, one.indexed, one.catchUp] as const),
      [
        "median",
        middle(({ alone }) => alone),
        middle(({ beside }) => beside),
        middle(({ indexed }) => indexed),
        middle(({ catchUp }) => catchUp),
      ] as const,
    ].map(([title, ...rates]) => [title, ...rates.map((rate) => rate.toFixed(0))]),
  );
  const [size] = await rootDb.$queryRaw<{ bytes: number }[]>`
    SELECT sum(pg_total_relation_size(relid))::float8 / (SELECT count(*) FROM message_search) AS bytes
    FROM pg_partition_tree('message_search')`;
  console.log(`\nThe index takes ${round(Number(size?.bytes))} bytes a message.`);
  printGoals([
    { what: "indexed to taken in, in one run", value: ratios.indexed, atLeast: 0.8 },
    { what: "taken in, beside the index to alone", value: ratios.taken, atLeast: 0.9 },
  ]);
  await saveResult("indexing", { settings, rounds, ratios, size });
  return true;
}

/** Sends so many messages over kept connections. @returns messages a second */
function loader(port: number, to: (at: number) => string) {
  let next = 0;
  return async (messages: number): Promise<number> => {
    const end = next + messages;
    const senders = await Promise.all(Array.from({ length: connections }, () => SmtpSender.open(port)));
    const begin = performance.now();
    await Promise.all(
      senders.map(async (sender) => {
        while (next < end) {
          const at = next;
          next += 1;
          await sender.send(to(at), sampleMail(`Order RE-${at}`, to(at)));
        }
      }),
    );
    const seconds = (performance.now() - begin) / 1_000;
    for (const sender of senders) sender.close();
    return messages / seconds;
  };
}

async function counts({ customerInbox, messageSearch }: RootDatabase) {
  const [all, indexed] = await Promise.all([customerInbox.count(), messageSearch.count()]);
  return { all, indexed };
}

async function allIndexed(rootDb: RootDatabase): Promise<void> {
  for (;;) {
    const { all, indexed } = await counts(rootDb);
    if (indexed >= all) return;
    await wait(100);
  }
}
