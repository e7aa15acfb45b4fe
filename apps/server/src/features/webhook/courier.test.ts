import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import net from "node:net";
import path from "node:path";
import {
  domain,
  email,
  eventTextMax,
  signatureHeader,
  team,
  type WebhookDelivery,
  type WebhookEventName,
  webhook,
  webhookBody,
  webhookEventNames,
} from "@mayfly/contracts";
import { pino } from "pino";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openMetrics } from "../../metrics.ts";
import { openOutbound } from "../../outbound/outbound.ts";
import { deriveSecret } from "../../secret_key.ts";
import { dnsServer, dnsZone } from "../../testing/dns_server.ts";
import { ServerProcess } from "../../testing/server_process.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { type TestApp, type TestMember, testApp, testKey } from "../../testing/test_app.ts";
import { type Received, type WebhookReceiver, webhookReceiver } from "../../testing/webhook_receiver.ts";
import { settleExpired } from "../email/expiry.ts";
import type { Told } from "../inbox/inbox.ts";
import { Courier, type CourierOptions, retryPauses } from "./courier.ts";
import { queueChannel } from "./queue.ts";
import { sampleOf } from "./sample.ts";
import { announceEvents } from "./webhook.ts";

const allowed = { ROLES: "web,smtp,worker", ALLOW_PRIVATE_NETWORK: "on" };

async function subscribe(owner: TestMember, url: string, given: Record<string, unknown> = {}): Promise<string> {
  const { body } = await owner.call(webhook.create_webhook, { url, event: "email.received", ...given });
  return body.message.name;
}
const deliveriesOf = async (owner: TestMember, webhook_name: string) =>
  (await owner.call(webhook.get_webhook_deliveries, { webhook_name, limit: 100 })).body.message
    .deliveries as WebhookDelivery[];

async function mail(app: TestApp, to: string | string[], message = "Subject: Hello\r\n\r\nHi\r\n") {
  await using client = await SmtpClient.open(app.smtpPort);
  expect(await client.send(to, message)).toMatch(/^250 /);
}

