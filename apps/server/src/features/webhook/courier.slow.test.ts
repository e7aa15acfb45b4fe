import type { ServerResponse } from "node:http";
import { pino } from "pino";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openMetrics } from "../../monitoring/metrics.ts";
import { openOutbound } from "../../outbound/outbound.ts";
import { deriveSecret } from "../../secret_key.ts";
import { deliveriesOf, delivering, mail, subscribe } from "../../testing/deliveries.ts";
import { sharedApp, type TestApp, testApp, testKey } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";
import { queueChannel } from "../delivery/queue.ts";
import { window } from "../delivery/windows.ts";
import type { MessageEventData } from "../inbox/inbox.ts";
import { Courier, type CourierOptions } from "./courier.ts";
import { paces } from "./pace.ts";
import { sampleOf } from "./sample.ts";

/** A courier for an app that does not run one itself. */
function ownCourier(
  { databaseUrl, rootDb, clock }: TestApp,
  given: Pick<CourierOptions, "crowded" | "loadEventData">,
): Pick<Courier, "stop"> {
  const outbound = openOutbound({ allowPrivateNetwork: true, dnsServers: undefined, ports: [] });
  const courier = new Courier({
    ...{ databaseUrl, rootDb, outbound, milliseconds: 15_000, received: () => 0, ...given },
    clock: () => clock.now,
    secret: (purpose) => deriveSecret(testKey, purpose),
    link: (page) => page,
    log: pino({ level: "silent" }),
    metrics: openMetrics([]),
  });
  return {
    async stop(patience) {
      await courier.stop(patience);
      await outbound.close();
    },
  };
}

it("gives up on a slow receiver at the deadline, and delivers to the others meanwhile (threat 45)", async () => {
  await using app = await testApp({ ...delivering, WEBHOOK_MILLISECONDS: "2000" });
  const admin = await app.member("Administrator");
  const addresses = await Promise.all(Array.from({ length: 30 }, () => app.address(admin)));
  const held: ServerResponse[] = [];
  await using hanging = await webhookReceiver((_, response) => held.push(response));
  await using dripping = await webhookReceiver((_, response) => {
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  });
  await using healthy = await webhookReceiver();
  const outcomes = {
    [await subscribe(admin, hanging.url)]: { status: null, answer: "No answer within 2 seconds." },
    // This receiver sent its status before the deadline, but its body never ends.
    [await subscribe(admin, dripping.url)]: { status: 200, answer: expect.stringMatching(/^\.+$/) },
  };
  await subscribe(admin, healthy.url);
  await mail(app, addresses);
  await healthy.count(30);
  // While a receiver hangs, it gets no more than its share of attempts.
  for (const { received } of [hanging, dripping]) expect(received.length).toBeLessThanOrEqual(20);
  for (const [name, outcome] of Object.entries(outcomes)) {
    await vi.waitFor(async () =>
      expect((await deliveriesOf(admin, name)).flatMap(({ attempts }) => attempts)).toContainEqual(
        expect.objectContaining(outcome),
      ),
    );
  }
  // A receiver that answers again gets as many attempts at once as before.
  const waiting = () => held.filter(({ destroyed }) => !destroyed);
  await expect
    .poll(() => {
      const [one, ...others] = waiting();
      if (others.length === 0) one?.end();
      return waiting().length;
    })
    .toBe(10);
});

it("has more than ten attempts under way with a receiver that answers quickly", async () => {
  await using app = await testApp(delivering);
  const admin = await app.member("Administrator");
  let [held, most] = [0, 0];
  await using receiver = await webhookReceiver((_, response) => {
    held += 1;
    most = Math.max(most, held);
    setTimeout(() => {
      held -= 1;
      response.end();
    }, 100);
  });
  const webhook = await subscribe(admin, receiver.url, { event: "email.created" });
  const { company } = admin;
  const payload = sampleOf("email.created", null, admin.name, app.clock.now);
  const one = { company, webhook, event: "email.created", payload, next_attempt: app.clock.now };
  await app.rootDb.webhookDelivery.createMany({ data: Array.from({ length: 600 }, () => one) });
  await receiver.count(600);
  expect(most).toBeGreaterThan(30);
  expect(most).toBeLessThanOrEqual(100);
  // At least once means that more may come only after a crash.
  await expect.poll(() => app.rootDb.webhookDelivery.count({ where: { webhook, status: "delivered" } })).toBe(600);
  expect(receiver.received).toHaveLength(600);
});

