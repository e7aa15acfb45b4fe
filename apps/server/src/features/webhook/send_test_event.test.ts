import { errorText, planRefusals, webhook, webhookBody, webhookEventNames, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";
import { webhookReceiver } from "../../testing/webhook_receiver.ts";

const app = sharedApp({ ROLES: "web,worker", ALLOW_PRIVATE_NETWORK: "on" });

it("sends sample data in the same form as the webhook's real event", async () => {
  const admin = await app.member("Administrator");
  await using receiver = await webhookReceiver();
  for (const [at, event] of webhookEventNames.entries()) {
    const { name } = (await admin.call(webhook.create_webhook, { url: receiver.url, event })).body.message;
    const { body } = await admin.call(webhook.send_test_event, { webhook_name: name });
    expect(body.message).toMatchObject({ event, test: true, status: "pending", attempts: [] });
    const received = await receiver.count(at + 1);
    expect(received.headers["webhook-id"]).toBe(body.message.name);
    const told = JSON.parse(received.body);
    expect(told).toMatchObject({ type: event, test: true });
    expect(webhookBody(event).parse(told)).toEqual(told);
    // Only the sample of an inactive address has an expiry (P01, P02).
    const { is_active, expiry = null } = told.data;
    expect(expiry).toEqual(is_active === 0 ? expect.any(String) : null);
  }
});

it("refuses disabled webhooks, Members and other companies", async () => {
  const admin = await app.member("Administrator");
  const given = { url: "https://hooks.example.com/", event: "email.received", enabled: 0 };
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const off = await admin.call(webhook.send_test_event, { webhook_name: name });
  expect([off.status, errorText(off.body)]).toEqual([417, webhookTexts.disabled]);
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.send_test_event, { webhook_name: name })).status).toBe(403);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.send_test_event, { webhook_name: name })).status).toBe(404);
});

it("refuses test events and redeliveries on a plan without webhooks (P114)", async () => {
  const admin = await app.member("Administrator");
  const given = { url: "https://127.0.0.1/", event: "email.received" };
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const sent = await admin.call(webhook.send_test_event, { webhook_name: name });
  await app.limit("webhook", { available: false });
  for (const refused of [
    await admin.call(webhook.send_test_event, { webhook_name: name }),
    await admin.call(webhook.redeliver, { delivery: sent.body.message.name }),
  ]) {
    expect([refused.status, errorText(refused.body)]).toEqual([403, planRefusals.webhook.unavailable]);
  }
});