/** A courier beside an app that has none. */
function ownCourier(
  { databaseUrl, world, clock }: TestApp,
  given: Pick<CourierOptions, "crowded" | "tellMessages">,
): Pick<Courier, "stop"> {
  const outbound = openOutbound({ allowPrivateNetwork: true, dnsServers: undefined });
  const courier = new Courier({
    ...{ databaseUrl, world, outbound, milliseconds: 15_000, ...given },
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

describe("the courier", () => {
  let app: TestApp;
  let admin: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp(allowed);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const someone = async () => {
    app.clock.now = new Date();
    admin = await app.member("Administrator");
    address = await app.address(admin);
  };
  const secretOf = async (): Promise<string> => (await admin.call(webhook.get_hmac_password)).body.message.hmac_secret;
  const deliveries = (name: string) => deliveriesOf(admin, name);
  /** Waits until the log of a webhook says so. */
  const logged = (name: string, expected: object) =>
    vi.waitFor(async () => expect(await deliveries(name)).toMatchObject([expected]), { timeout: 10_000, interval: 50 });
  const pass = (seconds: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
  };

  it("brings a message that came in to where it belongs, signed for any library (threat 44, P72)", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    const message = [
      ...["From: Ada <ada@elsewhere.example>", "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?="],
      ...["Content-Type: text/html; charset=utf-8", "", "<p>Hällo <a href='https://a.example/?t=1'>there</a></p>", ""],
    ].join("\r\n");
    await mail(app, address, message);
    const { body, headers } = await receiver.count(1);
    const told = JSON.parse(body);
    expect(webhookBody("email.received").parse(told)).toEqual(told);
    const link = `/inbox?email=${encodeURIComponent(address)}&message=${told.data.name}`;
    expect(told).toMatchObject({
      ...{ type: "email.received", test: false },
      data: {
        ...{ recipients: address, owner: admin.name, visibility: "Private", sender: "Ada <ada@elsewhere.example>" },
        ...{ mail_from: "sender@elsewhere.example", subject: "Grüße", preview: "Hällo there", truncated: false },
        ...{ text: "Hällo there", html: expect.stringContaining("https://a.example/?t=1") },
        ...{ size: Buffer.byteLength(message), link: expect.stringContaining(link) },
      },
    });
    const stored = await app.world.customerInbox.findUniqueOrThrow({ where: { name: told.data.name } });
    expect(stored.recipients).toBe(address);

    const secret = await secretOf();
    const { "webhook-id": id, "webhook-timestamp": seconds } = headers;
    expect(headers["x-mayfly-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
    expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "Mayfly" });
    expect(Number(seconds)).toBe(Math.floor(app.clock.now.getTime() / 1000));
    await logged(name, { name: id, event: "email.received", status: "delivered", next_attempt: null, test: false });
  });

  it("tells of a message alike, whether it is kept packed or as it came, as all were at first", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    const packed = await receiver.count(1);
    await logged(name, { status: "delivered" });
    const raw = Buffer.from("Subject: Hello\r\n\r\nHi\r\n");
    await app.world.messageSource.updateMany({ where: { company: admin.company }, data: { raw, lz4: null } });
    await admin.call(webhook.redeliver, { delivery: packed.headers["webhook-id"] });
    expect((await receiver.count(2)).body).toBe(packed.body);
  });

  it("tries again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, the same id and body each time", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(503).end("not now"));
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await receiver.count(1);
    for (const [at, pause] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries()) {
      const next = new Date(app.clock.now.getTime() + pause * 1000).toISOString();
      await logged(name, { status: "pending", next_attempt: next });
      pass(pause);
      // Sooner than the courier looks by itself.
      await app.world.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
      await receiver.count(at + 2);
    }
    await logged(name, { status: "failed", next_attempt: null });
    const attempts = (await deliveries(name))[0]?.attempts ?? [];
    expect(attempts.map(({ attempt, status, answer }) => [attempt, status, answer])).toEqual(
      Array.from({ length: 8 }, (_, at) => [at + 1, 503, "not now"]),
    );
    const { received } = receiver;
    expect(received).toHaveLength(8);
    const different = (of: (one: Received) => unknown) => new Set(received.map(of)).size;
    expect(different(({ body }) => body)).toBe(1);
    expect(different(({ headers }) => headers["webhook-id"])).toBe(1);
    expect(different(({ headers }) => headers["webhook-timestamp"])).toBe(8);
    expect(different(({ headers }) => headers["webhook-signature"])).toBe(8);
  });

  it("sends a body again as it was, though the message has changed", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(500).end());
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    const first = await receiver.count(1);
    await logged(name, { status: "pending", attempts: [{ status: 500 }] });
    await app.world.customerInbox.updateMany({ where: { recipients: address }, data: { subject: "Another" } });
    receiver.answer = (_, response) => response.end();
    pass(5);
    expect((await receiver.count(2)).body).toBe(first.body);
    await logged(name, { status: "delivered" });
  });

  it("gives up on a message that was gone before anybody could be told", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    const { company } = admin;
    await app.world.webhookDelivery.create({
      data: {
        company,
        webhook: name,
        event: "email.received",
        message: crypto.randomUUID(),
        next_attempt: new Date(0),
      },
    });
    await logged(name, {
      status: "failed",
      attempts: [{ status: null, answer: "Not sent: the message is no longer kept." }],
    });
    expect(receiver.received).toEqual([]);
    // The receiver was not asked, and so has not failed.
    expect(await app.world.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject({ failing_since: null });
  });

  it("takes a redirect for a failure", async () => {
    await someone();
    await using receiver = await webhookReceiver(({ path }, response) =>
      response.writeHead(307, { location: path === "/hook" ? "/elsewhere" : "/hook" }).end(),
    );
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "pending", attempts: [{ status: 307 }] });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  });

  it.each([
    ["a megabyte", 1_000_000],
    ["no end", Number.POSITIVE_INFINITY],
  ])("keeps the beginning of an answer that has %s, and reads little more of it", async (_, length) => {
    await someone();
    let written = 0;
    await using receiver = await webhookReceiver((_, response) => {
      const write = () => {
        while (!response.destroyed && written < length) {
          written += 1000;
          if (!response.write("0123456789".repeat(100))) return;
        }
        response.end();
      };
      response.writeHead(200).on("drain", write);
      write();
    });
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "delivered", attempts: [{ status: 200 }] });
    const attempts = (await deliveries(name))[0]?.attempts ?? [];
    expect(attempts[0]?.answer).toBe("0123456789".repeat(100));
    expect(written).toBeLessThan(5_000_000);
  });

  it("keeps what a receiver answers without the NULs in it, which Postgres cannot keep", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.end("a\0b"));
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "delivered", attempts: [{ status: 200, answer: "ab" }] });
  });

  it("says in the log why nothing could be delivered", async () => {
    await someone();
    const server = net.createServer((socket) => socket.end("what?\r\n\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const faults = { [`http://127.0.0.1:${port}/`]: /Expected HTTP/, [`https://127.0.0.1:${port}/`]: /SSL|TLS|wrong/i };
    for (const [url, why] of Object.entries({ ...faults, "http://127.0.0.1:1/": /ECONNREFUSED/ })) {
      const name = await subscribe(admin, url);
      await mail(app, address);
      await vi.waitFor(async () => expect((await deliveries(name))[0]?.attempts[0]?.answer).toMatch(why), 10_000);
    }
    server.close();
  });

  it("switches a webhook off that answers 410 or has failed for five days, and says so", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(410).end());
    const left = await subscribe(admin, receiver.url);
    await mail(app, address);
    const hook = (name: string) => app.world.webhook.findUniqueOrThrow({ where: { name } });
    await vi.waitFor(
      async () => expect(await hook(left)).toMatchObject({ enabled: false, paused: expect.any(Date) }),
      10_000,
    );

    receiver.answer = (_, response) => response.writeHead(500).end();
    const failing = await subscribe(admin, receiver.url);
    await mail(app, address);
    await vi.waitFor(async () => expect(await hook(failing)).toMatchObject({ failing_since: app.clock.now }), 10_000);
    pass(4 * 86_400);
    await mail(app, address);
    await receiver.count(4);
    await vi.waitFor(async () => expect((await deliveries(failing))[0]?.attempts).toHaveLength(1), 10_000);
    expect((await hook(failing)).enabled).toBe(true);
    pass(86_400);
    await mail(app, address);
    const attempts = async () => (await deliveries(failing)).map((one) => one.attempts.length);
    await vi.waitFor(async () => expect(await attempts()).toEqual([1, 2, 3]), 10_000);
    // Not before a delivery has had all its retries.
    expect((await hook(failing)).enabled).toBe(true);
    const last = { failures: retryPauses.length, next_attempt: app.clock.now };
    await app.world.webhookDelivery.updateMany({ where: { webhook: failing, failures: 3 }, data: last });
    await vi.waitFor(
      async () => expect(await hook(failing)).toMatchObject({ enabled: false, paused: app.clock.now }),
      10_000,
    );
    const subjects = await app.world.notificationLog.findMany({ where: { for_user: admin.name } });
    expect(subjects.map(({ subject, type }) => [subject, type]).sort()).toEqual(
      [left, failing].map((name) => [`Webhook ${name} is paused`, "Webhooks"]).sort(),
    );

    // What waited goes out once it is switched on again, and nothing new is queued before.
    const before = (await deliveries(failing)).length;
    await mail(app, address);
    expect(await deliveries(failing)).toHaveLength(before);
    receiver.answer = (_, response) => response.end();
    const { body } = await admin.call(webhook.enable_disable_webhook, { webhook_name: failing, enable: 1 });
    expect(body.message).toMatchObject({ enabled: 1, paused: null, failing_since: null });
    await vi.waitFor(
      async () =>
        expect((await deliveries(failing)).map(({ status }) => status)).toEqual(["delivered", "delivered", "failed"]),
      { timeout: 10_000 },
    );
  });

  it("takes what a former URL answers for no word of the new one", async () => {
    await someone();
    const held: ServerResponse[] = [];
    await using receiver = await webhookReceiver((_, response) => void held.push(response));
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await receiver.count(1);
    const url = receiver.url.replace("hook", "new");
    await admin.call(webhook.update_webhook, { name, url, event: "email.received" });
    held[0]?.writeHead(410).end();
    await vi.waitFor(async () => expect((await deliveries(name))[0]?.attempts).toHaveLength(1), 10_000);
    // What follows is written down only once the courier is done with that answer.
    receiver.answer = (_, response) => response.end();
    const next = await subscribe(admin, receiver.url);
    await admin.call(webhook.send_test_event, { webhook_name: next });
    await logged(next, { status: "delivered" });
    const kept = { enabled: true, paused: null, failing_since: null };
    expect(await app.world.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject(kept);
  });

  it("tells a webhook only of its own event, domain and company", async () => {
    await someone();
    const other = await app.member("Administrator");
    const [theirs, elsewhere] = [await app.address(other), await app.address(admin, { domain: "inbox.mayfly.test" })];
    await using receiver = await webhookReceiver();
    const named = (name: string) => receiver.url.replace("hook", name);
    await subscribe(admin, named("all"));
    await subscribe(admin, named("domain"), { domain: "mayfly.test" });
    await subscribe(admin, named("off"), { enabled: 0 });
    await subscribe(admin, named("expired"), { event: "email.expired" });
    await subscribe(other, named("theirs"));
    await mail(app, [address, elsewhere, theirs]);
    await receiver.count(4);
    // There is no other on its way.
    expect(await app.world.webhookDelivery.count({ where: { company: { in: [admin.company, other.company] } } })).toBe(
      4,
    );
    const heard = receiver.received.map(({ path, body }) => [path, JSON.parse(body).data.recipients]);
    expect(heard.sort()).toEqual(
      [
        ["/all", address],
        ["/all", elsewhere],
        ["/domain", address],
        ["/theirs", theirs],
      ].sort(),
    );
    const [[mine], [their]] = [admin, other].map(({ name }) =>
      receiver.received.filter(({ body }) => JSON.parse(body).data.owner === name),
    ) as [Received[], Received[]];
    // Each company signs with a secret of its own.
    const secret = new StandardWebhook(await secretOf());
    expect(() => secret.verify(mine?.body ?? "", mine?.headers ?? {})).not.toThrow();
    expect(() => secret.verify(their?.body ?? "", their?.headers ?? {})).toThrow("No matching signature");
  });

  it("announces nothing that a transaction takes back", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url, { event: "email.created" });
    const data = sampleOf("email.created", null, admin.name, app.clock.now);
    const undone = app.world.$transaction(async (tx) => {
      await announceEvents(tx, app.clock.now, [{ company: admin.company, event: "email.created", data }]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await deliveries(name)).toEqual([]);
  });

  it("signs with a new secret from the next try on", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    await subscribe(admin, receiver.url);
    await mail(app, address);
    const old = await receiver.count(1);
    const oldSecret = await secretOf();
    await admin.call(webhook.regenerate_hmac_password);
    await mail(app, address);
    const fresh = await receiver.count(2);
    const secret = new StandardWebhook(await secretOf());
    expect(() => secret.verify(fresh.body, fresh.headers)).not.toThrow();
    expect(() => secret.verify(old.body, old.headers)).toThrow();
    expect(() => new StandardWebhook(oldSecret).verify(fresh.body, fresh.headers)).toThrow();
  });

  it("sends no more than a stated size of a message", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    await subscribe(admin, receiver.url);
    const long = "Ein Satz. ".repeat(20_000);
    await mail(
      app,
      address,
      `Subject: Long\r\nContent-Type: text/html\r\n\r\n<p>\r\n${long.replaceAll(". ", ".\r\n")}</p>\r\n`,
    );
    const { data } = JSON.parse((await receiver.count(1)).body);
    expect(data).toMatchObject({ subject: "Long", html: null, truncated: true });
    expect(data.text.length).toBe(65_536);
  });

  it("sends the text behind a long file", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    await subscribe(admin, receiver.url);
    const head = [
      "Subject: Scan",
      "Content-Type: multipart/mixed; boundary=b",
      "",
      "--b",
      "Content-Type: image/png",
      "",
    ];
    const message = [...head, ..."x".repeat(76).concat("\n").repeat(5_000).split("\n")];
    await mail(app, address, [...message, "--b", "Content-Type: text/html", "", "<p>Hello", "--b--", ""].join("\r\n"));
    const { data } = JSON.parse((await receiver.count(1)).body);
    expect(data).toMatchObject({ subject: "Scan", text: "Hello", html: "<p>Hello", truncated: false });
  });
});

