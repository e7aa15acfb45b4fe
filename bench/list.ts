import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Contract, inboxPage, limits, reportview } from "@mayfly/contracts";
import { countBlocks } from "@mayfly/server/features/inbox/deep_pages";
import { freePort } from "@mayfly/server/process/free_port";
import { call } from "./call.ts";
import { type Full, fill } from "./full_database.ts";
import { createAccount, logIn, type Mayfly, startMayfly, startServer } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { findPostfixTools } from "./postfix_tools.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { mayflyTarget, measure, rateOf, warmUp } from "./smtp_load.ts";
import { spread } from "./statistics.ts";

const warmUpCalls = 50;
const pageLength = 20;
/** A slow case ends after so many milliseconds, with fewer calls. */
const caseMilliseconds = 8_000;

export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { rows: 1_000_000, calls: 300, rounds: 5, messages: 8_000 });
  const { rows, calls } = settings;

  const server = await startMayfly("full");
  const begin = performance.now();
  const full = await fill(server, rows);
  console.error(`${rows} messages filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  await countBlocks({ rootDb: server.rootDb, clock: () => new Date(), stopping: new AbortController().signal });
  const first = await measureFirstPages(server, full);
  const pages = await measurePages(server, full, calls);
  const ingest = await measureIngest(server, settings);

  const slowest = Math.max(...pages.map(({ p95 }) => p95));
  printGoals([
    { what: "first page far down, in a new process", value: Math.max(...first.map(({ time }) => time)), below: 300 },
    { what: "slowest p95 of a page", value: slowest, below: 20 },
    { what: "mail taken in, full to empty", value: ingest.ratio, atLeast: 0.9 },
  ]);
  await saveResult("list", { settings: { ...settings, pageLength }, first, pages, ingest });
  return true;
}

interface Case {
  title: string;
  member: string;
  contract: Contract;
  input: object;
  /** How many rows, or which count, the server must answer with. */
  expected: number;
}

function casesOf({ large, largeCount, administrator, owner, colleague }: Full): Case[] {
  // The first company has a fifth of the other messages too.
  const farDown = largeCount;
  const page = (title: string, member: string, start: number, of = largeCount): Case => ({
    title,
    member,
    contract: reportview.get,
    input: { ...inboxPage(large, start), page_length: pageLength },
    expected: Math.min(pageLength, Math.max(0, of - start)),
  });
  const count = (title: string, member: string, of = largeCount): Case => ({
    title,
    member,
    contract: reportview.get_count,
    input: { doctype: "Customer Inbox", filters: [["recipients", "=", large]] },
    expected: Math.min(limits.count, of),
  });
  const last = Math.max(0, largeCount - pageLength);
  const starts = [0, 100, 1_000, 10_000, Math.floor(last / 2), last].filter((start) => start <= last);
  const all = (title: string, member: string, start = 0): Case => ({
    ...page(title, member, 0),
    input: { ...inboxPage(undefined, start), page_length: pageLength },
  });
  return [
    ...starts.map((start) => page(`Administrator, start ${start}`, administrator, start)),
    page("Member, own address, start 0", owner, 0),
    page(`Member, own address, start ${last}`, owner, last),
    page("Member, a colleague's Private address", colleague, 0, 0),
    all("Administrator, all addresses", administrator),
    all(`Administrator, all addresses, start ${farDown}`, administrator, farDown),
    all("Member, all addresses", colleague),
    count("Administrator, count", administrator),
    count("Member, own address, count", owner),
    count("Member, a colleague's Private address, count", colleague, 0),
  ];
}

/** The first call of a new process, for pages far down: the last of the large address, and one in the list of all. */
async function measureFirstPages(server: Mayfly, full: Full) {
  const cookie = await logIn(server.rootDb, full.administrator);
  const key = await readFile(path.join(server.folder, "secret-key"), "utf8");
  const results: { title: string; time: number }[] = [];
  const far = full.largeCount - pageLength;
  for (const [title, address, start] of [
    ["the first of an address, to compare", full.large, 0],
    ["far down, of an address", full.large, far],
    ["far down, of all addresses", undefined, far],
  ] as const) {
    const port = await freePort();
    const { stop } = await startServer({
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: key.trim(),
      PORT: `${port}`,
      ROLES: "web",
      LOG_LEVEL: "error",
    });
    const input = { ...inboxPage(address, start), page_length: pageLength };
    const begin = performance.now();
    const { values } = await call({ url: `http://127.0.0.1:${port}`, cookie }, reportview.get, input);
    results.push({ title, time: performance.now() - begin });
    if (values.length !== pageLength) throw new Error(`${title}: ${values.length} instead of ${pageLength}`);
    await stop();
  }
  printTable(
    `The first call of a new process, for a page after ${far} messages, ms`,
    ["", "time"],
    results.map(({ title, time }) => [title, round(time)]),
  );
  return results;
}

async function measurePages(server: Mayfly, full: Full, calls: number) {
  const results = [];
  const cookies = new Map<string, string>();
  for (const { title, member, contract, input, expected } of casesOf(full)) {
    const cookie = cookies.get(member) ?? (await logIn(server.rootDb, member));
    cookies.set(member, cookie);
    const measured = async () => {
      const begin = performance.now();
      const answer = (await call({ url: server.url, cookie }, contract, input)) as number | { values: unknown[] };
      const found = typeof answer === "number" ? answer : answer.values.length;
      if (found !== expected) throw new Error(`${title}: ${found} instead of ${expected}`);
      return performance.now() - begin;
    };
    const giveUp = performance.now() + caseMilliseconds;
    for (let done = 0; done < warmUpCalls && performance.now() < giveUp - caseMilliseconds / 2; done += 1)
      await measured();
    const times: number[] = [];
    while (times.length < calls && performance.now() < giveUp) times.push(await measured());
    results.push({ title, calls: times.length, ...spread(times) });
  }
  const table = results.map(({ title, calls: of, p50, p95 }) => [title, round(p50), round(p95), `${of}`]);
  printTable(
    `A page of ${pageLength} of an address with ${full.largeCount} messages, ms`,
    ["", "p50", "p95", "calls"],
    table,
  );
  return results;
}

/** Mail taken in by the full database and by an empty one, in turns. */
async function measureIngest(full: Mayfly, rounds: { rounds: number; messages: number }) {
  const tools = await findPostfixTools();
  const empty = await startMayfly("empty");
  const target = async (name: string, { rootDb, smtpPort }: Mayfly) =>
    mayflyTarget(name, smtpPort, (await createAccount(rootDb, "bench")).address);
  const [intoFull, intoEmpty] = [await target("full database", full), await target("empty database", empty)];
  await warmUp(tools, [intoFull, intoEmpty], ["kept"]);
  const rates = await measure(tools, [intoFull, intoEmpty], ["kept"], rounds);
  const [fullRate, emptyRate] = [rateOf(rates, intoFull, "kept"), rateOf(rates, intoEmpty, "kept")];
  const ratio = fullRate / emptyRate;
  printTable(
    "Mail taken in over 40 kept connections",
    ["", "median msg/s", "to empty"],
    [
      ["empty database", emptyRate.toFixed(0), "1.00"],
      ["full database", fullRate.toFixed(0), round(ratio)],
    ],
  );
  const all = { full: rates.get(intoFull)?.kept, empty: rates.get(intoEmpty)?.kept };
  return { full: fullRate, empty: emptyRate, ratio, rounds: all };
}
