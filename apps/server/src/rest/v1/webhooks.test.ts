import { randomBytes } from "node:crypto";
import { planRefusals, resources, webhook, webhookTexts } from "@mayfly/contracts";
import { Webhook } from "standardwebhooks";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { delivering } from "../../testing/deliveries.ts";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, testApp } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";

const app = sharedApp();
const { webhooks } = resources;
const given = { url: "https://hooks.example.com/secret", event: "email.received" };

it("makes, lists, reads, changes and deletes webhooks (row Q07)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { status, body: made, headers } = await client.call(webhooks.create, given);
  expect([status, headers.get("location")]).toEqual([201, `/api/v1/webhooks/${made.name}`]);
  expect(made).toEqual({
    ...{
      ...given,
      id: expect.stringMatching(/^hook-/),
      name: expect.stringMatching(/^hook-/),
      enabled: true,
      domain: null,
      description: "",
    },
    ...{ has_own_secret: false, creation: app.clock.now.toISOString(), failing_since: null, paused: null },
  });
  const id = made.name;
  expect((await client.call(webhooks.get, { id })).body).toEqual(made);
  const { body: changed } = await client.call(webhooks.update, { id, description: "CI", enabled: false });
  expect(changed).toEqual({ ...made, description: "CI", enabled: false });
  expect((await client.call(webhooks.list)).body).toEqual({ data: [changed], next_cursor: null });
  expect((await client.call(webhooks.remove, { id })).status).toBe(204);
  expect((await client.call(webhooks.get, { id })).status).toBe(404);
});

it("lists a webhook's deliveries", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { body } = await client.call(webhooks.create, given);
  for (const _ of [1, 2, 3]) await admin.call(webhook.send_test_event, { webhook_name: body.name });
  const first = await client.call(webhooks.deliveries, { id: body.name, limit: 2 });
  expect(first.body.data).toMatchObject([{ test: true, status: "pending", attempts: [] }, { event: given.event }]);
  const second = await client.call(webhooks.deliveries, { id: body.name, limit: 2, cursor: first.body.next_cursor });
  expect([second.body.data.length, second.body.next_cursor]).toEqual([1, null]);
});

it("sends a test event, delivers again, and lists deliveries by outcome (row Q07)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { body: hook } = await client.call(webhooks.create, given);
  const id = hook.name;
  const { status, body: tested } = await client.call(webhooks.test, { id });
  expect([status, tested]).toMatchObject([200, { event: given.event, test: true, status: "pending", message: null }]);
  const listed = async (status?: string) =>
    (await client.call(webhooks.deliveries, { id, status })).body.data.map(({ name }: { name: string }) => name);
  await app.rootDb.webhookDelivery.update({ where: { name: tested.name }, data: { status: "failed", failures: 8 } });
  const message = await storedMessage(app, admin, await app.address(admin));
  const row = { company: admin.company, webhook: id, event: given.event, status: "delivered", message } as const;
  const { name } = await app.rootDb.webhookDelivery.create({ data: { ...row, next_attempt: app.clock.now } });
  expect((await listed()).sort()).toEqual([tested.name, name].sort());
  expect([await listed("failed"), await listed("delivered"), await listed("pending")]).toEqual([
    [tested.name],
    [name],
    [],
  ]);
  const of = async () => (await client.call(webhooks.deliveries, { id, status: "delivered" })).body.data[0].message;
  expect(await of()).toBe(message);
  const again = await client.call(webhooks.redeliver, { id, delivery: tested.name });
  expect([again.status, again.body]).toMatchObject([200, { name: tested.name, status: "pending" }]);
  // A delivery is one of its webhook alone.
  const { body: other } = await client.call(webhooks.create, { ...given, event: "email.created" });
  expect((await client.call(webhooks.redeliver, { id: other.name, delivery: tested.name })).status).toBe(404);
  await client.call(resources.messages.remove, { id: message });
  expect(await of()).toBeNull();
  expect((await client.call(webhooks.redeliver, { id, delivery: name })).body.detail).toBe(webhookTexts.messageGone);
});

