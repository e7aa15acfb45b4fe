import { resources } from "@mayfly/contracts";
import { storedKey } from "@mayfly/server/testing/api_client";
import { median } from "@mayfly/server/testing/median";
import pg from "pg";
import { call, send } from "./call.ts";
import { createAccount, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";

const { emails, messages: stored } = resources;
/** Messages at the small address of each round, all of which are claimed. */
const few = 1_000;
/** Seconds of a claim. */
const lease = 60;

/** Workers claim and acknowledge messages of one address, beside as many that list its messages, in turns. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { messages: 100_000, workers: 32, seconds: 10, rounds: 3 });
  const { messages, workers, seconds, rounds } = settings;
  const server = await startMayfly("claims");
  const { company, owner } = await createAccount(server.rootDb, "claims");
  const { key } = await storedKey(server.rootDb, { company, member: owner, label: "claims" });
  const caller = { url: server.url, key };
  const large = "large@mayfly.test";
  const small = Array.from({ length: rounds + 1 }, (_, at) => `small-${at}@mayfly.test`);
  await fill(server, { company, owner, address: large, messages });
  for (const address of small) await fill(server, { company, owner, address, messages: few });

  const claim = (address: string) => async () => {
    const answer = await call(caller, emails.wait, { id: address, claim: true, lease, timeout: 0 });
    const message = answer.found ? answer.messages[0] : undefined;
    if (message?.claim === undefined) return undefined;
    const { status } = await send(caller, stored.ack, { id: message.name, claim: message.claim.claim });
    if (status !== 204) throw new Error(`an ack was answered ${status}`);
    return message.name;
  };
  const list = (address: string) => async () => {
    await call(caller, emails.messages, { id: address });
    return "";
  };
  const load = { workers, seconds };
  const given: string[] = [];
  const warmUp = small.pop() ?? "";
  await measure(load, list(warmUp));
  given.push(...(await measure(load, claim(warmUp))).done);

  const rates = {
    few: { pairs: [] as number[], lists: [] as number[] },
    many: { pairs: [] as number[], lists: [] as number[] },
  };
  for (const [turn, address] of small.entries()) {
    for (const [of, name] of [
      [rates.few, address],
      [rates.many, large],
    ] as const) {
      of.lists.push((await measure(load, list(name))).rate);
      const { done, rate } = await measure(load, claim(name));
      of.pairs.push(rate);
      given.push(...done);
    }
    console.error(`round ${turn + 1} of ${rounds} done: ${JSON.stringify(rates)}`);
  }
  const twice = given.length - new Set(given).size;
  const ratioOf = ({ pairs, lists }: typeof rates.few) =>
    median(pairs.map((pair, at) => pair / (lists[at] ?? Number.NaN)));
  const shown = (title: string, of: typeof rates.few) => [
    title,
    ...[median(of.pairs), median(of.lists), ratioOf(of)].map(round),
  ];
  printTable(
    `${workers} workers at one address, a second`,
    ["", "claims with their ack", "lists of 20 messages", "ratio"],
    [shown(`${few} messages`, rates.few), shown(`${messages} messages`, rates.many)],
  );
  printGoals([
    { what: `claims with their ack for each list, at ${few} messages`, value: ratioOf(rates.few), atLeast: 0.5 },
    { what: `the same at ${messages} messages`, value: ratioOf(rates.many), atLeast: 0.5 },
    { what: "messages given to two workers", value: twice, below: 1 },
  ]);
  await saveResult("claims", { settings: { ...settings, few }, rates, claimed: given.length, twice });
  return twice === 0;
}

/** Each worker does it again and again until the time is over, or there is nothing left to do. */
async function measure(
  { workers, seconds }: { workers: number; seconds: number },
  work: () => Promise<string | undefined>,
) {
  const begin = performance.now();
  const done: string[] = [];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() - begin < seconds * 1000) {
        const one = await work();
        if (one === undefined) return;
        done.push(one);
      }
    }),
  );
  return { done, rate: done.length / ((performance.now() - begin) / 1000) };
}

interface Filled {
  company: string;
  owner: string;
  address: string;
  messages: number;
}

/** Makes an address with messages that came every second, the last just now. */
async function fill({ rootDb, databaseUrl }: Mayfly, { company, owner, address, messages }: Filled): Promise<void> {
  await rootDb.email.create({ data: { email_name: address, domain_name: "mayfly.test", company, owner } });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET synchronous_commit = off");
    await client.query(fillAll, [company, owner, address, messages]);
    await client.query("VACUUM (ANALYZE)");
  } finally {
    await client.end();
  }
}

const fillAll = `
  WITH given AS MATERIALIZED (
    SELECT no, now() - ($4::bigint - no) * interval '1 second' AS at, uuidv7(-($4::bigint - no) * interval '1 second') AS name,
      uuidv7(-($4::bigint - no) * interval '1 second') AS source
    FROM generate_series(1, $4::bigint) AS no
  ), source AS (
    INSERT INTO message_source (name, company, raw, creation)
    SELECT source, $1, convert_to(
      'From: Sender ' || no || E' <sender@elsewhere.example>\\r\\nSubject: Message ' || no || E'\\r\\n\\r\\n' ||
      'Your code is ' || (100000 + no) || E'.\\r\\nhttps://elsewhere.example/confirm/' || no || E'\\r\\n', 'UTF8'), at
    FROM given
  )
  INSERT INTO customer_inbox (
    name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
  SELECT name, $1, $2, 'Private', $3, source, 'sender@elsewhere.example', 'Sender ' || no || ' <sender@elsewhere.example>',
    'Message ' || no, 'Your code is ' || (100000 + no) || '.', at, at
  FROM given`;
