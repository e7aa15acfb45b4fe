import { resources, scopes, session, webhook } from "@mayfly/contracts";
import { expect, it, vi } from "vitest";
import { openRootDatabase } from "../database/database.ts";
import { freePort } from "../process/free_port.ts";
import { clientWith } from "../testing/api_client.ts";
import { ServerProcess } from "../testing/server_process.ts";
import { testApp, testKey } from "../testing/test_app.ts";
import { firstOf, makeKey } from "../text/api_key.ts";
import { seedDemo, sendLackingSamples } from "./demo.ts";

it("creates no demo and sends no mail if its address belongs to a customer", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const customer = await app.member("Administrator");
  const { name: company } = await app.rootDb.company.findUniqueOrThrow({ where: { name: customer.company } });
  await app.rootDb.email.create({
    data: { email_name: "demo@mayfly.test", domain_name: "mayfly.test", company, owner: customer.name },
  });
  const settings = { DATABASE_URL: app.databaseUrl, SECRET_KEY: testKey, LOG_LEVEL: "warn" };
  const line = /There is no demo: one of .*, demo@mayfly\.test belongs to another company\./;

  const SMTP_PORT = String(app.smtpPort);
  const command = new ServerProcess({ ...settings, SMTP_PORT }, "apps/server/src/operator/main.ts", ["demo"]);
  expect(await command.exit()).toBe(1);
  expect(command.errors).toMatch(new RegExp(`^${line.source}\n$`));

  const ports = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()) };
  await using server = await new ServerProcess({ ...settings, ...ports, DEMO: "on" }).ready();
  expect(server.output).not.toContain("Login");
  expect(server.errors).toMatch(line);
  expect(await app.rootDb.customerInbox.count()).toBe(0);
});

it("sends the sample mails that a first start did not get to, and none twice", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const { address = "" } = await seedDemo(app.rootDb, {
    secretKey: testKey,
    defaultDomains: ["mayfly.test"],
    key: undefined,
    hasReceiver: false,
  });
  const subjects = async () => {
    await sendLackingSamples(app.rootDb, address, "127.0.0.1", app.smtpPort);
    const rows = await app.rootDb.customerInbox.findMany({ orderBy: [{ creation: "asc" }, { name: "asc" }] });
    return rows.map(({ subject }) => subject);
  };
  const all = await subjects();
  expect(new Set(all).size).toBe(8);
  await app.rootDb.customerInbox.deleteMany({ where: { subject: { in: all.slice(3) } } });
  expect(await subjects()).toEqual(all);
  expect(await subjects()).toEqual(all);
});

it("is a company in use: an address that ends soon, a domain to set up, and deliveries of all kinds (row Y16)", async () => {
  await using app = await testApp({ ROLES: "web,smtp,worker", DEMO: "on" });
  const { rootDb } = app;
  const {
    login,
    password,
    address = "",
  } = await seedDemo(rootDb, {
    ...{ secretKey: testKey, defaultDomains: ["mayfly.test"], key: undefined, hasReceiver: true },
  });
  const { company } = await rootDb.member.findUniqueOrThrow({ where: { name: login } });
  const soon = new Date(Date.now() + 86_400_000);
  expect(await rootDb.email.count({ where: { company, is_active: true, expiry: { gt: new Date(), lt: soon } } })).toBe(
    1,
  );
  expect(await rootDb.domain.findMany({ where: { company } })).toMatchObject([{ is_verified: false, checked: null }]);
  const news = await rootDb.notificationLog.findMany({ where: { for_user: login }, orderBy: { creation: "desc" } });
  expect(news.map(({ subject }) => subject)).toEqual([...Array(4).fill("Email created"), "Member invited"]);

  const deliveries = () =>
    rootDb.webhookDelivery.findMany({ where: { company }, orderBy: { creation: "asc" }, include: { attempts: true } });
  const before = (await deliveries()).map(({ status, attempts }) => [status, attempts.length]);
  expect(before).toEqual([
    ["delivered", 1],
    ["delivered", 1],
    ["failed", 8],
    ["delivered", 3],
  ]);
  for (const { attempts, creation } of await deliveries()) {
    for (const attempt of attempts) expect(attempt.creation.getTime()).toBeLessThan(Date.now());
    expect(creation.getTime()).toBeGreaterThan(Date.now() - 7 * 86_400_000);
  }
  await sendLackingSamples(rootDb, address, "127.0.0.1", app.smtpPort);
  const isDone = async () => {
    // What the receiver has refused at first is tried again.
    app.clock.now = new Date(app.clock.now.getTime() + 5_000);
    expect((await deliveries()).slice(4).map(({ status }) => status)).toEqual(Array(8).fill("delivered"));
  };
  await vi.waitFor(isDone, { interval: 100 });
  // What failed can be sent again.
  const { guest } = app;
  await guest.call(session.login, { usr: login, pwd: password });
  const failed = async () => (await deliveries()).find(({ attempts }) => attempts.length >= 8);
  expect((await guest.call(webhook.redeliver, { delivery: (await failed())?.name })).status).toBe(200);
  await vi.waitFor(async () => expect((await failed())?.status).toBe("delivered"), 10_000);
});

