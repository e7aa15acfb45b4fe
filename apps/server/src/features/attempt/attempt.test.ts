import { resources } from "@mayfly/contracts";
import { beforeAll, expect, it } from "vitest";
import { daysAfter } from "../../clock.ts";
import { type ApiClient, apiClient } from "../../testing/api_client.ts";
import { SmtpClient } from "../../testing/smtp_client.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { type Attempt, deleteOldAttempts, openAttemptLog } from "./attempt.ts";
import { keptAttempts, platform } from "./record.ts";

const app = sharedApp({ ROLES: "web,smtp", SMTP_MAX_MESSAGE_BYTES: "20000" });
let owner: TestMember;
let client: ApiClient;
beforeAll(async () => {
  owner = await app.member("Administrator");
  client = await apiClient(app, owner);
});

const listed = async (id: string, more = {}) => (await client.call(resources.emails.attempts, { id, ...more })).body;
const rowsOf = (address: string) =>
  app.rootDb.smtpAttempt.findMany({ where: { address }, orderBy: { creation: "asc" } });
const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  ...{ company: owner.company, address: "a@own.example", mail_from: "x@elsewhere.example", network: "192.0.2.1" },
  ...{
    helo: "elsewhere.example",
    tls: "",
    code: 550,
    reply: "550 5.1.1 No such address here",
    reason: "unknown",
    ...given,
  },
});
/** Writes attempts as the receiver's are, at once. */
async function written(...attempts: Attempt[]) {
  const failures: unknown[] = [];
  const log = openAttemptLog({ rootDb: app.rootDb, clock: () => app.clock.now }, (error) => failures.push(error));
  for (const one of attempts) log.note(one);
  await log.close();
  expect(failures).toEqual([]);
}

it("keeps an attempt that is told of later with the time when it was", async () => {
  const address = `${crypto.randomUUID()}@own.example`;
  const { now } = app.clock;
  await written(attempt({ address }), attempt({ address, ago: 5_000 }));
  const earlier = new Date(now.getTime() - 5_000);
  expect((await rowsOf(address)).map(({ creation }) => creation)).toEqual([earlier, now]);
  const counted = await app.rootDb.smtpAttemptCount.findFirst({ where: { address } });
  expect(counted).toMatchObject({ count: 2, first: earlier, last: now });
});

it("keeps what was taken, refused and too large, with how it came and what the sender was told (row R08)", async () => {
  const address = await app.address(owner);
  await using smtp = await SmtpClient.open(app.smtpPort);
  const foreign = await app.address(await app.member("Administrator"));
  const accepted = await smtp.send([foreign, address], "Subject: one\r\n\r\nBody\r\n");
  expect(accepted).toMatch(/^250 /);
  const tick = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
  };
  tick();
  expect(await smtp.send(address, `Subject: big\r\n\r\n${"x".repeat(70).concat("\r\n").repeat(400)}`)).toMatch(/^552 /);
  await app.rootDb.email.update({ where: { email_name: address }, data: { is_active: false } });
  tick();
  await using later = await SmtpClient.open(app.smtpPort);
  await later.say("EHLO late.example");
  // The address was active when it was last looked at, up to two seconds ago.
  await expect
    .poll(async () => {
      await later.say("RSET");
      await later.say("MAIL FROM:<late@elsewhere.example>");
      return later.say(`RCPT TO:<${address}>`);
    })
    .toMatch(/^550 5\.2\.1/);
  await expect.poll(async () => (await listed(address)).data.length).toBe(3);
  const { data } = await listed(address);
  expect(data).toMatchObject([
    { outcome: "refused", reason: "ended", reply: "550 5.2.1 The address is no longer active", message: null },
    { outcome: "refused", reason: "too_large", reply: expect.stringMatching(/^552 5\.3\.4 /) },
    { outcome: "accepted", reason: null, reply: accepted, message: expect.any(String) },
  ]);
  for (const one of data) expect(one).toMatchObject({ network: "127.0.0.1", tls: "", helo: expect.any(String) });
  const first = await listed(address, { limit: 2 });
  const second = await listed(address, { limit: 2, cursor: first.next_cursor });
  expect([...first.data, ...second.data]).toEqual(data);
});

