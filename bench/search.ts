import { DatabaseSync } from "node:sqlite";
import { resources } from "@mayfly/contracts";
import { storedKey } from "@mayfly/server/testing/api_client";
import pg from "pg";
import { call } from "./call.ts";
import { createAccount, type Mayfly, startMayfly } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, round, saveResult } from "./report.ts";
import { spread } from "./statistics.ts";

const warmUpCalls = 3;
const pageLength = 20;
const farPages = 50;
const otherCompanies = 9;
const batch = 50_000;
/** Messages that are searched as Mailpit does it. */
const likeRows = 100_000;
/** Messages of the large company that share a source: their texts are the same, their rows and tokens are not. */
const sources = 1_000;

/** Searches (row T04) in a company with a tenth of all mail, of which a tenth is at one address. */
export async function run(args: string[]): Promise<boolean> {
  const settings = readOptions(args, { rows: 1_000_000, calls: 50 });
  const { rows, calls } = settings;
  // No worker: what is indexed is filled in here.
  const server = await startMayfly("search", { ROLES: "web" });
  const { rootDb, url } = server;
  const { company, owner } = await createAccount(rootDb, "large");
  const { key } = await storedKey(rootDb, { company, member: owner, label: "bench" });
  const begin = performance.now();
  const seconds = await fill(server, { company, owner }, rows);
  console.error(`${rows} messages filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  const own = Math.ceil(rows / (otherCompanies + 1));
  const cases: [title: string, q: string, least: number][] = [
    ["a word of every message", "common ", pageLength],
    ["a word of one message", "u700 ", 1],
    ["a word of none", "absent ", 0],
    ["a word of one in a hundred", "w7 ", 1],
    ["two words", "w7 w8 ", 0],
    ["words in their order", '"shared text"', 1],
    ["a sender, in the last month", "from:sender7 newer_than:30d", 1],
    ["a beginning", "com", pageLength],
    ["Japanese", "領収書", 1],
    ["a word in the large address", "in:a0@mayfly.test w7", 1],
    ["all but a word", "-common", 0],
    ["unread mail", "is:unread", pageLength],
  ];
  // Queries as nobody would write them: what matters is that none of them holds the database for long.
  const worst: [title: string, q: string, least: number][] = [
    ["the beginning of every word", "w", 0],
    ["fifty beginnings that are no words", "absent".repeat(8).concat(" x OR y").concat(" w7 OR w8".repeat(9)), 0],
    ["one of fifty words", Array.from({ length: 25 }, (_, at) => `w${at}`).join(" OR "), 0],
    ["without fifty words", Array.from({ length: 50 }, (_, at) => `-w${at}`).join(" "), 0],
    ["words that stand in no order", '"text shared"', 0],
    ["without words in their order", '-"shared text"', 0],
    ["larger than all", "larger:999999999", 0],
    ["read by nobody, before all", "is:read before:2001-01-01", 0],
  ];
  const results: ({ title: string } & ReturnType<typeof spread>)[] = [];
  const measure = async ([title, q, least]: (typeof cases)[number]) => {
    const timed = async () => {
      const before = performance.now();
      const { data } = await call({ url, key }, resources.messages.list, { q, limit: pageLength });
      if (data.length < least) throw new Error(`${q} found ${data.length}`);
      return performance.now() - before;
    };
    for (let at = 0; at < warmUpCalls; at += 1) await timed();
    const times: number[] = [];
    for (let at = 0; at < calls; at += 1) times.push(await timed());
    const result = { title, ...spread(times) };
    console.error(`${title}: ${round(result.p95)} ms`);
    return result;
  };
  for (const one of cases) results.push(await measure(one));
  results.push({ title: `page ${farPages} of a word of every message`, ...spread(await walk({ url, key })) });

  const worstResults: typeof results = [];
  for (const one of worst) worstResults.push(await measure(one));
  const like = await searchByLike(server, company);

  const [size] = await rootDb.$queryRaw<{ table: number; index: number; all: number }[]>`
    SELECT sum(pg_table_size(relid)) / 1e6 AS table, sum(pg_total_relation_size(relid)) / 1e6 AS all,
      (SELECT sum(pg_relation_size(relid)) / 1e6 FROM pg_partition_tree('message_search_tokens')) AS index
    FROM pg_partition_tree('message_search')`;
  printTable(
    `Searches in a company of ${own} among ${rows} messages, ms`,
    ["", "p50", "p95"],
    results.map(({ title, p50, p95 }) => [title, round(p50), round(p95)]),
  );
  printTable(
    "Queries that are meant to be slow, ms",
    ["", "p50", "p95"],
    worstResults.map(({ title, p50, p95 }) => [title, round(p50), round(p95)]),
  );
  printTable(
    `Mailpit's way, LIKE over a column of SQLite, in this process, ${like.count} of these messages, ms`,
    ["", "p50", "p95"],
    like.results.map(({ title, p50, p95 }) => [title, round(p50), round(p95)]),
  );
  printTable(
    "The index, MB",
    ["table", "tokens", "all", "built in, s"],
    [[size?.table, size?.index, size?.all, seconds].map((value) => round(Number(value)))],
  );
  const slowest = (of: typeof results) => Math.max(...of.map(({ p95 }) => p95));
  printGoals([
    { what: "slowest p95 of a search, ms", value: slowest(results), below: 100 },
    { what: "slowest p95 of a query that is meant to be slow, ms", value: slowest(worstResults), below: 2_000 },
  ]);
  await saveResult("search", { settings, results, worst: worstResults, like, size, seconds });
  return true;
}

