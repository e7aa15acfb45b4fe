import { domain, domainTexts, errorText, webhook } from "@mayfly/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sendMail } from "../../outgoing_mail/send_mail.ts";
import { type DnsZone, dnsZone } from "../../testing/dns_server.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp } from "../../testing/test_app.ts";

const { add_domain, list_domains, verify_domain } = domain;

let dns: DnsZone;
beforeAll(async () => {
  dns = await dnsZone();
});
afterAll(() => dns[Symbol.asyncDispose]());
const app = sharedApp(() => ({
  ...{ ROLES: "web,smtp", DNS_SERVERS: dns.address, MAIL_HOST: "mx.mayfly.test", RATE_LIMIT_FACTOR: "0.2" },
}));

/** A domain of its own, and an Administrator who has added it. */
async function added() {
  const name = `owned-${crypto.randomUUID()}.example`;
  const admin = await app.member("Administrator");
  const row = (await admin.call(add_domain, { domain: name })).body.message;
  const listed = async () => (await admin.call(list_domains)).body.message.domains[0];
  const verify = (member = admin) => member.call(verify_domain, { domain: name });
  return { name, admin, row, listed, verify };
}

it("verifies a domain whose records are set, announces it once, and accepts its mail (K35, E14, P76)", async () => {
  const { name, admin, row, listed, verify } = await added();
  await admin.call(webhook.create_webhook, { url: "https://hooks.example.com/", event: "domain.verified" });
  const address = await app.address(admin, { domain: name });
  dns.prove(row);

  const answers = await Promise.all([verify(), verify(), verify()]);

  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.message).toMatchObject({ is_verified: 1, mx_found: 1, active_emails: 1 });
  }
  const { records, checked } = await listed();
  expect(checked).toBe(app.clock.now.toISOString());
  expect(records).toMatchObject([
    { type: "TXT", status: "found", seen: [row.records[0].value] },
    { type: "MX", status: "found", seen: ["10 mx.mayfly.test"] },
  ]);
  expect(await app.rootDb.notificationLog.findMany({ where: { company: admin.company } })).toMatchObject([
    { subject: "Domain verified", for_user: admin.name, document_name: name },
  ]);
  expect(await app.rootDb.webhookDelivery.findMany({ where: { company: admin.company } })).toMatchObject([
    { event: "domain.verified", payload: { domain_name: name, mx_found: 1 } },
  ]);

  const raw = Buffer.from(`To: ${address}\r\nSubject: Hello\r\n\r\nHello\r\n`);
  await sendMail({ host: "127.0.0.1", port: app.smtpPort, to: address, raw });
  expect(await app.rootDb.customerInbox.findMany({ where: { company: admin.company } })).toMatchObject([
    { recipients: address, subject: "Hello" },
  ]);
});

it("reports the records that it found instead of the expected ones (E20)", async () => {
  const { name, listed, verify } = await added();
  dns.set(`_mayfly.${name}`, "TXT", [{ data: "v=spf1 -all" }, { data: "mayfly-verification=0000" }]);
  dns.set(name, "MX", [{ exchange: "mx.google.example", priority: 5 }]);

  const answer = await verify();

  expect([answer.status, errorText(answer.body)]).toEqual([417, domainTexts.unproved(`_mayfly.${name}`)]);
  const { is_verified, records } = await listed();
  expect(is_verified).toBe(0);
  expect(records).toMatchObject([
    { type: "TXT", status: "missing", seen: ["v=spf1 -all", "mayfly-verification=0000"] },
    { type: "MX", status: "missing", seen: ["5 mx.google.example"] },
  ]);
});

it("shows the start of a long record without splitting a character", async () => {
  const { name, listed, verify } = await added();
  dns.set(`_mayfly.${name}`, "TXT", [{ data: `${"a".repeat(199)}\u{1F600}b` }]);
  expect((await verify()).status).toBe(417);
  expect((await listed()).records[0].seen).toEqual([`${"a".repeat(199)}…`]);
});

it.each([
  ["none", [], { status: "missing", seen: [] }],
  ["another's", [{ exchange: "mx.google.example", priority: 1 }], { status: "missing", seen: ["1 mx.google.example"] }],
  [
    "another's before ours",
    [
      { exchange: "mx.mayfly.test", priority: 20 },
      { exchange: "mx.google.example", priority: 10 },
      { exchange: "backup.example", priority: 30 },
    ],
    { status: "outranked", seen: ["10 mx.google.example"] },
  ],
  [
    "another's beside ours",
    [
      { exchange: "mx.mayfly.test", priority: 10 },
      { exchange: "mx.google.example", priority: 10 },
    ],
    { status: "outranked", seen: ["10 mx.google.example"] },
  ],
])("verifies a domain although its mail goes elsewhere, and says why (MX record: %s)", async (_, found, told) => {
  const { name, admin, row, listed, verify } = await added();
  dns.prove(row);
  dns.set(name, "MX", found);
  expect((await verify()).body.message).toMatchObject({ is_verified: 1, mx_found: 0 });
  expect((await listed()).records[1]).toMatchObject(told);
  expect(
    (await app.rootDb.notificationLog.findFirstOrThrow({ where: { company: admin.company } })).email_content,
  ).toContain(domainTexts.mailElsewhere);
});

