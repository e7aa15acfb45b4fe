import { createHmac } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { announceEvents, type Happening } from "../apps/server/src/features/webhook/webhook.ts";
import { signatureHeader, webhook } from "../packages/contracts/src/index.ts";
import { call } from "./call.ts";
import { atEnd } from "./cleanup.ts";
import { createAccount, logIn, startMayfly, startWorker } from "./mayfly.ts";
import { readOptions } from "./options.ts";
import { printGoals, printTable, saveResult } from "./report.ts";

const secretKey = "a secret key for benchmarks, of 32 and more";
const failing = 0.3;
const announcedTogether = 500;

/** @returns whether every event was delivered, and every delivery signed */
export async function run(args: string[]): Promise<boolean> {
  const { events, kills } = readOptions(args, { events: 10_000, kills: 20 });
  const { world, url, databaseUrl } = await startMayfly("kills", { SECRET_KEY: secretKey, ROLES: "web,smtp" });
  const { company, owner } = await createAccount(world, "kills");
  const cookie = await logIn(world, owner);
  const { hmac_secret } = await call({ url, cookie }, webhook.get_hmac_password);

  const standard = new StandardWebhook(hmac_secret);
  const seen = { requests: 0, refused: 0, wrong: 0, delivered: new Set<string>() };
  const receiver = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = request.headers as Record<string, string>;
    seen.requests += 1;
    try {
      standard.verify(body, headers);
      const plain = createHmac("sha256", hmac_secret).update(body).digest("hex");
      if (headers[signatureHeader.toLowerCase()] !== plain) throw new Error("the plain signature is wrong");
    } catch {
      seen.wrong += 1;
    }
    const refuse = Math.random() < failing;
    if (refuse) seen.refused += 1;
    else seen.delivered.add(JSON.parse(body).data.reason);
    response.writeHead(refuse ? 500 : 200).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  atEnd(async () => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const { port } = receiver.address() as AddressInfo;
  const hook = { name: "kills", company, owner, event: "email.created", url: `http://127.0.0.1:${port}/` };
  await world.webhook.create({ data: hook });

  const address = { email_name: "a@mayfly.test", domain_name: "mayfly.test", visibility: "Private" } as const;
  const data = { ...address, owner, is_active: 1, expiry: null, creation: new Date().toISOString() } as const;
  for (let at = 0; at < events; at += announcedTogether) {
    const happenings = Array.from(
      { length: Math.min(announcedTogether, events - at) },
      (_, no): Happening => ({ company, event: "email.created", data: { ...data, reason: `event ${at + no}` } }),
    );
    await world.$transaction((tx) => announceEvents(tx, new Date(), happenings));
  }

  const begin = performance.now();
  const settings = { SECRET_KEY: secretKey, ALLOW_PRIVATE_NETWORK: "on", WEBHOOK_MILLISECONDS: "2000" };
  const worker = () => startWorker(databaseUrl, settings);
  for (let kill = 0; kill < kills; kill += 1) {
    const { pid } = await worker();
    const enough = Math.min(events - 1, seen.delivered.size + events / (2 * kills));
    while (seen.delivered.size < enough) await wait(2);
    process.kill(pid, "SIGKILL");
    console.error(`kill ${kill + 1} of ${kills}: ${seen.delivered.size} of ${events} delivered`);
  }
  await worker();
  let again = 0;
  while (seen.delivered.size < events && performance.now() - begin < 540_000) {
    // The later retries are hours away.
    await world.webhookDelivery.updateMany({
      where: { status: "pending", failures: { gt: 0 } },
      data: { next_attempt: new Date() },
    });
    // One in fifteen thousand is refused eight times in a row, and waits for somebody to press "Deliver again".
    for (const { name } of await world.webhookDelivery.findMany({ where: { status: "failed" } })) {
      await call({ url, cookie }, webhook.redeliver, { delivery: name });
      again += 1;
    }
    await wait(2_000);
  }
  const seconds = Math.round((performance.now() - begin) / 1000);

  const { requests, refused, wrong, delivered } = seen;
  const headings = ["", "events", "delivered", "requests", "refused", "sent by hand", "wrong signatures", "seconds"];
  const figures = [events, delivered.size, requests, refused, again, wrong, seconds];
  const row = [`killed ${kills} times`, ...figures.map(String)];
  printTable(`An endpoint that fails ${failing * 100} % of the calls`, headings, [row]);
  const lost = events - delivered.size;
  printGoals([
    { what: "events not delivered", value: lost, below: 1 },
    { what: "wrong signatures", value: wrong, below: 1 },
  ]);
  await saveResult("kills", { settings: { events, kills, failing }, requests, refused, again, wrong, lost, seconds });
  return lost === 0 && wrong === 0;
}
