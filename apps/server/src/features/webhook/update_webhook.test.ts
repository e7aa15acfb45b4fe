import { webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

const given = { url: "https://hooks.example.com/mayfly", event: "email.received", domain: "mayfly.test" };

it("changes the given fields of a webhook, clears blank ones and keeps omitted ones (K40, P66, P103)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const change = { url: "https://other.example.com/", event: "email.expired", domain: null, description: "Moved" };
  const { body } = await admin.call(webhook.update_webhook, { name, ...change, enabled: 0 });
  expect(body.message).toMatchObject({ name, ...change, enabled: 0 });
  const [listed] = (await admin.call(webhook.get_all_webhooks)).body.message.webhooks;
  expect(body.message).toEqual({ success: true, message: webhookTexts.updated, ...listed });
  // Omitted fields stay as they are.
  const { url, event } = change;
  const some = { domain: given.domain, description: "Moved" };
  await admin.call(webhook.update_webhook, { name, ...change, ...some });
  const kept = await admin.call(webhook.update_webhook, { name, url, event });
  expect(kept.body.message).toMatchObject({ ...some, enabled: 0 });
  for (const none of ["", null]) {
    await admin.call(webhook.update_webhook, { name, ...change, ...some });
    const cleared = await admin.call(webhook.update_webhook, { name, url, event, domain: none, description: none });
    expect(cleared.body.message).toMatchObject({ domain: null, description: "" });
  }
});

it("keeps the record of failures unless the URL changes or the webhook is enabled again (P66)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const failing = (data: object) => app.rootDb.webhook.update({ where: { name }, data });
  const edit = async (change: object) => {
    await admin.call(webhook.update_webhook, { name, ...given, enabled: 1, ...change });
    const { enabled, failing_since, paused } = await app.rootDb.webhook.findUniqueOrThrow({ where: { name } });
    return { enabled, failing_since, paused };
  };
  const since = new Date("2026-01-01T00:00:00Z");
  const clean = { enabled: true, failing_since: null, paused: null };
  await failing({ failing_since: since });
  expect(await edit({ description: "Changed" })).toEqual({ ...clean, failing_since: since });
  expect(await edit({ url: "https://other.example.com/" })).toEqual(clean);
  await failing({ enabled: false, failing_since: since, paused: since });
  expect(await edit({ enabled: 0 })).toEqual({ enabled: false, failing_since: since, paused: since });
  expect(await edit({ enabled: 1 })).toEqual(clean);
});

it("makes pending deliveries due at once when it enables the webhook, and only then", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const later = new Date(app.clock.now.getTime() + 36_000_000);
  const waiting = { company: admin.company, webhook: name, event: given.event, next_attempt: later };
  const { name: delivery } = await app.rootDb.webhookDelivery.create({ data: waiting });
  const dueAfter = async (enabled: number) => {
    await admin.call(webhook.update_webhook, { name, ...given, enabled });
    return (await app.rootDb.webhookDelivery.findUniqueOrThrow({ where: { name: delivery } })).next_attempt;
  };
  expect(await dueAfter(1)).toEqual(later);
  expect(await dueAfter(0)).toEqual(later);
  expect(await dueAfter(1)).toEqual(app.clock.now);
});

it("drops the domain for member events, which have none", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const { body } = await admin.call(webhook.update_webhook, { ...given, name, event: "member.invited" });
  expect(body.message.domain).toBeNull();
  // For such events, even a domain that is no longer the company's is accepted and dropped.
  const gone = { ...given, name, domain: "gone.example" };
  expect((await admin.call(webhook.update_webhook, gone)).status).toBe(417);
  expect((await admin.call(webhook.update_webhook, { ...gone, event: "member.invited" })).status).toBe(200);
});

it("changes a webhook whose domain has been removed, and keeps that domain", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  await app.rootDb.webhook.update({ where: { name }, data: { domain: "gone.example" } });
  const change = { ...given, name, domain: "gone.example", description: "Changed" };
  const { body } = await admin.call(webhook.update_webhook, change);
  expect(body.message).toMatchObject({ domain: "gone.example", description: "Changed" });
});

it("refuses a private URL, Members and other companies (P54, threat 38)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const inside = await admin.call(webhook.update_webhook, { ...given, name, url: "http://10.0.0.1/" });
  expect(inside.status).toBe(417);
  expect(JSON.stringify(inside.body)).toContain(webhookTexts.urlInside);
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.update_webhook, { ...given, name })).status).toBe(403);
  const stranger = await app.member("Administrator");
  const theirs = await stranger.call(webhook.update_webhook, { ...given, name, url: "https://evil.example.com/" });
  expect(theirs.status).toBe(404);
  expect((await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).url).toBe(given.url);
});

it("keeps a colleague's concurrent changes to omitted fields (P83)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const url = "https://other.example.com/";
  const theirs = { enabled: false, description: "Theirs", domain: "inbox.mayfly.test" };
  let edit: Promise<unknown> | undefined;
  await app.rootDb.$transaction(async (tx) => {
    await tx.webhook.update({ where: { name }, data: theirs });
    edit = admin.call(webhook.update_webhook, { name, url, event: given.event });
    await lockIsWaitedFor(app.rootDb);
  });
  await edit;
  expect(await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject({ ...theirs, url });
});
