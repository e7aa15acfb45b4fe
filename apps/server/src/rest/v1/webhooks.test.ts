import { planRefusals, resources, webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();
const { webhooks } = resources;
const given = { url: "https://hooks.example.com/secret", event: "email.received" };

it("makes, lists, reads, changes and deletes webhooks (row Q07)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { status, body: made, headers } = await client.call(webhooks.create, given);
  expect([status, headers.get("location")]).toEqual([201, `/api/v1/webhooks/${made.name}`]);
  expect(made).toEqual({
    ...{ ...given, name: expect.stringMatching(/^hook-/), enabled: true, domain: null, description: "" },
    ...{ creation: app.clock.now.toISOString(), failing_since: null, paused: null },
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
