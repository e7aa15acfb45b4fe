import { session } from "@mayfly/contracts";
import { hashPassword } from "@mayfly/server/features/session/session";
import { webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { call, send } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { type Cluster, startCluster } from "../bench/cluster.ts";
import { listen } from "../bench/listener.ts";
import { createAccount, logIn } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { findPostfixTools, type PostfixTools } from "../bench/postfix_tools.ts";
import { mayflyTarget, measure, rateOf, warmUp } from "../bench/smtp_load.ts";
import { SmtpSender } from "../bench/smtp_sender.ts";
import { until } from "../bench/until.ts";
import { checkMail } from "./check_mail.ts";
import { MailLoad } from "./mail_load.ts";
import { People } from "./people.ts";
import { type Count, none } from "./proof.ts";

/** What must hold whichever process a client is connected to, with two web processes, a receiver and a worker. */
export async function run(args: string[]): Promise<Count[]> {
  const options = readOptions(args, { rounds: 5, messages: 8_000, rate: 100 });
  // Looked for first, so that a lack of them does not show only after all the rest.
  const tools = await findPostfixTools();
  const cluster = await startCluster();
  const counts = [...(await acrossProcesses(cluster)), ...(await killEachAndRestart(cluster, options))];
  return [...counts, await compareIngest(cluster, tools, options)];
}

const wrongPasswords = 10;

/** What one process does is seen by the others. */
export async function acrossProcesses({ rootDb, web, smtp }: Cluster): Promise<Count[]> {
  const { owner, address } = await createAccount(rootDb, "across");
  const heard = web.map(() => new Set<string>());
  for (const [at, { url }] of web.entries()) {
    await listen(url, await logIn(rootDb, owner), (subject) => heard[at]?.add(subject));
  }
  const sender = await SmtpSender.open(smtp.smtpPort);
  await sender.send(address, "Subject: across\r\n\r\n");
  sender.close();
  const deaf = () => heard.filter((subjects) => !subjects.has("across")).length;
  await until(() => deaf() === 0);

  const cookie = await logIn(rootDb, owner);
  const asGuest = async (at: 0 | 1) => (await call({ url: web[at].url, cookie }, session.get_logged_user)) === "Guest";
  const before = await asGuest(1);
  let gone = 0;
  await listen(
    web[1].url,
    cookie,
    () => undefined,
    () => {
      gone += 1;
    },
  );
  await call({ url: web[0].url, cookie }, session.logout);
  const revoked = !before && (await asGuest(1));
  await until(() => gone > 0);

  await rootDb.member.update({ where: { name: owner }, data: { password_hash: await hashPassword("correct horse") } });
  const statuses: number[] = [];
  for (let at = 0; at < 2 * wrongPasswords; at += 1) {
    const { url } = web[at % 2 === 0 ? 0 : 1];
    statuses.push((await send({ url, cookie: "" }, session.login, { usr: owner, pwd: "wrong" })).status);
  }
  const tried = statuses.filter((status) => status === 401).length;
  return [
    none("web processes not told of mail that another received", deaf()),
    none("web processes that let in a session that another ended", revoked ? 0 : 1),
    none("live connections that outlived a session that another ended", gone === 0 ? 1 : 0),
    {
      what: `wrong passwords checked by both, of a limit of ${wrongPasswords}`,
      value: tried,
      atLeast: 10,
      below: 11,
    },
    none(
      "attempts that were neither wrong nor too many",
      statuses.filter((status) => ![401, 429].includes(status)).length,
    ),
  ];
}

/** Kills each process in turn, then restarts all of them in order, while mail and people's calls keep coming. */
export async function killEachAndRestart(cluster: Cluster, { rate }: { rate: number }): Promise<Count[]> {
  const { rootDb, web, smtp, worker } = cluster;
  const { company, owner, address } = await createAccount(rootDb, "restarted");
  const receiver = await webhookReceiver();
  atEnd(async () => receiver[Symbol.asyncDispose]());
  await rootDb.webhook.create({
    data: { name: "restarted", company, owner, url: receiver.url, event: "email.received" },
  });
  const visitors = web.map(({ url }) => url);
  const cookies = [await logIn(rootDb, owner), await logIn(rootDb, owner)];
  const people = visitors.map((url) => new People(url, cookies));
  // Mail servers know two receivers, as by MX records; the second only runs while the first is restarted.
  const second = await cluster.startAnother("smtp");
  await second.program.stop();
  const ports = [smtp.smtpPort, second.smtpPort];
  const load = new MailLoad({ ports, recipients: [[address]], rate, connections: 20 });
  await load.nextAcknowledged();

  const recoveries: number[] = [];
  for (const node of [smtp, ...web, worker]) {
    const begin = performance.now();
    node.kill();
    await node.start();
    await load.nextAcknowledged();
    recoveries.push(performance.now() - begin);
  }
  const refused = () => load.answers.temporary + load.answers.permanent.length;
  const before = { refused: refused(), cut: load.answers.cut };
  await second.start();
  // Each is told to stop while a message is under way.
  for (const node of [smtp, ...web, worker]) {
    await load.nextUnderWay();
    await node.program.stop();
    await node.start();
    await load.nextAcknowledged();
  }
  await load.nextUnderWay();
  await second.program.stop();
  await load.nextAcknowledged();
  const rolling = { refused: refused() - before.refused, cut: load.answers.cut - before.cut };
  await load.stop();
  for (const one of people) await one.stop();

  const stored = await rootDb.customerInbox.count({ where: { company } });
  const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  await until(() => ids().size >= stored);
  await rootDb.customerInbox.deleteMany({ where: { company: { not: company } } });
  await rootDb.messageSource.deleteMany({ where: { company: { not: company } } });
  return [
    { what: "slowest recovery of a killed process, ms", value: Math.max(...recoveries), below: 3_000, timed: true },
    none("messages refused during a rolling restart", rolling.refused),
    none("messages cut off during a rolling restart", rolling.cut),
    { what: "connections closed with 421, to come again", value: load.answers.closing },
    none("5xx replies to mail", load.answers.permanent.length),
    none(
      "5xx responses to people other than 503",
      people.reduce((sum, { failures }) => sum + failures, 0),
    ),
    none(
      "calls by people that hung",
      people.reduce((sum, { hung }) => sum + hung, 0),
    ),
    ...(await checkMail(rootDb, load.sent)),
    none("never delivered to the webhook", stored - ids().size),
  ];
}

/** Mail taken in by the receiver of four processes, and by one process that does everything, in turns. */
async function compareIngest(
  cluster: Cluster,
  tools: PostfixTools,
  rounds: { rounds: number; messages: number },
): Promise<Count> {
  const one = await cluster.startAnother("web,smtp,worker");
  const { address } = await createAccount(cluster.rootDb, "ingest");
  const several = mayflyTarget("four processes", cluster.smtp.smtpPort, address);
  const alone = mayflyTarget("one process", one.smtpPort, address);
  await warmUp(tools, [several, alone], ["kept"]);
  const rates = await measure(tools, [several, alone], ["kept"], rounds);
  const [four, single] = [rateOf(rates, several, "kept"), rateOf(rates, alone, "kept")];
  return {
    what: `mail received by four processes (${four.toFixed(0)}/s) : by one (${single.toFixed(0)}/s)`,
    ...{ value: four / single, atLeast: 0.9, timed: true },
  };
}
