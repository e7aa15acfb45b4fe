import { email } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { queued } from "../../testing/queue.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestApp } from "../../testing/test_app.ts";
import { announce } from "../notification/notification.ts";
import { settleExpired } from "./expiry.ts";

const app = sharedApp({ ROLES: "web,smtp" });

const hours = 3_600_000;
const pass = (app: TestApp, milliseconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
};
const settle = (app: TestApp) => settleExpired({ rootDb: app.rootDb, clock: () => app.clock.now });
it("refuses mail from the instant of expiry, and deactivates the address in the next run (P02, D26)", async () => {
  const admin = await app.member("Administrator");
  const { email_name } = (await admin.call(email.create_email, { domain: "mayfly.test", duration: 86_400 })).body
    .message.email;
  const never = await app.address(admin);
  const rcpt = async () => {
    await using client = await SmtpClient.open(app.smtpPort);
    await client.say("EHLO client.example");
    await client.say("MAIL FROM:<>");
    return await client.say(`RCPT TO:<${email_name}>`);
  };
  pass(app, 24 * hours - 1);
  await settle(app);
  expect((await app.rootDb.email.findUniqueOrThrow({ where: { email_name } })).is_active).toBe(true);
  pass(app, 1);
  expect(await rcpt()).toMatch(/^550 5\.2\.1/);
  await settle(app);
  const row = await app.rootDb.email.findUniqueOrThrow({ where: { email_name } });
  expect(row).toMatchObject({ is_active: false, expired: row.expiry });
  expect((await app.rootDb.email.findUniqueOrThrow({ where: { email_name: never } })).is_active).toBe(true);
  const told = await app.rootDb.notificationLog.findMany({
    where: { company: admin.company, subject: "Email expired" },
  });
  expect(told.map((one) => one.document_name)).toEqual([email_name]);
});

it("deactivates 1,200 expired addresses, each once when two runs overlap", async () => {
  const { company, name: owner } = await app.member("Administrator");
  const expiry = new Date(app.clock.now.getTime() - 1);
  await app.rootDb.email.createMany({
    data: Array.from({ length: 1200 }, (_, at) => ({
      ...{ email_name: `a-${at}@mayfly.test`, domain_name: "mayfly.test", company, owner, expiry },
    })),
  });
  await Promise.all([settle(app), settle(app)]);
  expect(await app.rootDb.email.count({ where: { company, is_active: true } })).toBe(0);
  const told = await app.rootDb.notificationLog.findMany({ where: { company } });
  const counts = told.map(({ email_content }) => Number(/^(\d+) addresses/.exec(email_content)?.[1] ?? 1));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1200);
});

it("tells each person once of the 20,000 addresses that end together, and webhooks of each", async () => {
  const admin = await app.member("Administrator");
  const { company } = admin;
  const [other, owner, single] = [
    await app.member("Administrator", company),
    await app.member("Member", company),
    await app.member("Member", company),
  ];
  const neighbour = await app.member("Administrator");
  const hook = { name: "hook", company, owner: owner.name, url: "https://a.example", event: "email.expired" };
  await app.rootDb.webhook.create({ data: hook });
  const expire = (id: string, of: { name: string; company: string }, count: number) => app.rootDb.$executeRaw`
    INSERT INTO email (email_name, domain_name, company, owner, expiry)
    SELECT ${id} || at || '@mayfly.test', 'mayfly.test', ${of.company}::uuid, ${of.name}, ${app.clock.now}::timestamptz
    FROM generate_series(1, ${count}::int) AS at`;
  await expire("many-", owner, 19_999);
  await expire("one-", single, 1);
  await expire("other-", neighbour, 1);
  await settle(app);
  const companies = { in: [company, neighbour.company] };
  expect(await app.rootDb.email.count({ where: { company: companies, is_active: true } })).toBe(0);
  const rows = await app.rootDb.notificationLog.findMany({ where: { company: companies } });
  const told = Object.fromEntries(
    rows.map((row) => [row.for_user, [row.subject, row.email_content, row.document_name]]),
  );
  const many = (count: number) => [
    "Emails expired",
    `${count} addresses have expired. They accept no mail until they are activated again.`,
    "",
  ];
  const one = (address: string) => [
    "Email expired",
    `${address} has expired. It accepts no mail until it is activated again.`,
    address,
  ];
  expect(told).toEqual({
    [admin.name]: many(20_000),
    [other.name]: many(20_000),
    [owner.name]: many(19_999),
    [single.name]: one("one-1@mayfly.test"),
    [neighbour.name]: one("other-1@mayfly.test"),
  });
  expect(rows).toHaveLength(5);
  // And over the live channel as often.
  const own = new Set(rows.map(({ name }) => name));
  const jobs = await queued<{ names: string[] }>(app, announce);
  expect(jobs.flatMap(({ names }) => names).filter((one) => own.has(one))).toHaveLength(5);
  expect(await app.rootDb.webhookDelivery.count({ where: { webhook: "hook" } })).toBe(20_000);
});
