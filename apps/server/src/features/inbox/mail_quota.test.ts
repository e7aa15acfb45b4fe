import { resources } from "@mayfly/contracts";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { RootDatabase } from "../../database/database.ts";
import { apiClient } from "../../testing/api_client.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { openMailQuota } from "./mail_quota.ts";

const app = sharedApp({ ROLES: "web,smtp", RATE_LIMIT_FACTOR: "1" });

const plan_quota = { plan: "business", quota: "mail_kb" } as const;
const allow = (per_day: number) => app.rootDb.planQuota.update({ where: { plan_quota }, data: { per_day } });
let seeded = 0;
beforeAll(async () => {
  seeded = (await app.rootDb.planQuota.findUniqueOrThrow({ where: { plan_quota } })).per_day;
});
afterEach(() => allow(seeded));

/** A message of a little less than so many kB. */
const message = (kb: number) =>
  `Subject: large\r\n\r\n${"x"
    .repeat(98)
    .concat("\r\n")
    .repeat(10 * kb - 1)}`;
const used = async ({ company }: TestMember) =>
  (await app.rootDb.quotaUse.findFirst({ where: { company } }))?.used ?? 0;
const written = (member: TestMember, kb: number) => expect.poll(() => used(member)).toBe(kb);
const inbox = ({ company }: TestMember) => app.rootDb.customerInbox.count({ where: { company } });
const putOff = (size: string) =>
  `452 4.2.2 The company has received its ${size} of mail for today; mail is accepted again at 00:00 UTC`;

async function mailbox() {
  const owner = await app.member("Administrator");
  const to = await app.address(owner);
  return { owner, to };
}

/** Another process, or the same one after a restart. */
const another = (rootDb: RootDatabase = app.rootDb, failures: unknown[] = []) =>
  openMailQuota({ rootDb, clock: () => app.clock.now, limitFactor: 1, onFailure: (error) => failures.push(error) });

it("puts off a company's mail once it has received what its plan allows a day, and nobody else's (row P154)", async () => {
  app.clock.now = new Date("2027-01-10T20:00:00Z");
  await allow(100);
  const [{ owner, to }, other] = [await mailbox(), await mailbox()];
  await using smtp = await SmtpClient.open(app.smtpPort);
  // The one that reaches the quota is taken whole.
  for (const _ of [1, 2, 3]) expect(await smtp.send(to, message(40))).toMatch(/^250 /);
  expect(await smtp.send(to, message(1))).toBe(putOff("100 kB"));

  // Of a message for several companies, that company's recipient is put off and the other gets it.
  await smtp.say("RSET");
  await smtp.say("MAIL FROM:<app@elsewhere.example>");
  expect(await smtp.say(`RCPT TO:<${to}>`)).toBe(putOff("100 kB"));
  expect(await smtp.say(`RCPT TO:<${other.to}>`)).toMatch(/^250 /);
  expect(await smtp.say("DATA")).toMatch(/^354 /);
  expect(await smtp.say("Subject: for two\r\n\r\nHello\r\n.")).toMatch(/^250 /);
  expect([await inbox(owner), await inbox(other.owner)]).toEqual([3, 1]);
  await written(owner, 120);
  await written(other.owner, 1);

  // What is deleted gives nothing back.
  await app.rootDb.customerInbox.deleteMany({ where: { company: owner.company } });
  app.clock.now = new Date("2027-01-10T23:59:59Z");
  expect(await smtp.send(to, message(1))).toBe(putOff("100 kB"));
  app.clock.now = new Date("2027-01-11T00:00:00Z");
  expect(await smtp.send(to, message(1))).toMatch(/^250 /);
});