it("announces each event when it happens, once, with what its contract says (P02, P73)", async () => {
  await using dns = await dnsZone();
  await using receiver = await webhookReceiver();
  await using app = await testApp({ ...allowed, DNS_SERVERS: dns.address, MAIL_HOST: "mx.mayfly.test" });
  const admin = await app.member("Administrator");
  for (const event of webhookEventNames) await subscribe(admin, receiver.url.replace("hook", event), { event });
  const heard: string[] = [];
  const hear = async (event: WebhookEventName, data: object) => {
    heard.push(event);
    const { path, body } = await receiver.count(heard.length);
    const told = JSON.parse(body);
    expect([path, webhookBody(event).parse(told)]).toEqual([`/${event}`, told]);
    expect(told).toMatchObject({ type: event, timestamp: app.clock.now.toISOString(), test: false, data });
  };

  const desk = { domain_name: "mayfly.test", owner: admin.name, reason: "Orders", visibility: "Public" };
  const given = {
    domain: "mayfly.test",
    email_prefix: "desk",
    reason: "Orders",
    visibility: "Public",
    duration: 86_400,
  };
  const { email_name, expiry } = (await admin.call(email.create_email, given)).body.message.email;
  await hear("email.created", { ...desk, email_name, is_active: 1, expiry });
  await mail(app, email_name);
  await hear("email.received", { recipients: email_name, subject: "Hello", text: "Hi\n" });
  await admin.call(email.toggle_email, { email: email_name });
  await hear("email.deactivated", { ...desk, email_name, is_active: 0 });
  await admin.call(email.toggle_email, { email: email_name, action: "activate" });
  await hear("email.activated", { ...desk, email_name, is_active: 1 });
  // A day later, what is not yet written down as delivered would be due again.
  await vi.waitFor(
    async () => expect(await app.world.webhookDelivery.count({ where: { status: "pending" } })).toBe(0),
    10_000,
  );
  app.clock.now = new Date(app.clock.now.getTime() + 86_400_000);
  await settleExpired({ world: app.world, clock: () => app.clock.now });
  await hear("email.expired", { ...desk, email_name, is_active: 0 });

  dns.prove((await admin.call(domain.add_domain, { domain: "owned.example" })).body.message);
  await admin.call(domain.verify_domain, { domain: "owned.example" });
  await hear("domain.verified", { domain_name: "owned.example", mx_found: 1 });

  const person = { name: "grace@navy.example", full_name: "Grace Hopper", is_active: 1 };
  const invitation = { name: person.full_name, email: person.name, role: "Member" };
  await admin.call(team.invite_team_member, invitation);
  await hear("member.invited", { ...person, role: "Member" });
  await admin.call(team.update_team_member, { customer_email: person.name, role: "Administrator" });
  await hear("member.updated", { ...person, role: "Administrator" });
  expect(heard.toSorted()).toEqual(webhookEventNames.toSorted());
});