it("signs with a secret of the webhook's own, which no answer and no row has in clear (threat 47)", async () => {
  await using receiver = await webhookReceiver();
  await using app = await testApp(delivering);
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const secret = `whsec_${randomBytes(24).toString("base64")}`;
  const url = receiver.url;
  const made = await client.call(webhooks.create, { ...given, url, secret }, { "idempotency-key": "a" });
  expect(made.body.has_own_secret).toBe(true);
  const id = made.body.name;
  const { hmac_secret } = (await admin.call(webhook.get_hmac_password)).body.message;
  const signedWith = async (count: number, key: string) => {
    await client.call(webhooks.test, { id });
    const { body, headers } = await receiver.count(count);
    new Webhook(key).verify(body, headers);
  };
  await signedWith(1, secret);
  await expect(signedWith(2, hmac_secret)).rejects.toThrow();
  const another = `whsec_${randomBytes(64).toString("base64")}`;
  expect((await client.call(webhooks.update, { id, secret: another })).body.has_own_secret).toBe(true);
  await signedWith(3, another);
  const replaced = { type: "webhook_secret.replaced", subject: id };
  expect(await app.rootDb.event.count({ where: replaced })).toBe(1);
  const kept = JSON.stringify([
    await app.rootDb.idempotentAnswer.findMany(),
    await app.rootDb.event.findMany(),
    (await app.rootDb.webhook.findMany()).map((row) => Buffer.from(row.secret ?? "").toString("latin1")),
    (await client.call(webhooks.get, { id })).body,
    (await admin.call(webhook.get_all_webhooks)).body,
  ]);
  for (const one of [secret, another]) expect(kept).not.toContain(one.slice(6));
  expect((await client.call(webhooks.update, { id, secret: null })).body.has_own_secret).toBe(false);
  await signedWith(4, hmac_secret);
  for (const wrong of ["whsec_", "whsec_AAAA", "secret", `whsec_${"A".repeat(100)}`, `whsec_${"A".repeat(33)}`, 5]) {
    const { body } = await client.call(webhooks.update, { id, secret: wrong });
    expect([wrong, body.status]).toEqual([wrong, 422]);
  }
});

it("shows a Member's key only the host, and lets it change nothing", async () => {
  const admin = await app.member("Administrator");
  const owner = await apiClient(app, admin);
  const { body } = await owner.call(webhooks.create, given);
  const client = await apiClient(app, await app.member("Member", admin.company));
  const id = body.name;
  expect((await client.call(webhooks.get, { id })).body.url).toBe("hooks.example.com");
  expect((await client.call(webhooks.list)).body.data[0].url).toBe("hooks.example.com");
  for (const [call, input] of [
    [webhooks.create, given],
    [webhooks.update, { id, enabled: false }],
    [webhooks.remove, { id }],
    [webhooks.deliveries, { id }],
    [webhooks.test, { id }],
    [webhooks.redeliver, { id, delivery: crypto.randomUUID() }],
  ] as const) {
    expect((await client.call(call, input)).body).toMatchObject({ status: 403, code: "forbidden" });
  }
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await stranger.call(webhooks.update, { id, enabled: false })).status).toBe(404);
  expect((await stranger.call(webhooks.remove, { id })).status).toBe(404);
});

it("refuses what the page refuses, and points to it", async () => {
  const client = await apiClient(app, await app.member("Administrator"));
  const refused = async (change: object) => (await client.call(webhooks.create, { ...given, ...change })).body;
  expect(await refused({ url: "ftp://x" })).toMatchObject({
    errors: [{ pointer: "#/url", detail: webhookTexts.urlInvalid }],
  });
  expect(await refused({ event: "email.eaten" })).toMatchObject({
    errors: [{ pointer: "#/event", detail: webhookTexts.eventUnknown }],
  });
  expect(await refused({ url: "http://127.0.0.1/" })).toMatchObject({ status: 422, detail: webhookTexts.urlInside });
  await app.limit("webhook", { available: false });
  expect(await refused({})).toMatchObject({
    ...{ status: 403, code: "feature_unavailable", feature: "webhook", detail: planRefusals.webhook.unavailable },
  });
});
