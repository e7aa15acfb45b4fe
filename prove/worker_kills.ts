import { setTimeout as wait } from "node:timers/promises";
import { MailSink } from "../apps/server/src/testing/mail_sink.ts";
import { webhookReceiver } from "../apps/server/src/testing/webhook_receiver.ts";
import { call } from "../bench/call.ts";
import { atEnd } from "../bench/cleanup.ts";
import { createAccount, createMember, startMayfly, startWorker } from "../bench/mayfly.ts";
import { reset_user } from "../packages/contracts/src/index.ts";
import { MailLoad } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

/** How long the consumer thinks, so that a kill meets tries under way. Milliseconds. */
const thinks = 30;
/** A dead worker's jobs go to others after half a minute, and its tries after twice their deadline. Milliseconds. */
const giveUp = 90_000;
const deadline = "1000";

/** Kills workers in the middle of deliveries and mails: everything is done at least once, and known by its id. */
export async function killWorkers(options: { worker_kills: number; resets: number; rate: number }): Promise<Count[]> {
  const { worker_kills, resets, rate } = options;
  const sink = await MailSink.open();
  atEnd(async () => sink[Symbol.asyncDispose]());
  const settings = {
    ...{ SECRET_KEY: "a secret key for proofs, of 32 and more", ALLOW_PRIVATE_NETWORK: "on" },
    ...{ WEBHOOK_MILLISECONDS: deadline, OUTGOING_MAIL_URL: sink.url },
  };
  const mayfly = await startMayfly("workers", { ...settings, ROLES: "web,smtp" });
  const { company, owner, address } = await createAccount(mayfly.world, "workers");
  const receiver = await webhookReceiver(async (_, response) => {
    await wait(thinks);
    response.end();
  });
  atEnd(async () => receiver[Symbol.asyncDispose]());
  const { world } = mayfly;
  await world.webhook.create({
    data: { name: "workers", company, owner, url: receiver.url, event: "email.received" },
  });
  const members = Array.from({ length: resets }, (_, at) => `member-${at}@workers.example`);
  for (const member of members) await createMember(world, company, member, "Member");

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
  const begin = performance.now();
  const late = () => performance.now() - begin > giveUp;
  const stored = await world.customerInbox.count();
  const ids = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  while (ids().size < stored && !late()) await wait(100);
  let mailed = 0;
  for (const member of members) void sink.next(member).then(() => (mailed += 1));
  while (mailed < members.length && !late()) await wait(100);
  const told = new Set(
    receiver.received.map(({ headers, body }) => `${headers["webhook-id"]} ${JSON.parse(body).data.name}`),
  );
  return [
    { what: "kills of the worker", value: worker_kills },
    { what: "messages that a webhook was to hear of", value: stored },
    none("never delivered", stored - ids().size),
    { what: "delivered again, with the same id", value: receiver.received.length - ids().size },
    none("ids of deliveries that came with another message", told.size - ids().size),
    { what: "mails with links to send", value: resets },
    none("never sent", members.length - mailed),
  ];
}
