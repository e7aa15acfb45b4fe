import { errorText, webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it, vi } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";

const app = sharedApp({ ROLES: "web,worker", ALLOW_PRIVATE_NETWORK: "on", RATE_LIMIT_FACTOR: "1" });

/** Refuses connections at once. */
const nowhere = "https://127.0.0.1/";

it("sends the same id and body again, and restarts the retries", async () => {
  const admin = await app.member("Administrator");
  await using receiver = await webhookReceiver();
  const given = { url: receiver.url, event: "email.created" };
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const sent = (await admin.call(webhook.send_test_event, { webhook_name: name })).body.message;
  const first = await receiver.count(1);
  const delivery = async () => app.rootDb.webhookDelivery.findUniqueOrThrow({ where: { name: sent.name } });
  await vi.waitFor(async () => expect(await delivery()).toMatchObject({ status: "delivered" }), 10_000);
  await app.rootDb.webhookDelivery.update({ where: { name: sent.name }, data: { status: "failed", failures: 8 } });

  receiver.answer = (_, response) => response.writeHead(500).end();
  const again = await admin.call(webhook.redeliver, { delivery: sent.name });
  expect(again.body.message).toMatchObject({ name: sent.name, status: "pending" });
  const second = await receiver.count(2);
  expect(second.body).toBe(first.body);
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  const soon = new Date(app.clock.now.getTime() + 5000);
  await vi.waitFor(async () => expect(await delivery()).toMatchObject({ failures: 1, next_attempt: soon }), 10_000);
});

it("refuses a delivery whose message is deleted, and keeps its status", async () => {
  const admin = await app.member("Administrator");
  const given = { url: nowhere, event: "email.received" };
  const { name: hook } = (await admin.call(webhook.create_webhook, given)).body.message;
  const { name } = await app.rootDb.webhookDelivery.create({
    data: {
      ...{ company: admin.company, webhook: hook, event: given.event, message: crypto.randomUUID() },
      ...{ status: "delivered", next_attempt: app.clock.now },
    },
  });
  const gone = await admin.call(webhook.redeliver, { delivery: name });
  expect([gone.status, errorText(gone.body)]).toEqual([417, webhookTexts.messageGone]);
  expect(await app.rootDb.webhookDelivery.findUniqueOrThrow({ where: { name } })).toMatchObject({
    status: "delivered",
  });
});

it("answers 404 for a delivery that is being deleted", async () => {
  const admin = await app.member("Administrator");
  const given = { url: nowhere, event: "email.created" };
  const { name: hook } = (await admin.call(webhook.create_webhook, given)).body.message;
  const { name } = await app.rootDb.webhookDelivery.create({
    data: {
      ...{ company: admin.company, webhook: hook, event: given.event, payload: {} },
      // The worker leaves it alone.
      ...{ status: "delivered", next_attempt: app.clock.now },
    },
  });
  let again: Promise<{ status: number }> | undefined;
  await app.rootDb.$transaction(async (tx) => {
    await tx.webhookDelivery.delete({ where: { name } });
    again = admin.call(webhook.redeliver, { delivery: name });
    await lockIsWaitedFor(app.rootDb);
  });
  expect((await again)?.status).toBe(404);
});

it("refuses Members, other companies, and deliveries of disabled or deleted webhooks", async () => {
  const admin = await app.member("Administrator");
  const given = { url: nowhere, event: "email.received" };
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const { body } = await admin.call(webhook.send_test_event, { webhook_name: name });
  const delivery = body.message.name;
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.redeliver, { delivery })).status).toBe(403);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.redeliver, { delivery })).status).toBe(404);
  await admin.call(webhook.enable_disable_webhook, { webhook_name: name, enable: 0 });
  const off = await admin.call(webhook.redeliver, { delivery });
  expect([off.status, errorText(off.body)]).toEqual([417, webhookTexts.disabled]);
  await admin.call(webhook.delete_webhook, { webhook_name: name });
  expect((await admin.call(webhook.redeliver, { delivery })).status).toBe(404);
});

it("allows sixty calls a minute, counted together with test events", async () => {
  const admin = await app.member("Administrator");
  const given = { url: nowhere, event: "email.received" };
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const { body } = await admin.call(webhook.send_test_event, { webhook_name: name });
  const delivery = body.message.name;
  const again = await atOnce(60, () => admin.call(webhook.redeliver, { delivery }));
  expect(again.map(({ status }) => status).sort()).toEqual([...Array(59).fill(200), 429]);
  expect((await admin.call(webhook.send_test_event, { webhook_name: name })).status).toBe(429);
});
