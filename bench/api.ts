import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Contract, resources } from "@mayfly/contracts";
import { cursorAfter } from "@mayfly/server/documents/cursor";
import { openKeys } from "@mayfly/server/features/api_key/known_keys";
import type { Keys } from "@mayfly/server/keys";
import { deriveSecret } from "@mayfly/server/secret_key";
import { storedKey } from "@mayfly/server/testing/api_client";
import { call } from "./call.ts";
import { createAccount, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { evenPace } from "./pace.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { spread } from "./statistics.ts";
import { fillInbox } from "./worst_calls.ts";

const address = "a0@mayfly.test";
const warmUpCalls = 100;
const freshKeys = 500;

/** Calls of the REST API with a key at a steady rate, near the beginning of large lists and far down. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { addresses: 10_000, messages: 1_000_000, seconds: 10, rate: 50 });
  const { addresses, messages, seconds, rate } = settings;
  const server = await startMayfly("api");
  const { rootDb, url } = server;
  const { company, owner } = await createAccount(rootDb, "bench");
  const begin = Date.now() - addresses * 1000;
  await rootDb.email.createMany({
    data: Array.from({ length: addresses }, (_, at) => ({
      ...{ email_name: `a${at}@mayfly.test`, domain_name: "mayfly.test", company, owner },
      creation: new Date(begin + at * 1000),
    })),
  });
  await fillInbox(server, { company, owner, address, messages });
  const { key } = await storedKey(rootDb, { company, member: owner, label: "bench" });

  const [farEmail] = await rootDb.email.findMany({ orderBy: { creation: "asc" }, skip: 100, take: 1 });
  const [farMessage] = await rootDb.customerInbox.findMany({ orderBy: { modified: "asc" }, skip: 1_000, take: 1 });
  if (!farEmail || !farMessage) throw new Error("too few rows for a page far down");
  const secretKey = (await readFile(path.join(server.folder, "secret-key"), "utf8")).trim();
  const whose = {
    secret: (purpose: string) => deriveSecret(secretKey, purpose),
    member: { company } as Parameters<typeof cursorAfter>[0]["member"],
  };
  const emailCursor = cursorAfter(whose, { of: "emails" }, { at: farEmail.creation, key: farEmail.email_name });
  const messageList = { of: "messages", id: address };
  const messageCursor = cursorAfter(whose, messageList, { at: farMessage.modified, key: farMessage.name });
  const { emails, me } = resources;
  const cases: [title: string, contract: Contract, input: object][] = [
    ["who calls", me.get, {}],
    ["addresses, first page", emails.list, {}],
    ["addresses, far down", emails.list, { cursor: emailCursor }],
    ["messages, first page", emails.messages, { id: address }],
    ["messages, far down", emails.messages, { id: address, cursor: messageCursor }],
  ];
  const results: ({ title: string } & ReturnType<typeof spread>)[] = [];
  for (const [title, contract, input] of cases) {
    const timed = async () => {
      const start = performance.now();
      await call({ url, key }, contract, input);
      return performance.now() - start;
    };
    for (let at = 0; at < warmUpCalls; at += 1) await timed();
    const turn = evenPace(rate);
    const calls: Promise<number>[] = [];
    for (let at = 0; at < seconds * rate; at += 1) {
      await turn(at);
      calls.push(timed());
    }
    results.push({ title, ...spread(await Promise.all(calls)) });
  }
  const time = async (keys: Keys) => {
    const start = performance.now();
    if ((await keys.find(key)).key === undefined) throw new Error("the key is not found");
    return performance.now() - start;
  };
  const clock = () => new Date();
  const lookUps: number[] = [];
  // Each remembers nothing yet.
  for (let at = 0; at < freshKeys; at += 1) lookUps.push(await time(openKeys({ rootDb, clock })));
  const keys = openKeys({ rootDb, clock });
  const turn = evenPace(rate);
  const checks: number[] = [];
  for (let at = 0; at < seconds * rate; at += 1) {
    await turn(at);
    checks.push(await time(keys));
  }
  results.push({ title: "the look-up of a key, at most once in two seconds", ...spread(lookUps) });
  results.push({ title: "the check of a key", ...spread(checks) });
  printTable(
    `${rate} calls a second with one key, ${addresses} addresses, ${messages} messages at one of them, ms`,
    ["", "p50", "p95"],
    results.map(({ title, p50, p95 }) => [title, round(p50), round(p95)]),
  );
  const p95Of = (part: string) => results.find(({ title }) => title.startsWith(part))?.p95 ?? Number.NaN;
  printGoals([
    { what: "p95 of a list of 20 messages, ms", value: p95Of("messages, first"), below: 20 },
    { what: "p95 of one far down, ms", value: p95Of("messages, far"), below: 20 },
    { what: "p95 of a list of addresses far down, ms", value: p95Of("addresses, far"), below: 20 },
    { what: "p95 of the check of a key, ms", value: p95Of("the check"), below: 1 },
  ]);
  await saveResult("api", { settings, results });
  return true;
}