it("waits no longer than the deadline, and lets nobody else wait for it (threat 45)", async () => {
  await using app = await testApp({ ...allowed, WEBHOOK_MILLISECONDS: "2000" });
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
    // Its status was in time.
    [await subscribe(admin, dripping.url)]: { status: 200, answer: expect.stringMatching(/^\.+$/) },
  };
  await subscribe(admin, healthy.url);
  await mail(app, addresses);
  await healthy.count(30);
  // While one hangs, it is given no more than its share.
  for (const { received } of [hanging, dripping]) expect(received.length).toBeLessThanOrEqual(20);
  for (const [name, outcome] of Object.entries(outcomes)) {
    await vi.waitFor(
      async () =>
        expect((await deliveriesOf(admin, name)).flatMap(({ attempts }) => attempts)).toContainEqual(
          expect.objectContaining(outcome),
        ),
      { timeout: 10_000 },
    );
  }
  // One that answers again is sent as many at once as before.
  const waiting = () => held.filter(({ destroyed }) => !destroyed);
  await expect
    .poll(() => {
      const [one, ...others] = waiting();
      if (others.length === 0) one?.end();
      return waiting().length;
    })
    .toBe(10);
});

it("lets nobody wait for a message that takes long to read (threat 45)", async () => {
  await using receiver = await webhookReceiver();
  await using app = await testApp({ ALLOW_PRIVATE_NETWORK: "on" });
  const [slow, quick] = [await app.member("Administrator"), await app.member("Administrator")];
  for (const owner of [slow, quick]) await subscribe(owner, receiver.url);
  await mail(app, [await app.address(slow), await app.address(quick)]);
  const told = sampleOf("email.received", null, quick.name, app.clock.now);
  const courier = ownCourier(app, {
    crowded: () => false,
    async tellMessages(names) {
      const rows = await app.world.customerInbox.findMany({ where: { name: { in: names } } });
      return new Map(
        rows.map(({ name, company }) => [
          name,
          company === slow.company ? new Promise<Told>(() => undefined) : Promise.resolve({ ...told, name }),
        ]),
      );
    },
  });
  expect(JSON.parse((await receiver.count(1)).body).data.owner).toBe(quick.name);
  await courier.stop(0);
  // The next process finds it as if nothing had happened.
  const [left] = await app.world.webhookDelivery.findMany({ where: { company: slow.company } });
  expect(left).toMatchObject({ status: "pending", failures: 0, next_attempt: app.clock.now });
});