it("keeps names that nobody has: a company's on its own domains, others as the platform's", async () => {
  const domain_name = `${crypto.randomUUID()}.example`;
  const given = { company: owner.company, owner: owner.name, verification_token: "t", is_verified: true };
  await app.rootDb.domain.create({ data: { ...given, domain_name } });
  await using smtp = await SmtpClient.open(app.smtpPort);
  await smtp.say("EHLO typist.example");
  await smtp.say("MAIL FROM:<a@elsewhere.example>");
  const stray = `stray-${crypto.randomUUID()}@mayfly.test`;
  for (const name of [`Typo@${domain_name}`, stray, "x@not-ours.example"]) await smtp.say(`RCPT TO:<${name}>`);
  await expect
    .poll(async () => (await rowsOf(`typo@${domain_name}`))[0])
    .toMatchObject({
      ...{ company: owner.company, reason: "unknown", code: 550, mail_from: "a@elsewhere.example" },
    });
  expect(await rowsOf(stray)).toMatchObject([{ company: platform }]);
  expect(await rowsOf("x@not-ours.example")).toEqual([]);
});

it("keeps the latest of a name and a day in a ring, and counts all", async () => {
  const address = `ring-${crypto.randomUUID()}@own.example`;
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, no) => attempt({ address, helo: `no ${from + no}` }));
  for (const [at, count] of [3, keptAttempts, keptAttempts * 3, 7].entries()) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    await written(...many(at * 1_000, count));
  }
  const rows = await rowsOf(address);
  expect(rows).toHaveLength(keptAttempts);
  const names = rows.map(({ helo }) => helo);
  for (let no = 0; no < 7; no += 1) expect(names).toContain(`no ${3_000 + no}`);
  expect(names.filter((name) => /^no [01]/.test(name) && name.length < 7)).toEqual([]);
  const total = await app.rootDb.smtpAttemptCount.findFirstOrThrow({ where: { address } });
  expect(total.count).toBe(3 + keptAttempts * 4 + 7);
});

it("keeps of each source what it tried last, however much another source tries (threat 54)", async () => {
  const address = `shared-${crypto.randomUUID()}@own.example`;
  const from = (network: string, count: number) =>
    Array.from({ length: count }, (_, no) => attempt({ address, network, helo: `${network} ${no}` }));
  const later = () => (app.clock.now = new Date(app.clock.now.getTime() + 1000));
  await written(...from("192.0.2.1", 3));
  later();
  for (let batch = 0; batch < 3; batch += 1) await written(...from("198.51.100.1", keptAttempts * 2));
  later();
  await written(...from("203.0.113.1", keptAttempts));
  const kept = new Map<string, number>();
  for (const { network } of await rowsOf(address)) kept.set(network, (kept.get(network) ?? 0) + 1);
  expect([...kept.values()].reduce((sum, count) => sum + count)).toBe(keptAttempts);
  expect(kept.get("192.0.2.1")).toBe(3);
  expect(kept.get("203.0.113.1")).toBeGreaterThanOrEqual(23);
  const total = await app.rootDb.smtpAttemptCount.findFirstOrThrow({ where: { address } });
  expect(total.count).toBe(3 + keptAttempts * 7);
});