/**
 * Mailpit's binary is not to be had everywhere, so its query stands for it: every row's text is compared, and all that match
 * are read, to be counted. What it does besides, and HTTP, is left out.
 */
async function searchByLike({ rootDb }: Mayfly, company: string) {
  const texts = await rootDb.$queryRaw<{ text: string }[]>`
    SELECT array_to_string(tsvector_to_array(tokens), ' ') AS text FROM message_search
    WHERE company = ${company}::uuid ORDER BY modified DESC LIMIT ${likeRows}`;
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE TABLE mailbox (created INTEGER, text TEXT); CREATE INDEX of_created ON mailbox (created)");
  const insert = db.prepare("INSERT INTO mailbox VALUES (?, ?)");
  db.exec("BEGIN");
  for (const [at, { text }] of texts.entries()) insert.run(-at, text);
  db.exec("COMMIT");
  const results = [
    { title: "a word of every message", words: ["common"] },
    { title: "a word of one message", words: ["u700"] },
    { title: "a word of none", words: ["absent"] },
    { title: "two words", words: ["w7", "w8"] },
    { title: "Japanese", words: ["領収"] },
  ].map(({ title, words }) => {
    const where = words.map(() => "text LIKE ?").join(" AND ");
    const query = db.prepare(`SELECT created FROM mailbox WHERE ${where} ORDER BY created DESC`);
    const times = Array.from({ length: 20 }, () => {
      const before = performance.now();
      query.all(...words.map((word) => `%${word}%`));
      return performance.now() - before;
    });
    return { title, ...spread(times) };
  });
  db.close();
  return { count: texts.length, results };
}

/** The times of one page after the other. */
async function walk(caller: { url: string; key: string }): Promise<number[]> {
  const times: number[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < farPages && cursor !== null; page += 1) {
    const before = performance.now();
    const input = { q: "common ", limit: pageLength, ...(cursor && { cursor }) };
    ({ next_cursor: cursor } = await call(caller, resources.messages.list, input));
    times.push(performance.now() - before);
  }
  return times;
}

/** @returns in how many seconds the index was made, without the rows of the mail */
async function fill({ rootDb, databaseUrl }: Mayfly, large: { company: string; owner: string }, rows: number) {
  const others = await Promise.all(
    Array.from({ length: otherCompanies }, (_, at) => createAccount(rootDb, `other-${at}`)),
  );
  const all = [large, ...others];
  await rootDb.email.createMany({
    data: Array.from({ length: 100 }, (_, at) => ({
      ...{ email_name: `a${at}@mayfly.test`, domain_name: "mayfly.test" },
      ...{ company: all[at % all.length]?.company ?? "", owner: all[at % all.length]?.owner ?? "" },
    })),
  });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  const now = new Date();
  await client.query(fillSources, [large.company, sources]);
  for (let from = 1; from <= rows; from += batch)
    await client.query(fillRows, [from, Math.min(rows, from + batch - 1), rows, now]);
  const begin = performance.now();
  for (let from = 1; from <= rows; from += batch)
    await client.query(fillTokens, [from, Math.min(rows, from + batch - 1), rows, now]);
  const seconds = (performance.now() - begin) / 1_000;
  await client.query("VACUUM (ANALYZE)");
  await client.query("UPDATE search_state SET indexed_to = now()");
  await client.query("CHECKPOINT");
  await client.end();
  return seconds;
}

const fillSources = `
  INSERT INTO message_source (name, company, raw, creation)
  SELECT lpad(to_hex(no), 32, '0')::uuid, $1::uuid,
    convert_to(E'Subject: Message\\r\\n\\r\\nSome shared text of all messages.\\r\\n', 'UTF8'), now()
  FROM generate_series(1, $2::int) AS no`;

const given = `
  SELECT no, $4::timestamptz - ($3::bigint - no) * (interval '365 days' / $3::bigint) AS creation,
    (lpad(to_hex((extract(epoch FROM $4::timestamptz - ($3::bigint - no) * (interval '365 days' / $3::bigint)) * 1000)::bigint), 12, '0')
      || '7000' || lpad(to_hex(no), 16, '8'))::uuid AS name,
    'a' || CASE WHEN no % 100 = 0 THEN 0 ELSE abs(hashint8(no)) % 100 END || '@mayfly.test' AS address
  FROM generate_series($1::bigint, $2::bigint) AS no`;

const fillRows = `
  WITH given AS MATERIALIZED (${given})
  INSERT INTO customer_inbox (
    name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
  SELECT given.name, email.company, email.owner, email.visibility, address, lpad(to_hex(no % ${sources} + 1), 32, '0')::uuid,
    'sender@elsewhere.example', 'Sender' || no % 1000 || ' <sender@elsewhere.example>', 'Message ' || no,
    'Some shared text of message ' || no, given.creation, given.creation
  FROM given JOIN email ON email_name = address ORDER BY no`;

/** 45 words: of every message, of one in a hundred each, of one message, and of one in ten in Japanese. */
const fillTokens = `
  WITH given AS MATERIALIZED (${given})
  INSERT INTO message_search (message, company, bytes, tokens, modified)
  SELECT given.name, email.company, 2000, array_to_tsvector(
    ARRAY['common', 'some', 'shared', 'text', 'message', 'elsewhere.example', 'u' || no, 's:message', 'f:sender' || no % 1000]
    || ARRAY(SELECT DISTINCT 'w' || abs(hashint8(no * 37 + at)) % 3700 / (1 + at % 10) FROM generate_series(1, 36) AS at)
    || CASE WHEN no % 10 < 2 THEN ARRAY['領収', '収書', '書'] ELSE ARRAY[]::text[] END), given.creation
  FROM given JOIN email ON email_name = address ORDER BY no`;