it("gives back at once what it cannot read", async () => {
  await using receiver = await webhookReceiver();
  await using app = await testApp({ ALLOW_PRIVATE_NETWORK: "on" });
  const owner = await app.member("Administrator");
  await subscribe(owner, receiver.url);
  await mail(app, await app.address(owner));
  const told = sampleOf("email.received", null, owner.name, app.clock.now);
  let tries = 0;
  const courier = ownCourier(app, {
    crowded: () => false,
    async tellMessages(names) {
      tries += 1;
      if (tries === 1) throw new Error("the database is away");
      return new Map(names.map((name) => [name, Promise.resolve({ ...told, name })]));
    },
  });
  // The clock stands still: what counts as lost would not come due.
  const received = async () => {
    await app.world.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
    return receiver.received.length;
  };
  await expect.poll(received).toBe(1);
  await courier.stop();
});

it("makes way for mail that comes in, and yet goes on", async () => {
  await using receiver = await webhookReceiver();
  await using app = await testApp({ ALLOW_PRIVATE_NETWORK: "on" });
  const owner = await app.member("Administrator");
  await subscribe(owner, receiver.url);
  const address = await app.address(owner);
  for (let count = 0; count < 25; count += 1) await mail(app, [address]);
  const told = sampleOf("email.received", null, owner.name, app.clock.now);
  const begin = performance.now();
  const courier = ownCourier(app, {
    crowded: () => true,
    tellMessages: async (names) => new Map(names.map((name) => [name, Promise.resolve({ ...told, name })])),
  });
  await receiver.count(25);
  // Ten at a time, and a rest before each ten.
  expect(performance.now() - begin).toBeGreaterThan(3 * 100 - 10);
  await courier.stop();
});