it("is bounded under a flood of names, and still tells of the company's own addresses and of other sources (R08)", async () => {
  const { company } = await app.member("Administrator");
  const flood = (from: number, network = "192.0.2.1") =>
    Array.from({ length: 3_000 }, (_, no) => attempt({ company, network, address: `n${from + no}@own.example` }));
  const names = () => app.rootDb.smtpAttemptCount.count({ where: { company } });
  for (let from = 0; from < 12_000; from += 3_000) await written(...flood(from));
  const counts = await app.rootDb.smtpAttemptCount.findMany({ where: { company } });
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(12_000);
  // Half of what there is room for, and all others as one.
  expect(counts.length).toBe(1_001);
  await app.rootDb.email.create({
    data: { email_name: "own@own.example", domain_name: "own.example", company, owner: owner.name },
  });
  const elsewhere = attempt({ company, network: "198.51.100.1", address: "typo@own.example" });
  await written(
    attempt({ company, address: "own@own.example", reason: "ended" }),
    attempt({ company, address: "one-more@own.example" }),
    elsewhere,
  );
  expect(await names()).toBe(1_003);
  expect([await rowsOf("own@own.example"), await rowsOf("typo@own.example")]).toMatchObject([[{}], [{}]]);
  // However many sources there are, the next one finds room.
  for (let no = 2; no < 40; no += 1) for (const from of [0, 3_000]) await written(...flood(from, `198.51.100.${no}`));
  expect(await names()).toBeLessThan(2_003);
  await written({ ...elsewhere, network: "203.0.113.1", address: "typo-too@own.example" });
  expect(await rowsOf("typo-too@own.example")).toHaveLength(1);
});

it("counts names of a source together without looking at each, once it has too many (row R08)", async () => {
  const { company } = await app.member("Administrator");
  const log = openAttemptLog({ rootDb: app.rootDb, clock: () => app.clock.now }, (error) =>
    expect(error).toBeUndefined(),
  );
  const counted = async (address?: string) => {
    const where = { company, ...(address !== undefined && { address }) };
    return (await app.rootDb.smtpAttemptCount.aggregate({ where, _sum: { count: true } }))._sum.count ?? 0;
  };
  const note = (name: string, given: Partial<Attempt> = {}) =>
    log.note(attempt({ company, address: `${name}@own.example`, ...given }));
  for (let no = 0; no < 1_000; no += 1) {
    note(`n${no}`);
    // One source fills no batch.
    if (no === 499) await expect.poll(() => counted()).toBe(500);
  }
  await expect.poll(() => counted()).toBe(1_000);
  // That there are too many shows in the next batch.
  note("one-more");
  await expect.poll(() => counted("")).toBe(1);
  note("n1");
  note("ended", { reason: "ended" });
  note("typo", { network: "198.51.100.1" });
  await log.close();
  expect([await counted(""), await counted("n1@own.example"), await counted("typo@own.example")]).toEqual([3, 1, 1]);
});

it("leaves room in a batch for other sources, whatever one of them tries at once (threat 54)", async () => {
  const address = `${crypto.randomUUID()}@own.example`;
  const { company } = await app.member("Administrator");
  const flood = Array.from({ length: 5_000 }, (_, no) => attempt({ company, address: `n${no}@own.example` }));
  await written(...flood, attempt({ network: "198.51.100.1", address }));
  expect(await rowsOf(address)).toHaveLength(1);
});

it("keeps odd texts short and storable", async () => {
  const address = `odd-${crypto.randomUUID()}@own.example`;
  await written(attempt({ address, helo: `\0${"h".repeat(1_000)}`, mail_from: "\ud800", reply: "r".repeat(1_000) }));
  expect(await rowsOf(address)).toMatchObject([{ helo: "h".repeat(319), mail_from: "\ufffd", reply: "r".repeat(320) }]);
});

it("is deleted after a week", async () => {
  const address = `old-${crypto.randomUUID()}@own.example`;
  await written(attempt({ address }));
  const jobs = (days: number) => ({ rootDb: app.rootDb, clock: () => daysAfter(app.clock.now, days) });
  await deleteOldAttempts(jobs(7));
  expect(await rowsOf(address)).toHaveLength(1);
  await deleteOldAttempts(jobs(8));
  expect(await rowsOf(address)).toEqual([]);
  expect(await app.rootDb.smtpAttemptCount.count({ where: { address } })).toBe(0);
});
