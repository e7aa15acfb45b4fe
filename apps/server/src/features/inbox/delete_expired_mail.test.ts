import { email } from "@mayfly/contracts";
import pg from "pg";
import { expect, it } from "vitest";
import type { Transaction } from "../../database/company_database.ts";
import { sendMail } from "../../outgoing_mail/send_mail.ts";
import { storedMessage } from "../../testing/messages.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestApp } from "../../testing/test_app.ts";
import { record } from "../delivery/queue.ts";
import { settleExpired } from "../email/expiry.ts";
import { deleteExpiredMail } from "./delete_expired_mail.ts";

const app = sharedApp({ ROLES: "web,smtp" });

const hours = 3_600_000;
const pass = (app: TestApp, milliseconds: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
};
const settle = (app: TestApp) => settleExpired({ rootDb: app.rootDb, clock: () => app.clock.now });
/** @returns the addresses whose mail could not be deleted */
async function clean(app: TestApp, { once = false, rootDb = app.rootDb } = {}): Promise<string[]> {
  const stopping = new AbortController();
  const failed: string[] = [];
  await deleteExpiredMail({
    rootDb,
    clock() {
      if (once) stopping.abort();
      return app.clock.now;
    },
    log: { error: ({ address }: { address: string }) => failed.push(address) } as never,
    expiredMailGrace: 24 * hours,
    stopping: stopping.signal,
  });
  return failed;
}
const deliver = (app: TestApp, ...to: string[]) =>
  Promise.all(
    to.map((one) =>
      sendMail({ host: "127.0.0.1", port: app.smtpPort, to: one, raw: Buffer.from("Subject: x\r\n\r\nx") }),
    ),
  );

it("deletes the mail of expired addresses after the grace period, and no other mail (P04)", async () => {
  const admin = await app.member("Administrator");
  const ends = new Date(app.clock.now.getTime() + hours);
  const [expired, renewed] = [await app.address(admin, { expiry: ends }), await app.address(admin, { expiry: ends })];
  const [ended, alive] = [await app.address(admin), await app.address(admin)];
  await deliver(app, expired, expired, renewed, ended, alive);
  await sendTo(app, [expired, alive]);
  await admin.call(email.toggle_email, { email: ended });
  pass(app, hours);
  await settle(app);
  pass(app, 24 * hours - 1);
  await clean(app);
  expect(await app.rootDb.customerInbox.count({ where: { company: admin.company } })).toBe(7);
  await admin.call(email.toggle_email, { email: renewed, action: "activate" });
  pass(app, 1);
  await clean(app);
  const left = await app.rootDb.customerInbox.groupBy({
    by: ["recipients"],
    where: { company: admin.company },
    _count: true,
  });
  expect(Object.fromEntries(left.map((row) => [row.recipients, row._count]))).toEqual({
    [renewed]: 1,
    [ended]: 1,
    [alive]: 2,
  });
  // The message to two recipients keeps its source for the one that is left.
  expect(await app.rootDb.messageSource.count({ where: { company: admin.company } })).toBe(4);
  expect((await app.rootDb.email.findUniqueOrThrow({ where: { email_name: expired } })).expired).toBeNull();
});

it("deletes the text of a deleted message from its unfinished webhook deliveries (P04)", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin, { expiry: new Date(app.clock.now.getTime() + 1) });
  const { company, name: owner } = admin;
  const hook = { name: "hook", company, owner, url: "https://hooks.example/", event: "email.received" };
  await app.rootDb.webhook.create({ data: hook });
  await deliver(app, address);
  const { name } = await app.rootDb.webhookDelivery.findFirstOrThrow({ where: { company: admin.company } });
  const failed = {
    delivery: name,
    webhook: "hook",
    url: hook.url,
    sent: true,
    creation: app.clock.now,
    duration: 5,
    status: 500,
  };
  const pool = new pg.Pool({ connectionString: app.databaseUrl });
  // The test database may be dropped before the connection has closed.
  pool.on("error", () => undefined);
  const fail = async (failures: number) => {
    const outcome = { failures, answer: "", outcome: "pending", next_attempt: app.clock.now, body: "secret" } as const;
    await record(pool, [{ ...failed, ...outcome }]);
    return app.rootDb.webhookDelivery.findUniqueOrThrow({ where: { name } });
  };
  expect(await fail(0)).toMatchObject({ failures: 1, body: "secret" });

  pass(app, 26 * hours);
  await settle(app);
  pass(app, 26 * hours);
  await clean(app);
  expect(await app.rootDb.webhookDelivery.findFirst({ where: { company: admin.company } })).toMatchObject({
    body: null,
  });
  // A try that was under way when the message was deleted.
  expect(await fail(1)).toMatchObject({ failures: 2, body: null });
  await pool.end();
});

