import { domainLine, email, emailTexts, inbox, reportview, resource, resources, webhook } from "@mayfly/contracts";
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
  const shown = written.toLowerCase();
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ email_name: `rest@${ascii}`, unicode_name: `rest@${shown}` });
  expect((await client.call(resources.domains.list)).body.data).toContainEqual(
    expect.objectContaining({ domain_name: ascii, unicode_name: shown }),
  );
  const created = await admin.call(email.create_email, { email_prefix: "form", domain: written });
  expect(created.body.message.email.email_name).toBe(`form@${ascii}`);
  expect((await admin.call(email.get_unique_email_prefix, { domain: written })).status).toBe(200);
  expect((await admin.call(email.is_email_available, { email: `free@${written}` })).body.message).toBe(true);

  const id = `Rest@${written}`;
  await storedMessage(app, admin, `rest@${ascii}`);
  expect((await client.call(emails.get, { id })).body.email_name).toBe(`rest@${ascii}`);
  expect((await client.call(emails.messages, { id })).body.data).toMatchObject([
    { recipients: `rest@${ascii}`, unicode_recipients: `rest@${shown}` },
  ]);
  expect((await client.call(emails.count, { id })).body).toMatchObject({ unicode_name: `rest@${shown}`, messages: 1 });
  expect((await client.call(emails.latest, { id })).body.unicode_recipients).toBe(`rest@${shown}`);
  expect((await client.call(emails.attempts, { id })).status).toBe(200);
  expect((await client.call(emails.wait, { id, timeout: 0 })).body.found).toBe(true);
  expect((await client.call(emails.update, { id, reason: "x" })).body.reason).toBe("x");
  expect((await client.call(emails.list, { domain: written })).body.data).toHaveLength(2);
  const listed = await admin.call(reportview.get, {
    ...{ doctype: "Customer Inbox", fields: ["name"], filters: [["recipients", "=", `rest@${written}`]] },
  });
  expect(listed.body.message.values).toHaveLength(1);
  for (const pattern of [`%@${written}`, `rest@${written}%`, `%${written}%`]) {
    const filters = [["email_name", "like", pattern]];
    const like = await admin.call(resource.list, { doctype: "Email", filters });
    expect(like.body.data).toContainEqual({ name: `rest@${ascii}` });
  }
  for (const q of [`in:${id}`, `in:rest@${ascii}`, `to:${written}`, `to:${ascii}`, `rest@${written} `]) {
    expect((await client.call(resources.messages.list, { q })).body.data, q).toHaveLength(1);
  }
  expect((await admin.call(email.toggle_email, { email: `form@${written}` })).body.message.email.is_active).toBe(0);
  expect((await admin.call(inbox.get_refused_mail, { email: `form@${written}` })).status).toBe(200);
  const hook = { url: "https://hooks.example.com/idn", event: "email.received", domain: written };
  expect((await client.call(resources.webhooks.create, hook)).body.domain).toBe(ascii);
  const other = await admin.call(webhook.create_webhook, { ...hook, event: "email.created" });
  expect(other.body.message.domain).toBe(ascii);
});

it("tells that a domain is not verified yet from that it is nobody's", async () => {
  const { admin, client, ascii, written } = await withDomain(false);
  const detail = emailTexts.unverifiedDomain(domainLine(ascii));
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
  expect((await client.call(resources.messages.list, { q: `in:${id}` })).body.data).toHaveLength(1);
  // The framework's lists, whatever the form of the filter.
  const mail = { doctype: "Customer Inbox", fields: ["recipients"] } as const;
  for (const filters of [{ recipients: id }, [["recipients", "in", ["x@mayfly.test", id.toUpperCase()]]]]) {
    expect((await admin.call(resource.list, { ...mail, filters })).body.data).toEqual([{ recipients: address }]);
    expect((await admin.call(reportview.get, { ...mail, filters })).body.message.values).toEqual([[address]]);
    expect((await admin.call(reportview.get_count, { doctype: "Customer Inbox", filters })).body.message).toBe(1);
  }
  const named = await admin.call(resource.list, { doctype: "Email", filters: { email_name: id } });
  expect(named.body.data).toEqual([{ name: address }]);
  const summaries = await admin.call(email.get_mail_summary, { emails: JSON.stringify([id, address]) });
  expect(summaries.body.message).toMatchObject([{ email_name: address, unread: 1 }]);
  expect((await admin.call(inbox.mark_all_read, { email: id })).body.message).toEqual({
    ...{ marked: 1, left: false, next: null },
  });
  const toggled = async (action: "deactivate" | "undo") =>
    (await admin.call(email.toggle_email, { email: id, action })).body.message.email;
  expect(await toggled("deactivate")).toMatchObject({ email_name: address, is_active: 0 });
  expect(await toggled("undo")).toMatchObject({ email_name: address, is_active: 1 });
  const { company, name: owner } = admin;
  await app.rootDb.email.create({ data: { email_name: id, domain_name: "mayfly.test", company, owner } });
  expect((await client.call(emails.get, { id })).body.email_name).toBe(id);
  const stranger = await apiClient(app, await app.member("Administrator"));
  expect((await stranger.call(emails.get, { id: address.replace("@", "+x@") })).status).toBe(404);
});

it("finds and waits for mail from and to a domain in both spellings, however its head spells it", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const address = await app.address(admin);
  const [ascii, written] = ["xn--mnchen-3ya.example", "m\u00fcnchen.example"];
  for (const spelled of [ascii, written]) {
    const raw = `From: Ann <ann@${spelled}>\r\nTo: Bea <bea@${spelled}>\r\n\r\nHello\r\n`;
    await storedMessage(app, admin, address, { sender: `Ann <ann@${spelled}>`, raw });
  }
  for (const spelled of [ascii, written, written.toUpperCase()]) {
    for (const q of [`from:ann@${spelled}`, `from:${spelled} `, `to:bea@${spelled} `, `bea@${spelled}`]) {
      expect((await client.call(resources.messages.list, { q })).body.data, q).toHaveLength(2);
    }
    expect((await client.call(resources.messages.list, { q: `-from:ann@${spelled} in:${address}` })).body.data).toEqual(
      [],
    );
    const matches = [
      { from: `ann@${spelled}` },
      { from: { equals: `ann@${spelled}` } },
      { to: { equals: `bea@${spelled}` } },
    ];
    for (const match of [...matches, { to: spelled }]) {
      const answer = await client.call(emails.wait, { id: address, match, count: 2, timeout: 0 });
      expect(answer.body.found, JSON.stringify(match)).toBe(true);
    }
  }
  const other = await client.call(emails.wait, { id: address, match: { from: "ann@munchen.test" }, timeout: 0 });
  expect(other.body.found).toBe(false);
});
