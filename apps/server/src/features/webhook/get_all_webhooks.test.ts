import { webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();

it("lists the company's webhooks, newest first and five per page, to Members too (K38, L18, P54, P67)", async () => {
  const admin = await app.member("Administrator");
  const names: string[] = [];
  for (let no = 0; no < 7; no += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    const given = { url: `https://hooks.example.com/${no}`, event: "email.received", domain: no ? "" : "mayfly.test" };
    names.unshift((await admin.call(webhook.create_webhook, given)).body.message.name);
  }
  const member = await app.member("Member", admin.company);
  const first = (await member.call(webhook.get_all_webhooks)).body.message;
  expect(first.count).toBe(7);
  expect(first.webhooks.map(({ name }: { name: string }) => name)).toEqual(names.slice(0, 5));
  const { webhooks } = (await member.call(webhook.get_all_webhooks, { start: 5, limit: 5 })).body.message;
  expect(webhooks.map(({ name }: { name: string }) => name)).toEqual(names.slice(5));
  expect(webhooks[1]).toEqual({
    ...{ id: names[6], name: names[6], url: "hooks.example.com", event: "email.received" },
    ...{ enabled: 1, is_active: 1, domain: "mayfly.test", domain_name: "mayfly.test", description: "" },
    ...{ creation: expect.any(String), failing_since: null, paused: null },
  });
});

it("shows Members the host of a webhook, and Administrators its URL", async () => {
  const admin = await app.member("Administrator");
  const url = "https://hooks.example.com:8443/services/secret?token=secret#secret";
  await admin.call(webhook.create_webhook, { url, event: "email.received" });
  const seen = async (by: TestMember) => (await by.call(webhook.get_all_webhooks)).body.message.webhooks[0].url;
  expect(await seen(admin)).toBe(url);
  expect(await seen(await app.member("Member", admin.company))).toBe("hooks.example.com:8443");
});

it("lists no webhooks of another company", async () => {
  const [admin, stranger] = [await app.member("Administrator"), await app.member("Administrator")];
  await admin.call(webhook.create_webhook, { url: "https://hooks.example.com/", event: "email.received" });
  expect((await stranger.call(webhook.get_all_webhooks)).body.message).toEqual({ webhooks: [], count: 0 });
});
