import { storedKey } from "@mayfly/server/testing/api_client";
import { startCluster } from "../bench/cluster.ts";
import { createAccount } from "../bench/mayfly.ts";
import { readOptions } from "../bench/options.ts";
import { patience, until } from "../bench/until.ts";
import { ClaimWorkers } from "./claim_workers.ts";
import { MailLoad } from "./mail_load.ts";
import { type Count, none } from "./proof.ts";

const defaults = { messages: 10_000, workers: 64, rate: 100, kills: 9, lease: 10, seed: 1 };

/** Workers share one address: each message is acknowledged by one of them, whoever is killed meanwhile. */
export async function run(args: string[]): Promise<Count[]> {
  const { messages, workers, rate, kills, lease, seed } = readOptions(args, defaults);
  const { rootDb, smtp, web } = await startCluster({ RATE_LIMIT_FACTOR: "0" });
  const { company, owner, address } = await createAccount(rootDb, "claims");
  const { key } = await storedKey(rootDb, { company, member: owner, label: "claims" });
  const crew = new ClaimWorkers({ urls: web.map(({ url }) => url), key, address, workers, lease, seed });
  const load = new MailLoad({ ports: [smtp.smtpPort], recipients: [[address]], rate, connections: 10 });

  const victims = [smtp, ...web];
  for (let kill = 0; kill < kills; kill += 1) {
    const due = (messages * (kill + 1)) / (kills + 1);
    while (load.acknowledged < due) await load.nextAcknowledged();
    const victim = victims[kill % victims.length] ?? smtp;
    victim.kill();
    await victim.start();
    console.error(`${kill + 1} kills, ${load.acknowledged} messages taken, ${crew.acked.size} acknowledged by workers`);
  }
  while (load.acknowledged < messages) await load.nextAcknowledged();
  await load.stop();
  const inbox = await rootDb.customerInbox.findMany({ where: { company }, select: { name: true, subject: true } });
  for (let before = -1; before < crew.acked.size; ) {
    before = crew.acked.size;
    await until(() => crew.acked.size >= inbox.length, lease * 1_000 + patience);
  }
  await crew.stop();

  const acked = new Set(inbox.flatMap(({ name, subject }) => (crew.acked.has(name) ? [subject] : [])));
  const taken = [...load.sent].filter(([, sent]) => sent.acknowledged !== undefined);
  const final = await rootDb.messageClaim.findMany({ where: { company, acked: { not: null } } });
  const strange = final.filter(({ message, claim }) => !crew.acked.get(message)?.has(claim));
  const others = [...crew.statuses].filter(([status]) => status >= 500 && status !== 503);
  const statuses = [...crew.statuses].map(([status, count]) => `${status || "no answer"}: ${count}`).join(", ");
  return [
    { what: "messages sent and acknowledged to their sender", value: taken.length, atLeast: messages },
    { what: "kills of the server's processes", value: kills },
    { what: "calls that workers broke off", value: crew.brokenOff },
    { what: "claims that workers left without an ack", value: crew.left, atLeast: 1 },
    { what: "messages acked", value: crew.acked.size, atLeast: messages },
    none("acked by two claims", [...crew.acked.values()].filter(({ size }) => size > 1).length),
    none("lost: taken, and never acked", taken.filter(([id]) => !acked.has(id)).length),
    none("stored, and never acked", inbox.filter(({ name }) => !crew.acked.has(name)).length),
    none("final claims other than the one that was acked", strange.length + Math.abs(final.length - crew.acked.size)),
    none("given to a second worker while a lease ran, or after the ack", crew.givenEarly()),
    { what: "given again after a lease that ended", value: crew.givenAgain(), atLeast: 1 },
    { what: "acks refused, as the lease had ended", value: crew.tooLate },
    none(`5xx responses other than 503 (${statuses})`, others.length),
  ];
}
