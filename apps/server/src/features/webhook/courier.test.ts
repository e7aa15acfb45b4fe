import { createHmac } from "node:crypto";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import net from "node:net";
import { webhook, webhookBody } from "@mayfly/contracts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { freePort } from "../../process/free_port.ts";
import { deliveriesOf, delivering, mail, subscribe } from "../../testing/deliveries.ts";
import { dnsServer } from "../../testing/dns_server.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { type Received, type WebhookReceiver, webhookReceiver } from "../../testing/webhook_receiver.ts";
import { announceEvents } from "../delivery/delivery.ts";
import { queueChannel } from "../delivery/queue.ts";
import { retryPauses } from "./courier.ts";
import { sampleOf } from "./sample.ts";

describe("the courier", () => {
  let app: TestApp;
  let admin: TestMember;
  let address: string;
  beforeAll(async () => {
    app = await testApp(delivering);
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const someone = async () => {
    app.clock.now = new Date();
    admin = await app.member("Administrator");
    address = await app.address(admin);
  };
  const secretOf = async (): Promise<string> => (await admin.call(webhook.get_hmac_password)).body.message.hmac_secret;
  const deliveries = (name: string) => deliveriesOf(admin, name);
  /** Waits until the log of a webhook holds one delivery, as expected. */
  const logged = (name: string, expected: object) =>
    vi.waitFor(async () => expect(await deliveries(name)).toMatchObject([expected]), { interval: 50 });
  const pass = (seconds: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
  };

  it("delivers a received message, signed as Standard Webhooks libraries expect (threat 44, P72)", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    const message = [
      ...["From: Ada <ada@elsewhere.example>", "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?="],
      ...["Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/html; charset=utf-8", ""],
      ...["<p>Hällo <a href='https://a.example/?t=1'>there</a></p>", "--b"],
      ...["Content-Type: application/pdf", "", "--b--", ""],
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
        has_attachment: 1,
        ...{ text: "Hällo there <https://a.example/?t=1>", html: expect.stringContaining("https://a.example/?t=1") },
        ...{ size: Buffer.byteLength(message), link: expect.stringContaining(link) },
      },
    });
    const stored = await app.rootDb.customerInbox.findUniqueOrThrow({ where: { name: told.data.name } });
    expect(stored.recipients).toBe(address);

    const secret = await secretOf();
    const { "webhook-id": id, "webhook-timestamp": seconds } = headers;
    expect(headers["x-mayfly-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
    expect(new StandardWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(headers).toMatchObject({ "content-type": "application/json", "user-agent": "Mayfly" });
    expect(Number(seconds)).toBe(Math.floor(app.clock.now.getTime() / 1000));
    await logged(name, { name: id, event: "email.received", status: "delivered", next_attempt: null, test: false });
  });

  it("sends the same body whether the message is stored packed or unpacked", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    const packed = await receiver.count(1);
    await logged(name, { status: "delivered" });
    const raw = Buffer.from("Subject: Hello\r\n\r\nHi\r\n");
    await app.rootDb.messageSource.updateMany({ where: { company: admin.company }, data: { raw, lz4: null } });
    await admin.call(webhook.redeliver, { delivery: packed.headers["webhook-id"] });
    expect((await receiver.count(2)).body).toBe(packed.body);
  });

  it("retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, with the same id and body each time", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(503).end("not now"));
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await receiver.count(1);
    for (const [at, pause] of [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000].entries()) {
      const next = new Date(app.clock.now.getTime() + pause * 1000).toISOString();
      await logged(name, { status: "pending", next_attempt: next });
      pass(pause);
      // Makes the courier look sooner than its timer would.
      await app.rootDb.$executeRawUnsafe(`NOTIFY ${queueChannel}`);
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

  it("retries with the body of the first attempt although the message has changed", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(500).end());
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    const first = await receiver.count(1);
    await logged(name, { status: "pending", attempts: [{ status: 500 }] });
    await app.rootDb.customerInbox.updateMany({ where: { recipients: address }, data: { subject: "Another" } });
    receiver.answer = (_, response) => response.end();
    pass(5);
    expect((await receiver.count(2)).body).toBe(first.body);
    await logged(name, { status: "delivered" });
  });

  it("fails a delivery whose message was deleted before the first attempt", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url);
    const { company } = admin;
    await app.rootDb.webhookDelivery.create({
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
    // No request was sent, so the webhook does not count as failing.
    expect(await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject({ failing_since: null });
  });

  it("counts a redirect as a failure and does not follow it", async () => {
    await someone();
    await using receiver = await webhookReceiver(({ path }, response) =>
      response.writeHead(307, { location: path === "/hook" ? "/elsewhere" : "/hook" }).end(),
    );
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "pending", attempts: [{ status: 307, answer: "Redirects are not followed." }] });
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

  it("counts an answer after 100 Continue and 103 Early Hints as a delivery", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => {
      response.writeContinue();
      response.writeEarlyHints({ link: "</style.css>; rel=preload" });
      response.end("taken");
    });
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "delivered", attempts: [{ status: 200, answer: "taken" }] });
  });

  it("does not send to a port that is not allowed any more", async () => {
    await someone();
    const name = await subscribe(admin, "http://127.0.0.1:8080/");
    await app.rootDb.webhook.update({ where: { name }, data: { url: "http://127.0.0.1:25/" } });
    await mail(app, address);
    await logged(name, { attempts: [{ status: null, answer: "Port 25 is not allowed." }] });
  });

  it("removes NUL characters, which Postgres cannot store, from a receiver's answer", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.end("a\0b"));
    const name = await subscribe(admin, receiver.url);
    await mail(app, address);
    await logged(name, { status: "delivered", attempts: [{ status: 200, answer: "ab" }] });
  });

  it("records why a connection to a receiver failed", async () => {
    await someone();
    const server = net.createServer((socket) => socket.end("what?\r\n\r\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as net.AddressInfo;
    const faults = {
      [`http://127.0.0.1:${port}/`]: "The answer is not HTTP.",
      [`https://127.0.0.1:${port}/`]: "No TLS connection could be made.",
      [`http://127.0.0.1:${await freePort()}/`]: "The connection was refused.",
    };
    for (const [url, why] of Object.entries(faults)) {
      const name = await subscribe(admin, url);
      await mail(app, address);
      await vi.waitFor(async () => expect((await deliveries(name))[0]?.attempts[0]?.answer).toBe(why), 10_000);
    }
    server.close();
  });

  it("pauses a webhook that answers 410 or has failed for five days, and notifies its owner", async () => {
    await someone();
    await using receiver = await webhookReceiver((_, response) => response.writeHead(410).end());
    const left = await subscribe(admin, receiver.url);
    await mail(app, address);
    const hook = (name: string) => app.rootDb.webhook.findUniqueOrThrow({ where: { name } });
    await vi.waitFor(
      async () => expect(await hook(left)).toMatchObject({ enabled: false, paused: expect.any(Date) }),
      10_000,
    );

    receiver.answer = (_, response) => response.writeHead(500).end();
    const failing = await subscribe(admin, `${receiver.url}/other`);
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
    // The webhook is not paused before a delivery has had all its retries.
    expect((await hook(failing)).enabled).toBe(true);
    const last = { failures: retryPauses.length, next_attempt: app.clock.now };
    await app.rootDb.webhookDelivery.updateMany({ where: { webhook: failing, failures: 3 }, data: last });
    await vi.waitFor(
      async () => expect(await hook(failing)).toMatchObject({ enabled: false, paused: app.clock.now }),
      10_000,
    );
    const subjects = await app.rootDb.notificationLog.findMany({ where: { for_user: admin.name } });
    expect(subjects.map(({ subject, type }) => [subject, type]).sort()).toEqual(
      [left, failing].map((name) => [`Webhook ${name} is paused`, "Webhooks"]).sort(),
    );

    // Pending deliveries are sent once the webhook is enabled again, and nothing new is queued until then.
    const before = (await deliveries(failing)).length;
    await mail(app, address);
    expect(await deliveries(failing)).toHaveLength(before);
    receiver.answer = (_, response) => response.end();
    const { body } = await admin.call(webhook.enable_disable_webhook, { webhook_name: failing, enable: 1 });
    expect(body.message).toMatchObject({ enabled: 1, paused: null, failing_since: null });
    await vi.waitFor(async () =>
      expect((await deliveries(failing)).map(({ status }) => status)).toEqual(["delivered", "delivered", "failed"]),
    );
  });

  it("does not pause a webhook because its former URL answers 410", async () => {
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
    // The courier records this later delivery only after it has dealt with the 410.
    receiver.answer = (_, response) => response.end();
    const next = await subscribe(admin, receiver.url);
    await admin.call(webhook.send_test_event, { webhook_name: next });
    await logged(next, { status: "delivered" });
    const kept = { enabled: true, paused: null, failing_since: null };
    expect(await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject(kept);
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
    // No other delivery has been queued.
    expect(await app.rootDb.webhookDelivery.count({ where: { company: { in: [admin.company, other.company] } } })).toBe(
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

  it("delivers no event of a transaction that is rolled back", async () => {
    await someone();
    await using receiver = await webhookReceiver();
    const name = await subscribe(admin, receiver.url, { event: "email.created" });
    const data = sampleOf("email.created", null, admin.name, app.clock.now);
    const undone = app.rootDb.$transaction(async (tx) => {
      await announceEvents(tx, app.clock.now, [{ company: admin.company, event: "email.created", data }]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await deliveries(name)).toEqual([]);
  });

  it("signs with a regenerated secret from the next delivery on", async () => {
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

  it("cuts a long message's text to 65,536 characters, and leaves out its HTML", async () => {
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

  it("sends the text that follows a long attachment", async () => {
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

it("sends nothing to a private address, whether the URL has it or a name that leads to it (threats 27 and 43)", async () => {
  await using names = await dnsServer((_, type) => (type === "A" ? [{ address: "127.0.0.1" }] : []));
  await using app = await testApp({ ROLES: "web,smtp,worker", DNS_SERVERS: names.address });
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  await using receiver: WebhookReceiver = await webhookReceiver();
  const byName = await subscribe(admin, receiver.url.replace("127.0.0.1", "hooks.example.com"));
  const byAddress = await subscribe(admin, "https://hooks.example.com/");
  // Gets round the check that is made when a webhook is saved.
  await app.rootDb.webhook.update({ where: { name: byAddress }, data: { url: receiver.url } });
  await mail(app, address);
  for (const [name, host] of [
    [byName, "hooks.example.com"],
    [byAddress, "127.0.0.1"],
  ] as const) {
    await vi.waitFor(async () =>
      expect(await deliveriesOf(admin, name)).toMatchObject([
        { attempts: [{ status: null, answer: `${host} is not on the public internet.` }] },
      ]),
    );
  }
  expect(receiver.received).toEqual([]);
});
