import { webhook } from "@mayfly/contracts";
import { expect, it, vi } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";
import { deleteOldDeliveries } from "../delivery/delivery.ts";

const app = sharedApp({ ROLES: "web,worker" });

const given = { url: "https://hooks.example.com/mayfly", event: "email.received" };

it("deletes a webhook at once, and its deliveries soon after (K42)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, { ...given, enabled: 0 })).body.message;
  const rows = { company: admin.company, webhook: name, event: "email.received", next_attempt: app.clock.now };
  await app.rootDb.webhookDelivery.create({ data: rows });
  const { status } = await admin.call(webhook.delete_webhook, { webhook_name: name });
  expect(status).toBe(200);
  expect((await admin.call(webhook.get_all_webhooks)).body.message.count).toBe(0);
  const where = { company: admin.company };
  await vi.waitFor(async () => expect(await app.rootDb.webhookDelivery.count({ where })).toBe(0));
});

it("refuses Members and other companies (P54, threat 38)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.delete_webhook, { webhook_name: name })).status).toBe(403);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.delete_webhook, { webhook_name: name })).status).toBe(404);
  expect(await app.rootDb.webhook.count({ where: { company: admin.company } })).toBe(1);
});

it("deletes deliveries from the log after seven days", async () => {
  const admin = await app.member("Administrator");
  const at = (days: number) => new Date(app.clock.now.getTime() - days * 86_400_000);
  const delivery = { company: admin.company, webhook: "hook-any", event: "email.received", next_attempt: at(0) };
  await app.rootDb.webhookDelivery.createMany({
    data: [6.9, 7.1, 30].map((days) => ({ ...delivery, creation: at(days) })),
  });
  await deleteOldDeliveries({ rootDb: app.rootDb, clock: () => app.clock.now });
  const left = await app.rootDb.webhookDelivery.findMany({ where: { company: admin.company } });
  expect(left.map(({ creation }) => creation)).toEqual([at(6.9)]);
});