it("keeps the pace of a host that refuses, over all webhooks that lead there (threat 43)", async () => {
  await using app = await testApp(delivering);
  const admin = await app.member("Administrator");
  const times: number[] = [];
  await using receiver = await webhookReceiver((_, response) => {
    times.push(performance.now());
    response.writeHead(404).end();
  });
  const webhooks = await Promise.all(
    Array.from({ length: 5 }, (_, no) => subscribe(admin, `${receiver.url}/${no}`, { event: "email.created" })),
  );
  const payload = sampleOf("email.created", null, admin.name, app.clock.now);
  const deliveries = webhooks.flatMap((webhook) =>
    Array.from({ length: 60 }, () => ({
      ...{ company: admin.company, webhook, event: "email.created", payload, next_attempt: app.clock.now },
    })),
  );
  await app.rootDb.webhookDelivery.createMany({ data: deliveries });
  // The first attempts of each webhook are under way before their outcome is known.
  const [begun, more] = [5 * window.usual + paces.failing.atOnce + 20, 20];
  await receiver.count(begun + more);
  // From the very first: what a slow machine does late was allowed before.
  const elapsed = (times[begun + more - 1] ?? 0) - (times[0] ?? 0);
  expect(elapsed).toBeGreaterThan(((more - paces.failing.perSecond) / paces.failing.perSecond) * 1000);
});

describe("a courier of its own", () => {
  const app = sharedApp({ ROLES: "web,smtp", ALLOW_PRIVATE_NETWORK: "on" });
  // A courier takes whatever is due.
  afterEach(() => app.rootDb.webhookDelivery.deleteMany());

  it("delivers to other companies while a message of one takes long to read (threat 45)", async () => {
    await using receiver = await webhookReceiver();
    const [slow, quick] = [await app.member("Administrator"), await app.member("Administrator")];
    for (const owner of [slow, quick]) await subscribe(owner, receiver.url);
    await mail(app, [await app.address(slow), await app.address(quick)]);
    const told = sampleOf("email.received", null, quick.name, app.clock.now);
    const courier = ownCourier(app, {
      crowded: () => false,
      async loadEventData(names) {
        const rows = await app.rootDb.customerInbox.findMany({ where: { name: { in: names } } });
        return new Map(
          rows.map(({ name, company }) => [
            name,
            company === slow.company
              ? new Promise<MessageEventData>(() => undefined)
              : Promise.resolve({ ...told, name }),
          ]),
        );
      },
    });
    expect(JSON.parse((await receiver.count(1)).body).data.owner).toBe(quick.name);
    await courier.stop(0);
    // The courier has released the unfinished delivery unchanged, for the next process.
    const [left] = await app.rootDb.webhookDelivery.findMany({ where: { company: slow.company } });
    expect(left).toMatchObject({ status: "pending", failures: 0, next_attempt: app.clock.now });
  });

  it("releases a delivery at once when its message cannot be read", async () => {
    await using receiver = await webhookReceiver();
    const owner = await app.member("Administrator");
    await subscribe(owner, receiver.url);
    await mail(app, await app.address(owner));
    const told = sampleOf("email.received", null, owner.name, app.clock.now);
    let tries = 0;
    const courier = ownCourier(app, {
      crowded: () => false,
      async loadEventData(names) {
        tries += 1;
        if (tries === 1) throw new Error("the database is away");
        return new Map(names.map((name) => [name, Promise.resolve({ ...told, name })]));
      },
    });
    // The clock stands still, so a delivery that was not released would never come due again.
    const received = async () => {
      await app.rootDb.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
      return receiver.received.length;
    };
    await expect.poll(received).toBe(1);
    await courier.stop();
  });

  it("delivers more slowly, but does not stop, while much mail comes in", async () => {
    await using receiver = await webhookReceiver();
    const owner = await app.member("Administrator");
    await subscribe(owner, receiver.url);
    const address = await app.address(owner);
    for (let count = 0; count < 25; count += 1) await mail(app, [address]);
    const told = sampleOf("email.received", null, owner.name, app.clock.now);
    const begin = performance.now();
    const courier = ownCourier(app, {
      crowded: () => true,
      loadEventData: async (names) => new Map(names.map((name) => [name, Promise.resolve({ ...told, name })])),
    });
    await receiver.count(25);
    // The courier takes ten at a time, and rests before each ten.
    expect(performance.now() - begin).toBeGreaterThan(3 * 100 - 10);
    await courier.stop();
  });
});
