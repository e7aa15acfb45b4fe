import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { atEnd } from "../bench/cleanup.ts";
import { listen } from "../bench/listener.ts";
import { createAccount, logIn, type Mayfly, startMayfly } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { SmtpSender } from "../bench/smtp_sender.ts";
import { percentile } from "../bench/statistics.ts";
import { patience, until } from "../bench/until.ts";
import { checkMail } from "./check_mail.ts";
import { MailLoad } from "./mail_load.ts";
import { People } from "./people.ts";
import { type Count, none } from "./proof.ts";
import { mountSmallDisk } from "./small_disk.ts";
import { killWorkers } from "./worker_kills.ts";

const defaults = {
  ...{ kills: 200, postgres_kills: 50, drops: 200, worker_kills: 20, resets: 20, rate: 100 },
  /** How long the server cannot use its database. Milliseconds. */
  drought: 6_000,
};

const sockets = 10;
const people = 5;
/** Whatever is done to the server, acknowledged mail is stored whole, and clients that come back are served. */
export async function run(args: string[]): Promise<Count[]> {
  const options = readOptions(args, defaults);
  const untried = [{ what: "full disk: not tried, this system lets nothing be mounted", value: 0 }];
  return [...(await underLoad(options)), ...((await fullDisk()) ?? untried), ...(await killWorkers(options))];
}

/** Does everything to one server, while mail and people's calls come without a pause. */
export async function underLoad(options: Omit<typeof defaults, "worker_kills" | "resets">): Promise<Count[]> {
  const { kills, postgres_kills, drops, rate, drought } = options;
  const mayfly = await startMayfly("faults");
  const [one, two] = [await createAccount(mayfly.rootDb, "one"), await createAccount(mayfly.rootDb, "two")];
  const cookies = [await logIn(mayfly.rootDb, one.owner), await logIn(mayfly.rootDb, two.owner)];
  const cookie = (at: number) => cookies[at % 2] ?? "";
  const heard: Set<string>[] = [];
  for (let at = 0; at < sockets; at += 1) {
    const subjects = new Set<string>();
    heard.push(subjects);
    await listen(mayfly.url, cookie(at), (subject) => subjects.add(subject));
  }
  const visitors = new People(
    mayfly.url,
    Array.from({ length: people }, (_, at) => cookie(at)),
  );
  const both = [one.address, two.address];
  const load = new MailLoad({
    ...{ ports: [mayfly.smtpPort], recipients: [[one.address], [two.address], both], rate, connections: 20 },
  });
  await load.nextAcknowledged();

  const ofServer: number[] = [];
  const ofPostgres: number[] = [];
  for (let kill = 0; kill < Math.max(kills, postgres_kills); kill += 1) {
    // Postgres dies between deaths of the server, after much and after little work.
    if (kill < kills) ofServer.push(await killServer(mayfly, load));
    if (kill < postgres_kills) ofPostgres.push(await killPostgres(mayfly, load, kill % 2 === 0));
    if (kill % 10 === 9) console.error(`${kill + 1} kills, ${load.acknowledged} messages acknowledged`);
  }
  console.error("the pool exhausted");
  const drained = [await exhaustPool(mayfly, load, drought), await exhaustPostgres(mayfly, load, drought)];
  console.error("connections dropped");
  await dropConnections(mayfly, load, one.address, drops);
  await load.stop();

  const mail = await checkMail(mayfly.rootDb, load.sent);
  const live = await hearAgain(mayfly, both, heard);
  await visitors.stop();
  const answered = [...visitors.statuses].map(([status, count]) => `${status || "no answer"}: ${count}`).join(", ");
  return [
    { what: "kills of the server", value: ofServer.length },
    { what: "slowest recovery, ms", value: Math.max(...ofServer), below: 3_000, timed: true },
    { what: "median recovery, ms", value: percentile(ofServer, 0.5) },
    { what: "kills of Postgres", value: ofPostgres.length },
    { what: "slowest recovery of Postgres, ms", value: Math.max(...ofPostgres), below: 3_000, timed: true },
    { what: "median recovery of Postgres, ms", value: percentile(ofPostgres, 0.5) },
    { what: "slowest recovery from an empty pool, ms", value: Math.max(...drained), below: 3_000, timed: true },
    { what: "connections dropped in DATA", value: drops },
    ...mail,
    none("5xx replies to mail", load.answers.permanent.length),
    { what: "4xx replies to mail", value: load.answers.temporary },
    none(`5xx responses to people other than 503 (${answered})`, visitors.failures),
    none("calls by people that hung", visitors.hung),
    { what: "slowest response to people, ms", value: visitors.slowest, below: 35_000, timed: true },
    ...live,
  ];
}