it("does what docs/webhooks.md says", async () => {
  const page = await readFile(path.resolve(import.meta.dirname, "../../../../../docs/webhooks.md"), "utf8");
  for (const event of webhookEventNames) expect(page).toContain(`\`${event}\``);
  for (const header of [signatureHeader, "webhook-id", "webhook-timestamp", "webhook-signature"])
    expect(page).toMatch(new RegExp(`^${header}: `, "m"));
  const units = { second: 1, minute: 60, hour: 3600 };
  const rows = [...page.matchAll(/^\| (\d) +\| (\d+) (second|minute|hour)s +\|$/gm)];
  expect(rows.map(([, attempt]) => Number(attempt))).toEqual(retryPauses.map((_, at) => at + 2));
  expect(rows.map(([, , count, unit]) => Number(count) * units[unit as keyof typeof units])).toEqual(retryPauses);
  expect(page).toContain(`at most ${eventTextMax.toLocaleString("en")} characters`);
});

it("does not come inside, whatever the name leads to when it is sent (threats 27 and 43)", async () => {
  await using names = await dnsServer((_, type) => (type === "A" ? [{ address: "127.0.0.1" }] : []));
  await using app = await testApp({ ROLES: "web,smtp,worker", DNS_SERVERS: names.address });
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  await using receiver: WebhookReceiver = await webhookReceiver();
  const byName = await subscribe(admin, receiver.url.replace("127.0.0.1", "hooks.example.com"));
  const byAddress = await subscribe(admin, "https://hooks.example.com/");
  // As if the check at save had been got round.
  await app.world.webhook.update({ where: { name: byAddress }, data: { url: receiver.url } });
  await mail(app, address);
  for (const [name, host] of [
    [byName, "hooks.example.com"],
    [byAddress, "127.0.0.1"],
  ] as const) {
    await vi.waitFor(
      async () =>
        expect(await deliveriesOf(admin, name)).toMatchObject([
          { attempts: [{ status: null, answer: `${host} is not an address of the public internet.` }] },
        ]),
      { timeout: 10_000 },
    );
  }
  expect(receiver.received).toEqual([]);
});

