import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { type AttemptResult, type Claimed, claim, enqueueDue, firstCompany, record, type Slots } from "./queue.ts";

const url = "https://hooks.example/";

let app: TestApp;
let pool: pg.Pool;
beforeAll(async () => {
  app = await testApp();
  pool = new pg.Pool({ connectionString: app.databaseUrl, max: 2 });
  // The test database may be dropped before the last connection has closed.
  pool.on("error", () => undefined);
});
afterAll(async () => {
  await pool.end();
  await app[Symbol.asyncDispose]();
});

/** Creates a webhook with deliveries, each of which has been due for one of the given numbers of seconds. */
async function waiting({ company, name: owner }: TestMember, ...since: number[]) {
  const webhook = { name: crypto.randomUUID(), company, owner, url, event: "email.received" };
  await app.rootDb.webhook.create({ data: webhook });
  return app.rootDb.webhookDelivery.createManyAndReturn({
    data: since.map((seconds) => ({
      ...{ company, webhook: webhook.name, event: webhook.event },
      next_attempt: new Date(app.clock.now.getTime() - seconds * 1000),
    })),
  });
}

it("claims deliveries of companies in turn, and none beyond a company's share (threat 45)", async () => {
  const [long, busy, late] = [
    await app.member("Administrator"),
    await app.member("Administrator"),
    await app.member("Administrator"),
  ];
  const [at900, at800] = await waiting(long, 900, 800, 700);
  const [at850] = await waiting(long, 850, 750);
  await waiting(busy, 1_000);
  const [at1] = await waiting(late, 1);
  const until = new Date(app.clock.now.getTime() + 30_000);
  const taken = async (inAll: number, companies: Slots["companies"]) => {
    const slots = { inAll, companies, perCompany: 3, webhooks: {}, perWebhook: 10 };
    return (await claim(pool, app.clock.now, until, slots)).due.map(({ name }) => name).sort();
  };
  expect(await taken(2, { [busy.company]: 2 })).toEqual([at900?.name, at1?.name].sort());
  // No company gets more than it has room for.
  expect(await taken(9, { [busy.company]: 0, [long.company]: 2 })).toEqual([at850?.name, at800?.name].sort());
});

/** Creates webhooks with a delivery each in the queue. @returns their names, in their order */
async function queue({ company, name: owner }: TestMember, count: number) {
  const webhooks = Array.from({ length: count }, () => ({
    name: crypto.randomUUID(),
    company,
    owner,
    url,
    event: "email.received",
  }));
  await app.rootDb.webhook.createMany({ data: webhooks });
  const data = webhooks.map(({ name, event }) => ({ company, webhook: name, event, next_attempt: app.clock.now }));
  await app.rootDb.webhookDelivery.createMany({ data });
  return webhooks.map(({ name }) => name).sort();
}

it("looks at a part of a company's webhooks in each claim, and at all of them in turn", async () => {
  await app.rootDb.webhookDelivery.deleteMany();
  const owner = await app.member("Administrator");
  const names = await queue(owner, 450);
  const until = new Date(app.clock.now.getTime() + 30_000);
  const slots: Slots = { inAll: 1_000, companies: {}, perCompany: 1_000, webhooks: {}, perWebhook: 10 };
  const taken: string[][] = [];
  let last: string | null = "";
  while (last !== null) {
    const place = { company: firstCompany, webhooks: last === "" ? {} : { [owner.company]: last } };
    const claimed: Claimed = await claim(pool, app.clock.now, until, slots, place);
    taken.push(claimed.due.map(({ webhook }) => webhook));
    last = claimed.webhooks[owner.company] ?? null;
  }
  expect(taken.map(({ length }) => length)).toEqual([100, 100, 100, 100, 50]);
  expect(taken.flat().sort()).toEqual(names);
});

it("looks at a part of the companies in each claim, so that one with many webhooks does not hold up the others", async () => {
  await app.rootDb.webhookDelivery.deleteMany();
  const large = await app.member("Administrator");
  await queue(large, 500);
  const small = new Set<string>();
  for (let at = 0; at < 60; at += 1) {
    const one = await app.member("Administrator");
    await queue(one, 1);
    small.add(one.company);
  }
  const until = new Date(app.clock.now.getTime() + 30_000);
  const slots: Slots = { inAll: 50, companies: {}, perCompany: 100, webhooks: {}, perWebhook: 10 };
  const one = await claim(pool, app.clock.now, until, slots);
  const webhooks: Record<string, string> = {};
  const other = await claim(pool, app.clock.now, until, slots, { company: one.company ?? "", webhooks });
  const companies = [...one.due, ...other.due].map(({ company }) => company);
  expect(one.due).toHaveLength(50);
  expect(new Set(one.due.map(({ company }) => company)).size).toBe(50);
  expect(other.company).toBeNull();
  expect(companies.filter((company) => small.has(company)).sort()).toEqual([...small].sort());
});