it("accepts another MX record of lower priority beside ours", async () => {
  const { name, row, verify } = await added();
  dns.prove(row);
  dns.set(name, "MX", [
    { exchange: "backup.example", priority: 20 },
    { exchange: "MX.Mayfly.test", priority: 10 },
  ]);
  expect((await verify()).body.message.mx_found).toBe(1);
});

it.each([
  ["SERVFAIL", "SERVFAIL" as const],
  ["REFUSED", "REFUSED" as const],
  ["silence", undefined],
])("reports that the check got no answer on %s, and keeps the domain verified", async (_, found) => {
  const { name, row, listed, verify } = await added();
  dns.prove(row);
  await verify();
  dns.set(`_mayfly.${name}`, "TXT", found);
  dns.set(name, "MX", found);
  const before = dns.asked.length;

  const answer = await verify();

  // Both names are looked up at once, and each twice at most.
  const asked = dns.asked.slice(before);
  expect(asked.slice(0, 2).toSorted()).toEqual([`_mayfly.${name}`, name]);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect([answer.status, errorText(answer.body)]).toEqual([417, domainTexts.unanswered(name)]);
  const { is_verified, mx_found, failing_since, records } = await listed();
  expect([is_verified, mx_found, failing_since]).toEqual([1, 1, null]);
  expect(records).toMatchObject([{ status: "unanswered" }, { status: "unanswered" }]);
});

it("finds no proof in hostile answers, and shows only a short, cleaned part of them", async () => {
  const { name, row, listed, verify } = await added();
  const txt = `_mayfly.${name}`;
  const { value } = row.records[0];
  const seen = async () => {
    expect((await verify()).status).toBe(417);
    return (await listed()).records[0].seen;
  };

  const many = (count: number) => Array.from({ length: count }, () => ({ data: "x".repeat(220) }));
  dns.set(txt, "TXT", many(6));
  expect(await seen()).toEqual(Array.from({ length: 5 }, () => `${"x".repeat(200)}…`));
  dns.set(txt, "TXT", many(200));
  expect(await seen()).toHaveLength(5);
  dns.set(txt, "TXT", [{ data: `a\u0000\u001b[31m\r\n\u202e${value}` }, { data: "<script>alert(1)</script>" }]);
  expect(await seen()).toEqual([`a [31m ${value}`, "<script>alert(1)</script>"]);
  dns.set(txt, "TXT", [{ type: 5, domain: txt } as never]);
  expect(await seen()).toEqual([]);
  dns.set(txt, "TXT", [
    { type: 5, domain: "a.example" } as never,
    { name: "a.example", type: 5, domain: txt } as never,
  ]);
  expect(await seen()).toEqual([]);
  dns.set(txt, "TXT", [
    { data: value.slice(0, -1) },
    { data: `${value}0` },
    { data: value.toUpperCase() },
    { data: "" },
  ]);
  await seen();
  dns.set(txt, "TXT", [{ data: ` ${value} ` }]);
  expect((await verify()).status).toBe(200);
});

it("refuses default domains, other companies' and unknown ones (E16, L01)", async () => {
  const { name, admin, row, verify } = await added();
  const other = await app.member("Administrator");
  dns.prove(row);
  for (const domain of ["localhost", "Mayfly.test", "mayfly.test."]) {
    const answer = await admin.call(verify_domain, { domain });
    expect([answer.status, errorText(answer.body)]).toEqual([417, domainTexts.defaultVerify]);
  }
  for (const answer of [await verify(other), await admin.call(verify_domain, { domain: "nobodys.example" })]) {
    expect([answer.status, errorText(answer.body)]).toEqual([404, domainTexts.notFound]);
  }
  expect((await app.rootDb.domain.findUniqueOrThrow({ where: { domain_name: name } })).is_verified).toBe(false);
});

it("answers 404 if another company takes the domain over during the call", async () => {
  const { name, row, verify } = await added();
  const { company, name: owner } = await app.member("Administrator");
  dns.prove(row);
  const verified = await app.rootDb.$transaction(async (tx) => {
    const { verification_token } = await tx.domain.delete({ where: { domain_name: name } });
    await tx.domain.create({ data: { domain_name: name, company, owner, verification_token } });
    const answer = verify();
    await lockIsWaitedFor(app.rootDb);
    return { answer };
  });
  const { status, body } = await verified.answer;
  expect([status, errorText(body)]).toEqual([404, domainTexts.notFound]);
  expect(await app.rootDb.domain.findUniqueOrThrow({ where: { domain_name: name } })).toMatchObject({
    company,
    is_verified: false,
  });
});

it("refuses Members (P54)", async () => {
  const { admin, verify } = await added();
  const member = await app.member("Member", admin.company);
  expect((await verify(member)).status).toBe(403);
});

it("limits the rate of checks (threat 36)", async () => {
  const { verify } = await added();
  const statuses = [];
  for (let count = 0; count < 13; count += 1) statuses.push((await verify()).status);
  expect(statuses).toEqual([...Array(12).fill(417), 429]);
});