it("deletes large messages a few at a time, newest first, with pauses in between", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin, { expiry: app.clock.now });
  const megabytes = (size: number) => "x".repeat(size * 1024 * 1024);
  await app.rootDb.$executeRaw`
    INSERT INTO message_source (name, company, raw)
    SELECT gen_random_uuid(), ${admin.company}::uuid, ${megabytes(25)}::bytea FROM generate_series(1, 5)`;
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (
      name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, modified)
    SELECT name, company, ${admin.name}, 'Private', ${address}, name, '', '', no::text, '', now() + no * interval '1 second'
    FROM (SELECT *, row_number() OVER () AS no FROM message_source WHERE company = ${admin.company}::uuid) AS numbered`;
  await settle(app);
  pass(app, 24 * hours);
  const left = async () => [
    await app.rootDb.customerInbox.count({ where: { company: admin.company } }),
    await app.rootDb.messageSource.count({ where: { company: admin.company } }),
  ];
  await clean(app, { once: true });
  expect(await left()).toEqual([2, 2]);
  const subjects = (await app.rootDb.customerInbox.findMany({ where: { company: admin.company } })).map(
    ({ subject }) => subject,
  );
  expect(subjects.sort()).toEqual(["1", "2"]);
  const times: number[] = [];
  const timed = async (work: (tx: Transaction) => Promise<void>) => {
    times.push(performance.now());
    await app.rootDb.$transaction(work);
    times.push(performance.now());
  };
  await clean(app, { rootDb: { $transaction: timed } as never });
  const [begun = 0, done = 0, next = 0] = times;
  expect((next - done) / (done - begun)).toBeGreaterThan(2.5);
  expect(await left()).toEqual([0, 0]);
});

it("deletes the mail of other addresses when that of one address cannot be deleted", async () => {
  const admin = await app.member("Administrator");
  const ends = new Date(app.clock.now.getTime() + hours);
  const [first, second] = [
    await app.address(admin, { expiry: ends }),
    await app.address(admin, { expiry: new Date(ends.getTime() + 1) }),
  ];
  await deliver(app, first, second);
  await app.rootDb.$executeRawUnsafe("CREATE TABLE held (name uuid REFERENCES customer_inbox)");
  await app.rootDb.$executeRaw`INSERT INTO held SELECT name FROM customer_inbox WHERE recipients = ${first}`;
  pass(app, 2 * hours);
  await settle(app);
  pass(app, 24 * hours);
  expect(await clean(app)).toEqual([first]);
  expect(await app.rootDb.customerInbox.findMany({ where: { company: admin.company } })).toMatchObject([
    { recipients: first },
  ]);
  await app.rootDb.$executeRawUnsafe("DROP TABLE held");
  expect(await clean(app)).toEqual([]);
  expect(await app.rootDb.customerInbox.count({ where: { company: admin.company } })).toBe(0);
});

it("skips an address that is being activated, and deletes the mail of the others", async () => {
  const admin = await app.member("Administrator");
  const [first, second] = [await app.address(admin), await app.address(admin)];
  for (const email_name of [first, second]) {
    await storedMessage(app, admin, email_name);
    await app.rootDb.email.update({ where: { email_name }, data: { is_active: false, expired: app.clock.now } });
    pass(app, 1);
  }
  pass(app, 24 * hours);
  await app.rootDb.$transaction(async (tx) => {
    await tx.email.update({ where: { email_name: first }, data: { is_active: true, expired: null } });
    await clean(app);
  });
  expect(await app.rootDb.customerInbox.findMany({ where: { company: admin.company } })).toMatchObject([
    { recipients: first },
  ]);
});

async function sendTo(app: TestApp, addresses: string[]) {
  await using client = await SmtpClient.open(app.smtpPort);
  await client.say("EHLO client.example");
  await client.say("MAIL FROM:<a@sender.example>");
  for (const address of addresses) await client.say(`RCPT TO:<${address}>`);
  await client.say("DATA");
  await client.say("Subject: both\r\n\r\nboth\r\n.");
}
