import { webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

const given = { url: "https://hooks.example.com/mayfly", event: "email.received" };

it("disables and enables a webhook, by JSON with all fields or a form with two (K41, P65, P103, P139)", async () => {
  const admin = await app.member("Administrator");
  const { success, message: created, ...hook } = (await admin.call(webhook.create_webhook, given)).body.message;
  expect([success, created]).toEqual([true, webhookTexts.created]);
  const whole = { ...hook, webhook_name: hook.name, enabled: 0, enable: 0 };
  const off = await admin.call(webhook.enable_disable_webhook, whole);
  expect(off.body.message).toEqual({ success, message: webhookTexts.deactivated, ...hook, enabled: 0, is_active: 0 });
  for (const enable of ["1", "true"]) {
    const form = { method: "POST", body: new URLSearchParams({ webhook_name: hook.name, enable }) };
    const on = (await admin.fetch(webhook.enable_disable_webhook.path, form)).body.message;
    expect(on).toEqual({ success, message: webhookTexts.activated, ...hook });
  }
});

it("clears the pause and the failures of a paused webhook when it is enabled", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const long = new Date(0);
  await app.rootDb.webhook.update({ where: { name }, data: { enabled: false, paused: long, failing_since: long } });
  const { body } = await admin.call(webhook.enable_disable_webhook, { webhook_name: name, enable: true });
  expect(body.message).toMatchObject({ enabled: 1, paused: null, failing_since: null });
});

it("refuses Members, other companies and unknown names (P54, threat 38)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const off = { webhook_name: name, enable: 0 };
  const member = await app.member("Member", admin.company);
  expect((await member.call(webhook.enable_disable_webhook, off)).status).toBe(403);
  const stranger = await app.member("Administrator");
  expect((await stranger.call(webhook.enable_disable_webhook, off)).status).toBe(404);
  expect((await admin.call(webhook.enable_disable_webhook, { ...off, webhook_name: "hook-none" })).status).toBe(404);
  expect((await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).enabled).toBe(true);
});
