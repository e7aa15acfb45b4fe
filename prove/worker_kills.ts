import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { reset_user, signatureHeader, webhook } from "@mayfly/contracts";
import type { RootDatabase } from "@mayfly/server/database/database";
import { MailSink } from "@mayfly/server/testing/mail_sink";
import { type Received, webhookReceiver } from "@mayfly/server/testing/webhook_receiver";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { call } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { createAccount, createMember, logIn, startMayfly, startWorker } from "../bench/mayfly.ts";
import { patience, until } from "../bench/until.ts";
import { MailLoad } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

/** How long the consumer takes to answer, so that a kill meets attempts under way. Milliseconds. */
const thinks = 30;
/** The share of attempts that the consumer refuses. */
const refusing = 0.3;
/** Of an attempt. Milliseconds. */
const deadline = 1_000;

/** Checks the signatures as a consumer that knows the secret does, as soon as the delivery arrives. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  try {
    new StandardWebhook(secret).verify(body, headers);
  } catch {
    return false;
  }
  return headers[signatureHeader.toLowerCase()] === createHmac("sha256", secret).update(body).digest("hex");
}

/** Kills workers in the middle of deliveries and mails: each is still made at least once, and identified by its id. */
export async function killWorkers(options: { worker_kills: number; resets: number; rate: number }): Promise<Count[]> {
  const { worker_kills, resets, rate } = options;
  const sink = await MailSink.open();
  atEnd(async () => sink[Symbol.asyncDispose]());
  const settings = {
    ...{ SECRET_KEY: "a secret key for proofs, of 32 and more", ALLOW_PRIVATE_NETWORK: "on" },
    ...{ WEBHOOK_MILLISECONDS: `${deadline}`, OUTGOING_MAIL_URL: sink.url },
  };
  const mayfly = await startMayfly("workers", { ...settings, ROLES: "web,smtp" });
  const { company, owner, address } = await createAccount(mayfly.rootDb, "workers");
  const { rootDb } = mayfly;
  const caller = { url: mayfly.url, cookie: await logIn(rootDb, owner) };
  const { hmac_secret } = await call(caller, webhook.get_hmac_password);
  const seen = { wrong: 0, refused: 0, taken: 0, delivered: new Set<string | undefined>() };
  const receiver = await webhookReceiver(async (event, response) => {
    if (!isSigned(event, hmac_secret)) seen.wrong += 1;
    await wait(thinks);
    const refuses = Math.random() < refusing;
    if (refuses) seen.refused += 1;
    else {
      seen.taken += 1;
      seen.delivered.add(event.headers["webhook-id"]);
    }
    response.writeHead(refuses ? 500 : 200).end();
  });
  atEnd(async () => receiver[Symbol.asyncDispose]());
  await rootDb.webhook.create({
    data: { name: "workers", company, owner, url: receiver.url, event: "email.received" },
  });
  const members = Array.from({ length: resets }, (_, at) => `member-${at}@workers.example`);
  for (const member of members) await createMember(rootDb, company, member, "Member");

  const load = new MailLoad({ ports: [mayfly.smtpPort], recipients: [[address]], rate, connections: 10 });
  for (let kill = 0; kill < worker_kills; kill += 1) {
    const { pid } = await startWorker(mayfly.databaseUrl, settings);
    await Promise.all(members.slice((kill * resets) / worker_kills, ((kill + 1) * resets) / worker_kills).map(forget));
    await receiver.count(receiver.received.length + 20);
    process.kill(pid, "SIGKILL");
  }
  await load.stop();
  await startWorker(mayfly.databaseUrl, settings);

  async function forget(email: string) {
    await call({ url: mayfly.url, cookie: "" }, reset_user.reset_user_password, { email });
  }
  const stored = await rootDb.customerInbox.count();
  const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  for (let last = performance.now(); seen.delivered.size < stored && performance.now() - last < patience; ) {
    const before = seen.delivered.size;
    await retryNow(rootDb, (delivery) => call(caller, webhook.redeliver, { delivery }));
    await wait(100);
    if (seen.delivered.size > before) last = performance.now();
  }
  let mailed = 0;
  for (const member of members) void sink.next(member).then(() => (mailed += 1));
  await until(() => mailed === members.length);
  const told = new Set(
    receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${JSON.parse(body).data.name}`),
  );
  return [
    { what: "kills of the worker", value: worker_kills },
    { what: "messages due at a webhook", value: stored },
    none("never delivered", stored - seen.delivered.size),
    { what: "refused by the receiver, and retried", value: seen.refused },
    { what: "delivered again, with the same id", value: seen.taken - seen.delivered.size },
    none("attempts with a wrong signature", seen.wrong),
    none("delivery IDs that came with different messages", told.size - ids().size),
    { what: "mails with links to send", value: resets },
    none("never sent", members.length - mailed),
  ];
}

/** Makes refused deliveries due at once, though their next attempt is hours away, and repeats what failed for good. */
async function retryNow(rootDb: RootDatabase, redeliver: (delivery: string) => Promise<unknown>): Promise<void> {
  // Leaves out attempts under way: they come due again by themselves, sooner than this.
  const waiting = { status: "pending", next_attempt: { gt: new Date(Date.now() + 2 * deadline) } } as const;
  await rootDb.webhookDelivery.updateMany({ where: waiting, data: { next_attempt: new Date() } });
  // One in fifteen thousand is refused eight times in a row, and waits for somebody to press "Deliver again".
  for (const { name } of await rootDb.webhookDelivery.findMany({ where: { status: "failed" } })) await redeliver(name);
}