it("says why no mail comes, in attempts and explanations, and tells the Administrators once", async () => {
  await allow(10);
  const { owner, to } = await mailbox();
  const colleague = await app.member("Member", owner.company);
  await using smtp = await SmtpClient.open(app.smtpPort);
  expect(await smtp.send(to, message(10))).toMatch(/^250 /);
  await written(owner, 10);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  for (const _ of [1, 2]) expect(await smtp.send(to, message(1), "app@staging.example")).toBe(putOff("10 kB"));

  const api = await apiClient(app, owner);
  const listed = async () => (await api.call(resources.emails.attempts, { id: to })).body.data;
  const deferred = { outcome: "deferred", reason: "over_quota", reply: putOff("10 kB") };
  await expect.poll(listed).toMatchObject([deferred, deferred, { outcome: "accepted" }]);
  const waited = await api.call(resources.emails.wait, { id: to, timeout: 0, match: { subject: "other" } });
  const { text, advice } = waited.body.explanation;
  expect(text).toContain(`Mail from app@staging.example for ${to} was deferred`);
  expect(text).toContain(putOff("10 kB"));
  expect(advice).toBe(
    "Your company's mail quota for today is used up: mail is accepted again at 00:00 UTC, or once the quota is larger.",
  );

  const notices = await app.rootDb.notificationLog.findMany({ where: { company: owner.company, type: "Emails" } });
  expect(notices).toMatchObject([
    {
      ...{ for_user: owner.name, type: "Emails", document_type: "Company", subject: "Daily mail quota reached" },
      email_content:
        "Your company has received its 10 kB of mail for today. Further mail is deferred, and accepted again at 00:00 UTC.",
    },
  ]);
  expect(notices.some(({ for_user }) => for_user === colleague.name)).toBe(false);
  const where = { company: owner.company, type: "company.mail_quota_reached" };
  expect(await app.rootDb.event.findMany({ where })).toMatchObject([{ via: "system", data: { allowed_kb: 10 } }]);
});

it("takes no more than one message beyond the quota, however many were let in before it was reached", async () => {
  await allow(100);
  const [{ owner, to }, other] = [await mailbox(), await mailbox()];
  const clients = await Promise.all(Array.from({ length: 12 }, () => SmtpClient.open(app.smtpPort)));
  const [mixed, ...own] = clients;
  expect(await mixed?.begin([to, other.to])).toMatch(/^354 /);
  for (const client of own) expect(await client.begin(to)).toMatch(/^354 /);
  const replies = await Promise.all(own.map((client) => client.say(`${message(40)}\r\n.`)));
  expect(replies.filter((reply) => reply?.startsWith("250 "))).toHaveLength(3);
  expect(new Set(replies.filter((reply) => !reply?.startsWith("250 ")))).toEqual(new Set([putOff("100 kB")]));
  // Stored for all its recipients or for none: when its sender tries again, the other company's are taken.
  expect(await mixed?.say("Subject: for two\r\n\r\nHello\r\n.")).toBe(
    "451 4.2.2 A recipient accepts no more mail today, send again",
  );
  expect([await inbox(owner), await inbox(other.owner)]).toEqual([3, 0]);
  for (const client of clients) await client[Symbol.asyncDispose]();
});

it("counts together with other processes, and goes on after a restart", async () => {
  await allow(100);
  const { owner, to } = await mailbox();
  const [one, two] = [another(), another()];
  for (const process of [one, two]) (await process.take([owner.company], 30_000))(true);
  // What was not stored does not count.
  (await one.take([owner.company], 90_000))(false);
  expect(await one.usedUp(owner.company)).toBeUndefined();
  await one.close();
  await two.close();
  expect(await used(owner)).toBe(60);
  const restarted = another();
  (await restarted.take([owner.company], 40_000))(true);
  await restarted.close();
  expect(await another().usedUp(owner.company)).toBe(100);
  await using smtp = await SmtpClient.open(app.smtpPort);
  expect(await smtp.send(to, message(1))).toBe(putOff("100 kB"));
  await app.rootDb.quotaUse.deleteMany({ where: { company: owner.company } });
});

it("goes on within seconds once the plan allows more", async () => {
  await allow(1);
  const { owner, to } = await mailbox();
  await using smtp = await SmtpClient.open(app.smtpPort);
  expect(await smtp.send(to, message(1))).toMatch(/^250 /);
  await written(owner, 1);
  expect(await smtp.send(to, message(1))).toBe(putOff("1 kB"));
  await allow(1_500_000);
  app.clock.now = new Date(app.clock.now.getTime() + 5_001);
  expect(await smtp.send(to, message(1))).toMatch(/^250 /);
  await app.rootDb.planQuota.delete({ where: { plan_quota } });
  const unlimited = another();
  (await unlimited.take([owner.company], 2_000_000_000))(true);
  expect(await unlimited.usedUp(owner.company)).toBeUndefined();
  await app.rootDb.planQuota.create({ data: { ...plan_quota, per_day: seeded } });
});

it("forgets nothing that could not be written", async () => {
  const { owner } = await mailbox();
  let isAway = true;
  const rootDb = new Proxy(app.rootDb, {
    get: (target, name) =>
      isAway && name === "$transaction" ? () => Promise.reject(new Error("away")) : Reflect.get(target, name),
  });
  const failures: unknown[] = [];
  const quota = another(rootDb, failures);
  (await quota.take([owner.company], 5_000))(true);
  await expect.poll(() => failures.length).toBe(1);
  isAway = false;
  (await quota.take([owner.company], 2_000))(true);
  await written(owner, 7);
  await quota.close();
});