/** @returns milliseconds until mail is acknowledged again */
async function killServer(mayfly: Mayfly, load: MailLoad): Promise<number> {
  await inTheMiddle(load);
  const begin = performance.now();
  process.kill(mayfly.pid, "SIGKILL");
  await Promise.all([mayfly.startAgain(), load.nextAcknowledged()]);
  return performance.now() - begin;
}

/** Kills the postmaster, or one of its backends, after which the postmaster restarts them all. */
async function killPostgres(mayfly: Mayfly, load: MailLoad, whole: boolean): Promise<number> {
  await inTheMiddle(load);
  const file = await readFile(path.join(mayfly.folder, "postgres/postmaster.pid"), "utf8");
  const postmaster = Number(file.split("\n")[0]);
  // Either dies while mail is committed, or right after.
  const backend = await committing(mayfly);
  const begin = performance.now();
  process.kill(whole ? postmaster : backend, "SIGKILL");
  await load.nextAcknowledged();
  return performance.now() - begin;
}

/** Finds a backend that commits mail. Retries: backends that outlive a postmaster do so while nobody can connect. */
async function committing({ rootDb }: Mayfly): Promise<number> {
  const giveUp = performance.now() + patience;
  for (;;) {
    try {
      // An idle backend still shows its last statement.
      const [backend] = await rootDb.$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity
        WHERE state = 'active' AND query LIKE '%complete AS%' AND pid <> pg_backend_pid()`;
      if (backend) return backend.pid;
      if (performance.now() > giveUp) throw new Error("No backend commits mail");
    } catch (error) {
      if (performance.now() > giveUp) throw error;
      await wait(50);
    }
  }
}

/** Waits for a random moment in the middle of the server's work. */
async function inTheMiddle(load: MailLoad) {
  for (let messages = Math.ceil(Math.random() * 20); messages > 0; messages -= 1) await load.nextAcknowledged();
}

/** Locks tables, so that every connection of the server waits for them. @returns milliseconds to recover */
async function exhaustPool({ databaseUrl }: Mayfly, load: MailLoad, drought: number): Promise<number> {
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await lockTables(holder);
  await wait(drought);
  const begin = performance.now();
  await holder.query("ROLLBACK");
  await load.nextAcknowledged();
  await holder.end();
  return performance.now() - begin;
}

/** The server may want the same locks in another order at that moment; Postgres then fails one of the two. */
async function lockTables(holder: pg.Client) {
  const deadlock = "40P01";
  for (let held = false; !held; ) {
    await holder.query("BEGIN");
    try {
      await holder.query("LOCK TABLE customer_inbox, email, member IN ACCESS EXCLUSIVE MODE");
      held = true;
    } catch (error) {
      if ((error as { code?: string }).code !== deadlock) throw error;
      await holder.query("ROLLBACK");
    }
  }
}

/** Takes every connection that Postgres has. @returns milliseconds to recover */
async function exhaustPostgres({ databaseUrl }: Mayfly, load: MailLoad, drought: number): Promise<number> {
  const strangers: pg.Client[] = [];
  const fillUp = async () => {
    for (let full = false; !full; ) {
      const stranger = new pg.Client({ connectionString: databaseUrl, application_name: "stranger" });
      stranger.on("error", () => undefined);
      await stranger.connect().then(
        () => strangers.push(stranger),
        () => {
          full = true;
        },
      );
    }
  };
  try {
    await fillUp();
    const cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name <> 'stranger'";
    // The server may be quicker than a stranger to take a freed connection, so it is cut off again and again.
    for (const end = performance.now() + drought; performance.now() < end; await wait(50)) {
      await strangers[0]?.query(`${cut} AND backend_type = 'client backend'`);
      await fillUp();
    }
  } finally {
    await Promise.all(strangers.map((stranger) => stranger.end().catch(() => undefined)));
  }
  const begin = performance.now();
  await load.nextAcknowledged();
  return performance.now() - begin;
}

/** Clients leave in the middle of a message. The load does not know it, so one that is stored counts as never sent. */
async function dropConnections({ smtpPort }: Mayfly, load: MailLoad, to: string, drops: number) {
  const together = 20;
  for (let drop = 0; drop < drops; drop += together) {
    const leave = async () => {
      const sender = await SmtpSender.open(smtpPort);
      await sender.leave(to, `Subject: dropped\r\n\r\n${"line\r\n".repeat(Math.random() * 50_000)}`);
    };
    await Promise.all(Array.from({ length: Math.min(together, drops - drop) }, leave));
    await load.nextAcknowledged();
  }
}

const finale = { subject: "Does everybody hear?", apart: 500 };

/** Sends messages until every listener hears of one: one that has lost its connection reconnects within some seconds. */
async function hearAgain({ smtpPort, output }: Mayfly, to: string[], heard: Set<string>[]): Promise<Count[]> {
  const sender = await SmtpSender.open(smtpPort);
  const deaf = () => heard.filter((subjects) => !subjects.has(finale.subject)).length;
  const replies: number[] = [];
  const begun = performance.now();
  while (deaf() > 0 && performance.now() < begun + patience) {
    const begin = performance.now();
    await sender.send(to, `Subject: ${finale.subject}\r\n\r\n`);
    replies.push(Math.round(performance.now() - begin));
    await until(() => deaf() === 0, finale.apart);
  }
  const took = performance.now() - begun;
  sender.close();
  if (deaf() > 0) console.error(`${deaf()} do not hear; replies took ${replies} ms; the server printed\n${output()}`);
  return [
    none("live connections that did not recover", deaf()),
    { what: "until all live connections had recovered, ms", value: took, below: 15_000, timed: true },
  ];
}

const disk = { megabytes: 400, free: 30_000_000, messages: 60 };

/**
 * On a full disk, mail is refused temporarily, and nothing that was acknowledged is lost.
 * @returns undefined where the system does not allow mounting
 */
export async function fullDisk(): Promise<Count[] | undefined> {
  const small = await mountSmallDisk(disk.megabytes);
  if (small === undefined) return undefined;
  const mayfly = await startMayfly("disk", { DATA_DIR: small.folder });
  const { address } = await createAccount(mayfly.rootDb, "disk");
  await small.fill(disk.free);
  const load = new MailLoad({ ports: [mayfly.smtpPort], recipients: [[address]], rate: 300, connections: 10 });
  atEnd(() => small.empty());
  await until(() => load.answers.temporary >= disk.messages);
  const refused = load.answers.temporary;
  await small.empty();
  const begin = performance.now();
  await load.nextAcknowledged();
  const recovery = performance.now() - begin;
  await load.stop();
  const counts = await checkMail(mayfly.rootDb, load.sent);
  return [
    { what: `full disk (${small.kind}): messages refused temporarily`, value: refused, atLeast: disk.messages },
    { what: "full disk: recovery once there is room, ms", value: recovery, below: 3_000, timed: true },
    none("full disk: 5xx replies to mail", load.answers.permanent.length),
    ...counts.map((count) => ({ ...count, what: `full disk: ${count.what}` })),
  ];
}
