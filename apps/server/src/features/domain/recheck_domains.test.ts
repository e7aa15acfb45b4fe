import { domain } from "@mayfly/contracts";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openDns } from "../../outbound/dns.ts";
import { type DnsZone, dnsZone } from "../../testing/dns_server.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { recheckDomains } from "./recheck_domains.ts";

const { add_domain, list_domains, verify_domain } = domain;
const mailHost = "mx.mayfly.test";
const name = "owned.example";

let dns: DnsZone;
beforeAll(async () => {
  dns = await dnsZone();
});
afterAll(() => dns[Symbol.asyncDispose]());
const app = sharedApp(() => ({ DNS_SERVERS: dns.address, MAIL_HOST: mailHost }));
// The check is of all domains that are due.
afterEach(async () => {
  await app.rootDb.domain.deleteMany();
  dns.clear();
});

async function verified() {
  const admin = await app.member("Administrator");
  const row = (await admin.call(add_domain, { domain: name })).body.message;
  dns.prove(row);
  await admin.call(verify_domain, { domain: name });
  const told = async () => {
    const rows = await app.rootDb.notificationLog.findMany({
      where: { company: admin.company },
      orderBy: { creation: "asc" },
    });
    return rows.map(({ subject }) => subject);
  };
  const listed = async () => (await admin.call(list_domains)).body.message.domains[0];
  return { admin, row, told, listed };
}

/** @param failed the domains whose check fails */
async function nextDay(failed: string[] = []) {
  const { rootDb, clock } = app;
  clock.now = new Date(clock.now.getTime() + 86_400_000);
  const log: string[] = [];
  await recheckDomains({
    ...{ rootDb, mailHost, clock: () => clock.now },
    log: { error: (fields: { domain: string }) => log.push(fields.domain) } as never,
    dns: openDns([dns.address]),
  });
  expect(log).toEqual(failed);
}

it("puts a domain whose check failed behind the others that are due", async () => {
  const { admin, listed } = await verified();
  dns.clear();
  await app.rootDb.$executeRawUnsafe("ALTER TABLE notification_log RENAME TO notification_log_away");
  await nextDay([name]);
  await app.rootDb.$executeRawUnsafe("ALTER TABLE notification_log_away RENAME TO notification_log");
  expect(await listed()).toMatchObject({ is_verified: 1, failing_since: null, checked: app.clock.now.toISOString() });

  const { company, name: owner } = admin;
  const waiting = { ...{ company, owner }, is_verified: true, verification_token: "x" };
  const { rootDb, clock } = app;
  await rootDb.domain.createMany({
    data: [
      { ...waiting, domain_name: "waiting.example", checked: new Date(clock.now.getTime() - 1) },
      { ...waiting, domain_name: "never.example" },
    ],
  });
  const asked: string[] = [];
  const mx = async (domain_name: string) => void asked.push(domain_name);
  const unanswered = { mx, txt: async () => undefined };
  const tomorrow = () => new Date(clock.now.getTime() + 86_400_000);
  await recheckDomains({ ...{ rootDb, mailHost, clock: tomorrow }, log: {} as never, dns: unanswered as never });
  expect(asked).toEqual(["never.example", "waiting.example", name]);
});

it("looks up a domain's records once a day", async () => {
  const before = dns.asked.length;
  await verified();
  const asked = () => dns.asked.slice(before).filter((one) => one.startsWith("_mayfly")).length;
  expect(asked()).toBe(1);
  await nextDay();
  expect(asked()).toBe(2);
  app.clock.now = new Date(app.clock.now.getTime() - 60_000);
  await nextDay();
  expect(asked()).toBe(2);
});

it("notifies when the proof is gone, and a week later unverifies the domain and deactivates its addresses", async () => {
  const { admin, row, told, listed } = await verified();
  const address = await app.address(admin, { domain: name });
  dns.clear();

  await nextDay();
  const failing_since = app.clock.now.toISOString();
  expect(await listed()).toMatchObject({ is_verified: 1, failing_since, mx_found: 0 });
  expect((await told()).sort()).toEqual(["Domain record not found", "Domain verified", "Mail goes elsewhere"]);
  for (let day = 1; day <= 6; day += 1) await nextDay();
  expect(await listed()).toMatchObject({ is_verified: 1, failing_since, active_emails: 1 });
  expect(await told()).toHaveLength(3);

  await nextDay();
  expect(await listed()).toMatchObject({ is_verified: 0, failing_since: null, active_emails: 0 });
  const last = await app.rootDb.notificationLog.findFirstOrThrow({
    where: { company: admin.company },
    orderBy: { creation: "desc" },
  });
  expect(last).toMatchObject({ subject: "Domain no longer verified", for_user: admin.name });
  expect(last.email_content).toContain("1 active address was deactivated");
  const email = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  expect(email.is_active).toBe(false);

  dns.prove(row);
  await nextDay();
  expect(await listed()).toMatchObject({ is_verified: 0 });
  await admin.call(verify_domain, { domain: name });
  expect(await listed()).toMatchObject({ is_verified: 1 });
});

it("clears a failure when the proof is back, and does not count SERVFAIL as a failure", async () => {
  const { row, told, listed } = await verified();
  dns.set(`_mayfly.${name}`, "TXT", "NXDOMAIN");
  await nextDay();
  dns.prove(row);
  await nextDay();
  expect(await listed()).toMatchObject({ is_verified: 1, failing_since: null });
  dns.set(`_mayfly.${name}`, "TXT", "SERVFAIL");
  for (let day = 0; day < 9; day += 1) await nextDay();
  expect(await listed()).toMatchObject({ is_verified: 1, failing_since: null, mx_found: 1 });
  expect(await told()).toEqual(["Domain verified", "Domain record not found"]);
});

it("lets another company prove a domain that has lost its verification", async () => {
  await verified();
  const buyer = await app.member("Administrator");
  dns.clear();
  for (let day = 0; day <= 7; day += 1) await nextDay();
  const refused = await buyer.call(add_domain, { domain: name });
  const [, value = ""] = /value (\S+) and/.exec(refused.body.message) ?? [];
  dns.set(`_mayfly.${name}`, "TXT", [{ data: value }]);
  expect((await buyer.call(add_domain, { domain: name })).body.message.is_verified).toBe(1);
});