it("puts deliveries into the queue when they are due, and nothing else there is looked at", async () => {
  await app.rootDb.webhookDelivery.deleteMany();
  const owner = await app.member("Administrator");
  const [later, now] = await waiting(owner, -60, 0);
  const { company, name } = owner;
  const off = { name: crypto.randomUUID(), company, owner: name, url, event: "email.received", enabled: false };
  await app.rootDb.webhook.create({ data: off });
  const rest = { company, event: off.event, next_attempt: app.clock.now };
  const [ofOff, ofDeleted] = await app.rootDb.webhookDelivery.createManyAndReturn({
    data: [off.name, "deleted"].map((webhook) => ({ ...rest, webhook })),
  });
  const slots: Slots = { inAll: 50, companies: {}, perCompany: 100, webhooks: {}, perWebhook: 10 };
  const after = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1_000);
  const taken = async (seconds: number) => {
    const { due, putOff } = await claim(pool, after(seconds), after(seconds + 30), slots);
    return [due.map(({ name }) => name), putOff];
  };
  expect(await taken(0)).toEqual([[now?.name], 3]);
  expect(await taken(59)).toEqual([[], 0]);
  // The claimed one comes due again, as nothing was recorded; the later one does at its own time.
  expect(await enqueueDue(pool, after(31))).toBe(1);
  expect(await enqueueDue(pool, after(60))).toBe(1);
  expect(await taken(60)).toEqual([[now?.name, later?.name], 0]);
  const left = await app.rootDb.webhookDelivery.findMany({
    where: { name: { in: [ofOff?.name ?? "", ofDeleted?.name ?? ""] } },
  });
  expect(left.map(({ next_attempt }) => next_attempt)).toEqual([after(86_400), after(86_400)]);
});

it("claims deliveries of a company's webhooks in turn, however long those of one have waited", async () => {
  const owner = await app.member("Administrator");
  const [at900] = await waiting(owner, 900, 800, 700);
  const [at1] = await waiting(owner, 1);
  const until = new Date(app.clock.now.getTime() + 30_000);
  const slots: Slots = { inAll: 9, companies: { [owner.company]: 2 }, perCompany: 0, webhooks: {}, perWebhook: 10 };
  expect((await claim(pool, app.clock.now, until, slots)).due.map(({ name }) => name).sort()).toEqual(
    [at900?.name, at1?.name].sort(),
  );
});

it("records the other attempts if one of the deliveries is deleted meanwhile", async () => {
  const [going, staying] = await waiting(await app.member("Administrator"), 2, 1);
  const attempted = [going, staying].map(
    (row): AttemptResult => ({
      ...{ delivery: row?.name ?? "", webhook: row?.webhook ?? "", url, failures: 0, sent: true },
      ...{ creation: app.clock.now, duration: 5 },
      ...{ status: 200, answer: "", outcome: "delivered", next_attempt: null, body: null },
    }),
  );
  await app.rootDb.$transaction(async (tx) => {
    await tx.webhookDelivery.deleteMany({ where: { name: going?.name ?? "" } });
    await record(pool, attempted);
  });
  const left = await app.rootDb.webhookDelivery.findMany({
    where: { webhook: staying?.webhook ?? "" },
    include: { attempts: true },
  });
  expect(left).toMatchObject([{ name: staying?.name, status: "delivered", attempts: [{ status: 200 }] }]);
});

it("keeps a delivery due that was requested again during its attempt, unless that succeeded", async () => {
  const rows = await waiting(await app.member("Administrator"), 2, 1);
  const tries = rows.map(
    (row, at): AttemptResult => ({
      ...{
        delivery: row.name,
        webhook: row.webhook,
        url,
        failures: 7,
        sent: true,
        creation: app.clock.now,
        duration: 5,
      },
      ...{ status: at === 0 ? 500 : 200, answer: "", outcome: at === 0 ? "failed" : "delivered" },
      ...{ next_attempt: null, body: null },
    }),
  );
  await record(pool, tries);
  const [failed, delivered] = await Promise.all(
    rows.map(({ name }) =>
      app.rootDb.webhookDelivery.findUniqueOrThrow({ where: { name }, include: { attempts: true } }),
    ),
  );
  const { next_attempt } = rows[0] ?? {};
  expect(failed).toMatchObject({ status: "pending", failures: 0, next_attempt, attempts: [{ status: 500 }] });
  expect(delivered).toMatchObject({ status: "delivered", attempts: [{ status: 200 }] });
  // A webhook that has just delivered does not count as failing.
  const { webhook: name = "" } = rows[0] ?? {};
  expect(await app.rootDb.webhook.findUniqueOrThrow({ where: { name } })).toMatchObject({ failing_since: null });
});

it("records one attempt of a delivery that was attempted twice at once", async () => {
  const [row] = await waiting(await app.member("Administrator"), 1);
  const { name: delivery = "", webhook = "" } = row ?? {};
  const one: AttemptResult = {
    ...{
      delivery,
      webhook,
      url,
      failures: 0,
      sent: true,
      creation: app.clock.now,
      duration: 5,
      status: 500,
      answer: "",
    },
    ...{ outcome: "pending", next_attempt: app.clock.now, body: null },
  };
  await record(pool, [one, one]);
  const written = await app.rootDb.webhookDelivery.findUniqueOrThrow({
    where: { name: delivery },
    include: { attempts: true },
  });
  expect(written).toMatchObject({ failures: 1, attempts: [{ attempt: 1 }] });
  const { failing_since } = await app.rootDb.webhook.findUniqueOrThrow({ where: { name: webhook } });
  expect(failing_since).toEqual(app.clock.now);
});
