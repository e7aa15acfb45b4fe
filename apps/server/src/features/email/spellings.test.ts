import { email, emailTexts, inbox, reportview, resources, webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { type ApiClient, apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();
const { emails } = resources;

/** An Administrator whose company has an internationalised domain. */
async function withDomain(
  isVerified = true,
): Promise<{ admin: TestMember; client: ApiClient; ascii: string; written: string }> {
  const admin = await app.member("Administrator");
  const label = crypto.randomUUID().slice(0, 8);
  const [ascii, written] = [`xn--bcher-kva.${label}.example`, `Bücher.${label}.example`];
  const given = { domain_name: ascii, owner: admin.name, company: admin.company, verification_token: "t" };
  await app.rootDb.domain.create({ data: { ...given, is_verified: isVerified } });
  return { admin, client: await apiClient(app, admin), ascii, written };
}

it("takes an internationalised domain in both spellings, on every wire", async () => {
  const { admin, client, ascii, written } = await withDomain();
  const made = await client.call(emails.create, { prefix: "rest", domain: written });
  expect([made.status, made.body.email_name]).toEqual([201, `rest@${ascii}`]);
  const created = await admin.call(email.create_email, { email_prefix: "form", domain: written });
  expect(created.body.message.email.email_name).toBe(`form@${ascii}`);
  expect((await admin.call(email.get_unique_email_prefix, { domain: written })).status).toBe(200);
  expect((await admin.call(email.is_email_available, { email: `free@${written}` })).body.message).toBe(true);

  const id = `Rest@${written}`;
  await storedMessage(app, admin, `rest@${ascii}`);
  expect((await client.call(emails.get, { id })).body.email_name).toBe(`rest@${ascii}`);
  expect((await client.call(emails.messages, { id })).body.data).toHaveLength(1);
  expect((await client.call(emails.attempts, { id })).status).toBe(200);
  expect((await client.call(emails.wait, { id, timeout: 0 })).body.found).toBe(true);
  expect((await client.call(emails.update, { id, reason: "x" })).body.reason).toBe("x");
  expect((await client.call(emails.list, { domain: written })).body.data).toHaveLength(2);
  const listed = await admin.call(reportview.get, {
    ...{ doctype: "Customer Inbox", fields: ["name"], filters: [["recipients", "=", `rest@${written}`]] },
  });
  expect(listed.body.message.values).toHaveLength(1);
  expect((await admin.call(email.toggle_email, { email: `form@${written}` })).body.message.email.is_active).toBe(0);
  expect((await admin.call(inbox.get_refused_mail, { email: `form@${written}` })).status).toBe(200);
  const hook = { url: "https://hooks.example.com/idn", event: "email.received", domain: written };
  expect((await client.call(resources.webhooks.create, hook)).body.domain).toBe(ascii);
  const other = await admin.call(webhook.create_webhook, { ...hook, event: "email.created" });
  expect(other.body.message.domain).toBe(ascii);
});

it("tells that a domain is not verified yet from that it is nobody's", async () => {
  const { admin, client, ascii, written } = await withDomain(false);
  const detail = emailTexts.unverifiedDomain(ascii);
  for (const domain of [ascii, written]) {
    expect((await client.call(emails.create, { domain })).body).toMatchObject({
      errors: [{ pointer: "#/domain", detail }],
    });
    expect((await admin.call(email.create_email, { domain })).body.message).toBe(detail);
  }
  // Another company learns nothing of it.
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await stranger.call(emails.create, { domain: ascii })).body.detail).toBe(emailTexts.foreignDomain);
});

it("leads from a sub-address to its address, as mail does, unless it is one itself", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const address = await app.address(admin);
  await storedMessage(app, admin, address);
  const id = address.replace("@", "+ci.4711@");
  expect((await client.call(emails.get, { id })).body.email_name).toBe(address);
  expect((await client.call(emails.messages, { id })).body.data).toHaveLength(1);
  expect((await client.call(emails.wait, { id, timeout: 0 })).body.found).toBe(true);
  expect((await client.call(emails.attempts, { id })).status).toBe(200);
  expect((await admin.call(inbox.get_refused_mail, { email: id })).status).toBe(200);
  expect((await client.call(emails.update, { id, reason: "tagged" })).body).toMatchObject({
    email_name: address,
    reason: "tagged",
  });
  const { company, name: owner } = admin;
  await app.rootDb.email.create({ data: { email_name: id, domain_name: "mayfly.test", company, owner } });
  expect((await client.call(emails.get, { id })).body.email_name).toBe(id);
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await stranger.call(emails.get, { id: address.replace("@", "+x@") })).status).toBe(404);
});
