import { randomInt } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { contracts, webhookEventNames } from "@mayfly/contracts";
import { messageOf } from "@mayfly/server/features/inbox/packed";
import { freePort } from "@mayfly/server/process/free_port";
import { storedKey } from "@mayfly/server/testing/api_client";
import { dnsServer } from "@mayfly/server/testing/dns_server";
import { SmtpClient } from "@mayfly/server/testing/smtp_client";
import { makeKey } from "@mayfly/server/text/api_key";
import { atEnd } from "../bench/cleanup.ts";
import { createAccount, createMember, logIn, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { patience } from "../bench/until.ts";
import { deadlocksIn } from "./deadlocks.ts";
import { type HttpRequest, makeRequest, send } from "./fuzz_http.ts";
import { makeConversation, makeMail, stuffed } from "./fuzz_mail.ts";
import { inspected, memoryGrowth, memoryOf } from "./memory.ts";
import { type Count, none } from "./proof.ts";
import { Random } from "./random.ts";
import type { Words } from "./schema_values.ts";

/** The results; the first few failures of each kind are also printed. */
class Findings {
  requests = 0;
  statuses: Record<number, number> = {};
  conversations = 0;
  mails = 0;
  readonly failures = {
    errors: [] as string[],
    unavailable: [] as string[],
    silences: [] as string[],
    replies: [] as string[],
    changed: [] as string[],
  };

  note(kind: keyof Findings["failures"], what: string): void {
    this.failures[kind].push(what);
    if (this.failures[kind].length <= 5) console.error(`${kind}: ${what.slice(0, 2_000)}`);
  }
}

/**
 * Random but structured input for every method, for SMTP and for what reads mail, for so many seconds. The same seed
 * makes the same input; the state that the server is in by then may differ.
 */
export async function run(args: string[]): Promise<Count[]> {
  const { seconds, seed } = readOptions(args, { seconds: 120, seed: randomInt(1, 2 ** 31) });
  console.error(`fuzz: --seed ${seed}`);
  const dns = await dnsServer(() => "NXDOMAIN");
  atEnd(async () => dns[Symbol.asyncDispose]());
  const [inspectorPort, metricsPort] = [await freePort(), await freePort()];
  const mayfly = await startMayfly("fuzz", {
    DNS_SERVERS: dns.address,
    SMTP_MAX_ERRORS: "1000",
    PARSE_MILLISECONDS: "1000",
    // With little memory, the parser threads soon reach their full size.
    PARSE_MEMORY_MB: "64",
    METRICS_PORT: `${metricsPort}`,
    ...inspected(inspectorPort),
  });
  const account = await openAccount(mayfly);
  // The fuzzed calls do not know this account, so that none of them ends its session.
  const reader = await createAccount(mayfly.rootDb, "reader");
  const inbox = { address: reader.address, cookie: await logIn(mayfly.rootDb, reader.owner) };
  const findings = new Findings();

  const loop = watchEventLoop(metricsPort);
  // Fuzzes before the first measurement: what the server allocates once, for code and caches, is no leak.
  await fuzz(mayfly, { ...account, inbox }, findings, new Random(seed), seconds / 2);
  const before = await memoryOf(inspectorPort);
  await fuzz(mayfly, { ...account, inbox }, findings, new Random(seed + 1), seconds / 2);
  const after = await memoryOf(inspectorPort);
  const longestDelay = await loop.stop();
  const health = await send(mayfly.url, { method: "GET", path: "/healthz", headers: {}, body: undefined });

  console.error("answers:", findings.statuses);
  const { errors, unavailable, silences, replies, changed } = findings.failures;
  return [
    { what: "requests", value: findings.requests, atLeast: 40 * seconds },
    { what: "SMTP conversations", value: findings.conversations, atLeast: 4 * seconds },
    { what: "messages stored and read", value: findings.mails, atLeast: 2 * seconds },
    none("responses of 500 and above, other than 503", errors.length),
    // On a busy machine, a call may wait too long for its turn.
    { what: "responses of 503", value: unavailable.length, below: 1, timed: true },
    none("deadlocks", await deadlocksIn(mayfly.rootDb)),
    none("requests, conversations and mails without a response", silences.length),
    none("SMTP replies that are malformed or report a failure", replies.length),
    none("messages not returned byte for byte", changed.length),
    { what: "longest delay of the event loop, ms", value: longestDelay * 1000, below: 200, timed: true },
    none("exits", health.status === 200 ? 0 : 1),
    ...memoryGrowth(before, after),
    { what: "seed", value: seed },
  ];
}

/** How often the server is asked how late its event loop was. Milliseconds. */
const lookMilliseconds = 1_000;

/** Watches the longest delay of a server's event loop in seconds. */
function watchEventLoop(metricsPort: number) {
  let longest = 0;
  let isOver = false;
  async function look() {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const [, seconds] = /^mayfly_event_loop_delay_seconds\{percentile="100".*\} (\S+)$/m.exec(text) ?? [];
    longest = Math.max(longest, Number(seconds));
  }
  async function watch() {
    // What came before the first look is the start.
    await look();
    longest = 0;
    while (!isOver) {
      await pause(lookMilliseconds);
      await look();
    }
  }
  const watching = watch();
  return {
    async stop() {
      isOver = true;
      await watching;
      return longest;
    },
  };
}

type Account = Awaited<ReturnType<typeof openAccount>>;

/** Creates a company with something of everything for calls to find, and to spoil. */
async function openAccount({ rootDb }: Mayfly) {
  const { company, owner, address } = await createAccount(rootDb, "fuzz");
  const people = [owner, await createMember(rootDb, company, "member@fuzz.example", "Member")];
  const cookies: string[] = [];
  const keys: string[] = [];
  const messages: string[] = [];
  const words: Words = {
    usr: people,
    email: [address, owner, "new@mayfly.test"],
    customer_email: people,
    email_address: ["new@fuzz.example"],
    company_email: ["new-company@fuzz.example"],
    domain: ["mayfly.test", "fuzz.example", "b\u00fccher.example", ""],
    domain_name: ["fuzz.example", "mayfly.test"],
    email_prefix: ["new", "a.b-c_d", ""],
    url: ["https://fuzz.example/hook", "http://127.0.0.1:1/"],
    event: webhookEventNames,
    name: messages,
    id: messages,
    include: ["text", "html", "codes", "links", "text,links"],
    cursor: ["", "a", Buffer.from('["2026-11-28T09:00:00Z","a","seal"]').toString("base64url")],
    run: ["ci/1"],
    key_name: ["CI"],
    networks: ["192.0.2.0/24", "::1", "1.2.3"],
    webhook_name: ["hook-fuzz"],
    fields: ["name", "`tabEmail`.`owner`", "*", "content", "subject", "creation", "_seen", "attachments"],
    filters: [
      "owner",
      "name",
      "recipients",
      "=",
      "like",
      "in",
      ">=",
      "!=",
      "Email",
      "%a%",
      "modified",
      "2026-11-21",
      "_seen",
    ],
    order_by: ["modified desc", "creation asc, name desc", "`tabEmail`.`name` asc", "subject"],
    company_website: ["fuzz.example", ""],
    "": ["a", "Somebody", "123456", "correct horse", "Correct horse 1!", "1", ...Object.keys(contracts)],
  };
  /** Undoes what calls have done to the accounts that make them. */
  const restore = async () => {
    await rootDb.member.updateMany({ where: { company }, data: { is_active: true } });
    await rootDb.member.update({ where: { name: owner }, data: { role: "Administrator" } });
    const open = { is_active: true, expiry: null, visibility: "Public", company } as const;
    await rootDb.email.update({ where: { email_name: address }, data: open });
    const hook = { company, owner, url: "https://fuzz.example/", event: "email.created" };
    await rootDb.webhook.createMany({ data: [{ ...hook, name: "hook-fuzz" }], skipDuplicates: true });
    const sessions = await Promise.all(people.map((name) => logIn(rootDb, name)));
    cookies.splice(0, cookies.length, "", ...sessions, ...sessions);
    await rootDb.apiKey.deleteMany({ where: { company } });
    const made = await Promise.all(people.map((name) => storedKey(rootDb, { company, member: name, label: "fuzz" })));
    const known = made.map(({ key }) => key);
    keys.splice(0, keys.length, "", ...known, ...known, makeKey());
    const rows = await rootDb.customerInbox.findMany({ take: 5, orderBy: { name: "desc" }, select: { name: true } });
    messages.splice(0, messages.length, address, "hook-fuzz", ...rows.map(({ name }) => name));
  };
  await restore();
  return { address, cookies, keys, words, restore };
}

/** An address that mail is sent to, and the cookie of its reader. */
interface Inbox {
  address: string;
  cookie: string;
}

/** The fewest turns on however slow a machine: enough for what the test wants of its four seconds. */
const fewestTurns = 5;

/** Fuzzes everything at once, for so many seconds. */
async function fuzz(
  mayfly: Mayfly,
  account: Account & { inbox: Inbox },
  findings: Findings,
  random: Random,
  seconds: number,
) {
  const end = performance.now() + seconds * 1000;
  /** Each loop has its own random choices from the seed, whatever the others do. */
  const repeat = async (work: (own: Random, turn: number) => Promise<unknown>) => {
    const own = new Random(random.below(2 ** 32));
    for (let turn = 0; turn < fewestTurns || performance.now() < end; turn += 1) await work(own, turn);
  };
  const requests = Array.from({ length: 4 }, () =>
    repeat(async (own, turn) => {
      if (turn % 25 === 24) await account.restore();
      await call(mayfly, findings, makeRequest(own, account.words, account));
    }),
  );
  const conversations = [0, 1].map(() => repeat((own) => converse(mayfly, account, findings, own)));
  const mails = [0, 1].map(() => repeat((own) => mail(mayfly, account.inbox, findings, own)));
  await Promise.all([...requests, ...conversations, ...mails]);
}

async function call({ url }: Mayfly, findings: Findings, request: HttpRequest) {
  const { status, text } = await send(url, request);
  findings.requests += 1;
  findings.statuses[status] = (findings.statuses[status] ?? 0) + 1;
  const { method, path, headers, body } = request;
  const what = () => `${status} ${method} ${path} ${JSON.stringify(headers)} ${body ?? ""} -> ${text}`;
  if (status >= 500) findings.note(status === 503 ? "unavailable" : "errors", what());
  if (status < 0) findings.note("silences", what());
  return { status, text };
}

const wellFormedReply = /^[2-5]\d\d[ -][\x20-\x7e]*$/;

/** Sends the whole conversation, and reads until the server closes the connection. */
async function converse({ smtpPort }: Mayfly, { address }: Account, findings: Findings, random: Random) {
  const pieces = makeConversation(random, [
    ...[address, address.replace("@", "+tag@"), "nobody@mayfly.test", "a@elsewhere.example", "postmaster"],
  ]);
  const socket = connect({ port: smtpPort, host: "127.0.0.1", noDelay: true });
  let said = "";
  await new Promise<void>((resolve) => {
    socket.setTimeout(patience, () => {
      findings.note("silences", `SMTP ${JSON.stringify(Buffer.concat(pieces).toString("latin1"))}`);
      socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.once("data", async () => {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise(setImmediate);
      }
      // Whatever state the server is in, this ends the conversation, and the server closes its side too.
      socket.end("\r\n.\r\nQUIT\r\n");
    });
    socket.on("data", (bytes) => {
      said += bytes.toString("latin1");
    });
  });
  findings.conversations += 1;
  for (const line of said.split("\r\n").slice(0, -1)) {
    if (!wellFormedReply.test(line) || /^45[01] 4\.3|internal/.test(line)) {
      findings.note(
        "replies",
        `${JSON.stringify(line)} to ${JSON.stringify(Buffer.concat(pieces).toString("latin1"))}`,
      );
    }
  }
}

/** Sends a message, and reads it in every way there is. */
async function mail(mayfly: Mayfly, { address, cookie }: Inbox, findings: Findings, random: Random) {
  const sent = makeMail(random);
  await using client = await SmtpClient.open(mayfly.smtpPort);
  await client.begin(address, random.pick(["a@b.example", ""]));
  client.write(stuffed(sent));
  const reply = await client.reply();
  const source = /^250 .* stored as (\S+)$/.exec(reply ?? "")?.[1];
  const what = JSON.stringify(sent.toString("latin1"));
  if (source === undefined) return findings.note("replies", `${reply} to ${what}`);
  const { name } = await mayfly.rootDb.customerInbox.findFirstOrThrow({ where: { source }, select: { name: true } });
  const headers = { cookie };
  const q = encodeURIComponent(random.pick(['"zzz none"', "subject:x ガガ", "a 字字 1 b", "zzz"]));
  const search = `${contracts.reportview.get.path}?doctype=Customer%20Inbox&q=${q}`;
  const { getdoc } = contracts.load;
  const { get_text, get_headers, get_source, download_message, download_attachment } = contracts.inbox;
  for (const path of [
    `${getdoc.path}?doctype=Customer%20Inbox&name=${name}`,
    search,
    ...[get_text, get_headers, get_source, download_message].map((one) => `${one.path}?name=${name}`),
    ...[0, 1].map((part) => `${download_attachment.path}?name=${name}&part=${part}`),
  ]) {
    await call(mayfly, findings, { method: "GET", path, headers, body: undefined });
  }
  const row = await mayfly.rootDb.messageSource.findUniqueOrThrow({ where: { name: source } });
  const kept = messageOf(row);
  const whole =
    sent.length === 0 || sent.subarray(-2).equals(Buffer.from("\r\n"))
      ? sent
      : Buffer.concat([sent, Buffer.from("\r\n")]);
  if (!kept.equals(whole)) findings.note("changed", `${JSON.stringify(kept.toString("latin1"))} of ${what}`);
  findings.mails += 1;
}
