import { errorText, webhook, webhookTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp({ WEBHOOK_PORTS: "81" });

const given = { url: "https://hooks.example.com/mayfly", event: "email.received" };

it("creates a webhook with a short generated name, enabled by default (K39, F16, P69)", async () => {
  const admin = await app.member("Administrator");
  const { body } = await admin.call(webhook.create_webhook, { ...given, domain: "", description: " To the CRM " });
  expect(body.message).toMatchObject({
    ...given,
    ...{ name: expect.stringMatching(/^hook-[a-z0-9]{10}$/), enabled: 1, is_active: 1, domain: null },
    description: "To the CRM",
  });
  expect(body.message.id).toBe(body.message.name);
  const other = { ...given, event: "email.created" };
  const off = await admin.call(webhook.create_webhook, { ...other, enabled: 0, domain: "mayfly.test" });
  expect(off.body.message).toMatchObject({
    enabled: 0,
    is_active: 0,
    domain: "mayfly.test",
    domain_name: "mayfly.test",
  });
  // A form that can also edit sends these fields empty (P66).
  const blank = { name: "", enabled: "", domain: "", description: "" };
  const form = { method: "POST", body: new URLSearchParams({ ...given, event: "email.expired", ...blank }) };
  expect((await admin.fetch(webhook.create_webhook.path, form)).body.message).toMatchObject({ enabled: 1 });
});

it.each([
  [{ url: undefined }, webhookTexts.urlRequired],
  [{ url: "  " }, webhookTexts.urlRequired],
  [{ url: "abc" }, webhookTexts.urlInvalid],
  [{ url: "ftp://hooks.example.com/" }, webhookTexts.urlInvalid],
  [{ url: "javascript:alert(1)" }, webhookTexts.urlInvalid],
  [{ url: "https://user:pass@hooks.example.com/" }, webhookTexts.urlCredentials],
  [{ url: "https:///user:pass@hooks.example.com/" }, webhookTexts.urlCredentials],
  [{ url: `https://hooks.example.com/${"x".repeat(2048)}` }, "URL must be at most 2048 characters long"],
  [{ url: "http://127.0.0.1:3000/" }, webhookTexts.urlInside],
  [{ url: "http://0x7f.1/" }, webhookTexts.urlInside],
  [{ url: "http://[::ffff:10.0.0.1]/" }, webhookTexts.urlInside],
  [{ url: "http://localhost./" }, webhookTexts.urlInside],
  [{ url: "http://169.254.169.254/latest/meta-data" }, webhookTexts.urlInside],
  [{ url: "http://hooks.example.com:25/" }, webhookTexts.urlPort],
  [{ url: "https://hooks.example.com:1023/" }, webhookTexts.urlPort],
  [{ event: "" }, webhookTexts.eventRequired],
  [{ event: "email.invented" }, webhookTexts.eventUnknown],
  [{ domain: "other.example" }, webhookTexts.foreignDomain],
  [{ description: "x".repeat(501) }, "Description must be at most 500 characters long"],
])("refuses %j (F12, F13, P145, threats 27 and 43)", async (change, text) => {
  const admin = await app.member("Administrator");
  const answer = await admin.call(webhook.create_webhook, { ...given, ...change });
  expect([answer.status, errorText(answer.body)]).toEqual([417, text]);
  expect(await app.rootDb.webhook.count({ where: { company: admin.company } })).toBe(0);
});

it("accepts the ports of the web, those from 1024 on, and those that are set", async () => {
  const admin = await app.member("Administrator");
  for (const place of ["http://a.example:80", "https://a.example", "http://a.example:1024", "http://a.example:81"]) {
    expect((await admin.call(webhook.create_webhook, { ...given, url: `${place}/` })).status, place).toBe(200);
  }
  expect((await admin.call(webhook.create_webhook, { ...given, url: "http://a.example:82/" })).status).toBe(417);
});

it("accepts a domain of the company, but not another company's", async () => {
  const [admin, stranger] = [await app.member("Administrator"), await app.member("Administrator")];
  const { name: owner, company } = stranger;
  await app.rootDb.domain.create({ data: { domain_name: "theirs.example", company, owner, verification_token: "t" } });
  const domain = { ...given, domain: "theirs.example" };
  expect((await admin.call(webhook.create_webhook, domain)).status).toBe(417);
  expect((await stranger.call(webhook.create_webhook, domain)).status).toBe(200);
});

it("refuses Members (P54)", async () => {
  const member = await app.member("Member");
  expect((await member.call(webhook.create_webhook, given)).status).toBe(403);
});

it("enforces the plan's webhook limit, even with a hundred concurrent calls (F38, P68, threat 41)", async () => {
  await app.limit("webhook", { limit: 3 });
  const admin = await app.member("Administrator");
  const answers = await atOnce(100, (at) =>
    admin.call(webhook.create_webhook, { ...given, url: `${given.url}/${at}` }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const refused = answers.filter(({ status }) => status !== 200);
  const text = "Webhook limit reached (3 webhooks). Please upgrade your plan to add more webhooks.";
  expect(new Set(refused.map(({ body }) => errorText(body)))).toEqual(new Set([text]));
  expect(await app.rootDb.webhook.count({ where: { company: admin.company } })).toBe(3);
});

it("refuses to create, change or enable a webhook on a plan without webhooks (F37, J03)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  await app.limit("webhook", { available: false });
  const toggle = (enable: 0 | 1) => admin.call(webhook.enable_disable_webhook, { webhook_name: name, enable });
  for (const answer of [
    await admin.call(webhook.create_webhook, given),
    await admin.call(webhook.update_webhook, { ...given, name }),
    await toggle(1),
  ]) {
    const text = "Webhook feature is not available in your current plan";
    expect([answer.status, errorText(answer.body)]).toEqual([403, text]);
  }
  // A webhook created under another plan can still be disabled.
  expect((await toggle(0)).status).toBe(200);
});

it("changes an existing webhook if its name is given (P66)", async () => {
  const admin = await app.member("Administrator");
  const { name } = (await admin.call(webhook.create_webhook, given)).body.message;
  const changed = await admin.call(webhook.create_webhook, { ...given, name, event: "email.expired" });
  expect(changed.body.message).toMatchObject({ name, event: "email.expired" });
  expect(await app.rootDb.webhook.count({ where: { company: admin.company } })).toBe(1);
});
