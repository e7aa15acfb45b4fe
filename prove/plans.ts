import { writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { email } from "@mayfly/contracts";
import type { RootDatabase } from "@mayfly/server/database/database";
import { freePort } from "@mayfly/server/process/free_port";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { caller } from "@mayfly/server/testing/test_app";
import pg from "pg";
import { root, scratchFolder } from "../bench/folders.ts";
import { createAccount, createMember, logIn, startMayfly, startServer } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { run as runProgram } from "../bench/programs.ts";
import { printTable, round, saveResult } from "../bench/report.ts";
import { rows as calls } from "./companies_matrix.ts";
import { addExplain, readExplained, type Statement } from "./explained.ts";
import { handwrittenStatements } from "./handwritten_statements.ts";
import { makeCalls, startReceiver } from "./plans_calls.ts";
import { busyAddress, fill, neighbourOf } from "./plans_data.ts";
import { type Count, none } from "./proof.ts";

/** On a domain of the platform's: mail for it is refused, and it is withheld from who was told. */
const unknownName = "nobody@mayfly.test";
const defaults = { rows: 3_000_000, companies: 10_000, webhooks: 20_000 };

/** Pages of 8 kB that a statement may look at, however much there is. */
const budget = 10_000;
/** How long the scheduled jobs have, all together, before they count as hanging. */
const jobSeconds = 3_600;
const costliest = 10;

/** Statements of which no call, job or mail here has need: each by a part of its text, with what needs it. */
const unneeded: Record<string, string> = {
  "SELECT FROM email WHERE email_name = ANY($) AND is_active": "an address that ends between its RCPT and its message",
  "UPDATE webhook_delivery SET next_attempt = $, queued = true WHERE name = ANY($)":
    "a process that stops, or a receiver that is rested",
  "UPDATE invitation SET otp_tries = otp_tries": "a copied invitation, whose code is in a mail",
  "UPDATE search_state SET indexed_to = 'epoch'": "npm run mayfly -- reindex, which has all mail read anew",
  "UPDATE search_state SET remade_to = NULL, version = $": "the end of that",
  "UPDATE search_range SET until = now() WHERE": "a process that stops, or a range that failed",
  "UPDATE search_state SET until = now() WHERE worker = $": "a process that stops",
  "tries = tries + 1 WHERE kind = $ AND first = $": "a worker that died",
  "UPDATE search_unread SET due": "a message that is not read in time, twice",
  "DELETE FROM search_unread WHERE message = $": "a message that is not read in time, and deleted",
  "AS piece FROM message_source": "a message of more than a megabyte",
  "UPDATE email SET last_activity = $ WHERE email_name = $":
    "an address that is being changed while its mail is indexed",
  "AS block WHERE given.company = block.company": "npm run mayfly -- verify --repair, of a wrong count",
  "::uuid[]) AND NOT EXISTS (SELECT FROM customer_inbox":
    "npm run mayfly -- verify --repair, of a message without a row",
  "FROM smtp_attempt_count WHERE company =": "an address with a name that mail was refused for",
  "AS is_own, min(creation) AS from FROM email": "the same",
};

/** Every statement of the product, on a database that has grown for a year, for who sees all of it and who sees little (row Z13). */
export async function run(args: string[]): Promise<Count[]> {
  const size = readOptions(args, defaults);
  const receiver = await startReceiver();
  const given = process.env["DATABASE_URL"];
  const secret = { SECRET_KEY: "a secret key for proofs, of 32 and more" };
  // This process only keeps the embedded Postgres running, and brings the database up to date.
  const keeper = await startMayfly("plans", { ...secret, ...(given && { DATABASE_URL: given }), ROLES: "web" });
  const { rootDb, databaseUrl, folder } = keeper;
  const { company, owner: administrator } = await createAccount(rootDb, "large");
  const member = await createMember(rootDb, company, "member@large.example", "Member");
  const neighbour = await neighbourOf(keeper, company);
  const begin = performance.now();
  await fill(keeper, { large: { company, administrator, member }, receiver: `${receiver}hook/` }, size);
  console.error(`${size.rows} messages filled in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  await prepare(databaseUrl);
  const file = path.join(await scratchFolder("explained"), "statements");
  await writeFile(file, "");
  const [httpPort, smtpPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const settings = {
    ...{ ...secret, DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: `${httpPort}`, SMTP_PORT: `${smtpPort}` },
    // With limits, since their statements count as well.
    ...{ RATE_LIMIT_FACTOR: "1000", ALLOW_PRIVATE_NETWORK: "on", LOG_LEVEL: "warn", METRICS_PORT: `${metricsPort}` },
    EXPLAINED_STATEMENTS: file,
    NODE_OPTIONS: `--import ${pathToFileURL(path.join(import.meta.dirname, "explained_statements.ts"))}`,
  };
  await startServer(settings);
  const app = {
    ...{ rootDb, clock: { now: new Date() } },
    get guest() {
      return caller(`http://127.0.0.1:${httpPort}`);
    },
  };
  const seen: { who: string; statements: Statement[] }[] = [];
  let place = 0;
  const look = async (who: string, work: () => Promise<unknown>) => {
    await work();
    const { statements, place: next } = await readExplained(file, place);
    place = next;
    seen.push({ who, statements });
  };
  const done = new Set<string>();
  for (const [who, as] of [
    ["Administrator", { company, role: "Administrator" }],
    ["Member", { company, role: "Member" }],
    ["neighbour", { company: neighbour.company, role: "Administrator" }],
  ] as const) {
    await look(who, async () => {
      for (const name of await makeCalls(app, receiver, as)) done.add(name);
    });
  }
  await rootDb.webhook.create({
    data: {
      ...{ name: "hook-neighbour", company: neighbour.company, owner: neighbour.owner },
      ...{ url: `${receiver}hook/mail`, event: "email.received" },
    },
  });
  await look("mail", async () => {
    const people = app.guest;
    people.cookie = await logIn(rootDb, neighbour.owner);
    const socket = await people.listen();
    await sendMail(smtpPort, neighbour.address);
    socket.disconnect();
    // Written in batches, half a second after the attempt.
    while ((await rootDb.smtpAttemptCount.count({ where: { address: unknownName } })) === 0) await wait(100);
    await people.call(email.is_email_available, { email: unknownName });
  });
  await look("worker", async () => {
    await doJobs(rootDb);
    await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  });
  await look("command", () => giveCommands(settings));

  return report(seen, done);
}