it("gives the demo company a key that was chosen outside, once (row S05)", async () => {
  await using app = await testApp();
  const key = makeKey();
  const given = { secretKey: testKey, defaultDomains: ["mayfly.test"], key, hasReceiver: false };
  for (let start = 0; start < 2; start += 1) await seedDemo(app.rootDb, given);
  const { status, body } = await clientWith(app, key).call(resources.me.get);
  expect([status, body.member.name, body.key.scopes.length]).toEqual([200, "ada@lakeside.example", scopes.length]);
  const kept = () => app.rootDb.apiKey.count({ where: { key_name: "DEMO_KEY" } });
  expect(await kept()).toBe(1);
  // Another one ends it, and so does none.
  await seedDemo(app.rootDb, { ...given, key: makeKey() });
  expect([await kept(), (await app.rootDb.apiKey.findMany()).some(({ first }) => first === firstOf(key))]).toEqual([
    1,
    false,
  ]);
  await seedDemo(app.rootDb, { ...given, key: undefined });
  expect(await kept()).toBe(0);
});

it("reads no other company's addresses or mail at a start, and leaves the company's plan as it is", async () => {
  await using app = await testApp({ ROLES: "web,smtp" });
  const given = { secretKey: testKey, defaultDomains: ["mayfly.test"], key: undefined, hasReceiver: false };
  const { address = "" } = await seedDemo(app.rootDb, given);
  await sendLackingSamples(app.rootDb, address, "127.0.0.1", app.smtpPort);
  const { company } = await app.rootDb.email.findUniqueOrThrow({ where: { email_name: address } });
  // The operator may have chosen it by a version that did not record that.
  await app.rootDb.subscription.update({ where: { company }, data: { plan: "professional" } });
  const other = await app.member("Administrator");
  await app.rootDb.$executeRaw`
    INSERT INTO email (email_name, company, owner, domain_name)
    SELECT 'a' || no || '@mayfly.test', ${other.company}::uuid, ${other.name}, 'mayfly.test' FROM generate_series(1, 5000) AS no`;
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview)
    SELECT gen_random_uuid(), ${other.company}::uuid, ${other.name}, 'Private', 'a' || no || '@mayfly.test', gen_random_uuid(),
      '', '', '', '' FROM generate_series(1, 5000) AS no`;
  await app.rootDb.$executeRawUnsafe("ANALYZE email, customer_inbox");
  const rootDb = openRootDatabase(app.databaseUrl, 1);
  const read = async () => {
    await rootDb.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    const [row] = await rootDb.$queryRaw<{ rows: number }[]>`
      SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_user_tables
      WHERE relname IN ('email', 'customer_inbox')`;
    return row?.rows ?? 0;
  };
  // The server's own work, such as jobs, is not counted here: this one has none.
  const before = await read();
  await seedDemo(rootDb, given);
  await sendLackingSamples(rootDb, address, "127.0.0.1", app.smtpPort);
  expect((await read()) - before).toBeLessThan(100);
  expect(await rootDb.subscription.findUniqueOrThrow({ where: { company } })).toMatchObject({ plan: "professional" });
  await rootDb.$disconnect();
});