it("delivers after a kill what was committed before it, sent or not (threat 46)", async () => {
  await using receiver = await webhookReceiver(() => undefined);
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const name = await subscribe(admin, "https://hooks.example.com/");
  await app.world.webhook.update({ where: { name }, data: { url: receiver.url } });
  await mail(app, address);
  expect(await deliveriesOf(admin, name)).toMatchObject([{ status: "pending", attempts: [] }]);
  const worker = () =>
    new ServerProcess({
      ...{ DATABASE_URL: app.databaseUrl, SECRET_KEY: testKey, ROLES: "worker", LOG_LEVEL: "silent" },
      ...{ ALLOW_PRIVATE_NETWORK: "on", WEBHOOK_MILLISECONDS: "1000" },
    });
  await using first = worker();
  const sent = await receiver.count(1);
  await first.kill("SIGKILL");
  receiver.answer = (_, response) => response.end();
  await using _second = worker();
  const again = await receiver.count(2);
  expect(again.body).toBe(sent.body);
  expect(again.headers["webhook-id"]).toBe(sent.headers["webhook-id"]);
  const secret = (await admin.call(webhook.get_hmac_password)).body.message.hmac_secret;
  for (const { body, headers } of receiver.received) new StandardWebhook(secret).verify(body, headers);
  await vi.waitFor(
    async () => expect(await deliveriesOf(admin, name)).toMatchObject([{ status: "delivered" }]),
    10_000,
  );
}, 60_000);