async function prepare(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await addExplain(client).finally(() => client.end());
}

/** Mail that is taken, and mail that is refused. */
async function sendMail(port: number, address: string) {
  await using client = await SmtpClient.open(port);
  const message = "Subject: Order\r\n\r\nYour order https://shop.example/orders/1, code 482913\r\n";
  for (const to of [
    [busyAddress],
    [busyAddress, address],
    ["nobody@company-1.example"],
    [unknownName],
    ["a1@company-1.example"],
    ["postmaster@mayfly.test"],
  ]) {
    await client.send(to, message);
  }
}

/** Has every scheduled job done once, and waits for all that is queued. */
async function doJobs(rootDb: RootDatabase) {
  const names = await rootDb.$queryRaw<{ name: string }[]>`
    SELECT identifier AS name FROM graphile_worker._private_known_crontabs`;
  for (const { name } of names) {
    await rootDb.$queryRaw`SELECT FROM graphile_worker.add_job(${name}, max_attempts := 1)`;
  }
  const giveUp = performance.now() + jobSeconds * 1_000;
  for (;;) {
    const [left] = await rootDb.$queryRaw<{ jobs: number }[]>`
      SELECT count(*)::int AS jobs FROM graphile_worker.jobs
      WHERE locked_at IS NOT NULL OR (attempts < max_attempts AND run_at <= now())`;
    if (left?.jobs === 0) return;
    if (performance.now() > giveUp) throw new Error(`${left?.jobs} jobs are not done after ${jobSeconds} s`);
    await wait(500);
  }
}

/** The operator's commands that read or change the database. */
async function giveCommands(settings: Record<string, string>) {
  const main = path.join(root, "apps/server/src/operator/main.ts");
  const env = { PATH: process.env["PATH"], ...settings };
  for (const args of [["companies"], ["plan", "hello@company-1.example", "starter"], ["jobs"], ["postmaster"]]) {
    await runProgram(process.execPath, [main, ...args], { cwd: root, env, maxBuffer: 64 * 1024 * 1024 });
  }
}

const shapesOf = (statements: Statement[]) => [...new Set(statements.map(({ text }) => text))];

const brokenOff = (statements: Statement[]) =>
  shapesOf(statements.filter(({ faults }) => faults.some((fault) => /timeout/.test(fault)))).length;

type Seen = { who: string; statements: Statement[] }[];

/** The largest count of buffers of a statement's plans. */
const mostOf = ({ custom, generic }: Statement) => Math.max(custom?.buffers ?? 0, generic?.buffers ?? 0);

async function report(seen: Seen, done: Set<string>): Promise<Count[]> {
  const all = seen.flatMap(({ who, statements }) => statements.map((one) => ({ who, ...one })));
  const sorted = all.toSorted((one, other) => mostOf(other) - mostOf(one));
  printTable(
    "The costliest statements",
    ["", "buffers", "ms", "generic", "ms", "by"],
    sorted
      .slice(0, costliest)
      .map(({ text, custom, generic, who }) => [
        text.slice(0, 100),
        ...[custom, generic].flatMap((one) => (one ? [`${one.buffers}`, round(one.milliseconds)] : ["-", "-"])),
        who,
      ]),
  );
  await saveResult("plans_statements", { statements: sorted }, import.meta.dirname);
  const shapes = shapesOf(all);
  const isNeeded = ({ part }: { part: string }) => !Object.keys(unneeded).some((text) => part.includes(text));
  const unseen = (await handwrittenStatements())
    .filter(isNeeded)
    .filter(({ part }) => !shapes.some((shape) => shape.includes(part)));
  for (const { file, part } of unseen) console.error(`not seen: ${file}: ${part.slice(0, 120)}`);
  const undone = calls.filter(({ name }) => !done.has(name));
  if (undone.length > 0) console.error(`not carried out: ${undone.map(({ name }) => name).join(", ")}`);
  const over = (mode: "custom" | "generic") =>
    new Set(all.flatMap((one) => (!one.isSlow && (one[mode]?.buffers ?? 0) > budget ? [one.text] : []))).size;
  return [
    { what: "statements", value: shapes.length, atLeast: 1 },
    { what: "executions", value: all.reduce((sum, { executions }) => sum + executions, 0) },
    none("statements over 10,000 buffers, with a plan for their values", over("custom")),
    none("statements over 10,000 buffers, with a plan for any values", over("generic")),
    none("statements broken off that had no deadline of their own", brokenOff(all.filter(({ isSlow }) => !isSlow))),
    { what: "statements with a deadline of their own", value: shapesOf(all.filter(({ isSlow }) => isSlow)).length },
    { what: "of these, broken off", value: brokenOff(all.filter(({ isSlow }) => isSlow)) },
    { what: "most buffers of one statement", value: Math.max(...all.map(mostOf)) },
    none("statements in the source that were not seen", unseen.length),
    none("calls that were never carried out", undone.length),
  ];
}
