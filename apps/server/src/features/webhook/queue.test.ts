import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { type AttemptResult, type Claimed, claim, record, type Slots } from "./queue.ts";

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

it("looks at a part of the waiting webhooks in each claim, and at all of them in turn", async () => {
  const { company, name: owner } = await app.member("Administrator");
  await app.rootDb.webhookDelivery.deleteMany();
  const names = Array.from({ length: 450 }, () => crypto.randomUUID());
  const webhooks = names.map((name) => ({ name, company, owner, url, event: "email.received" }));
  await app.rootDb.webhook.createMany({ data: webhooks });
  const data = webhooks.map(({ name, event }) => ({ company, webhook: name, event, next_attempt: app.clock.now }));
  await app.rootDb.webhookDelivery.createMany({ data });
  const until = new Date(app.clock.now.getTime() + 30_000);
  const slots: Slots = { inAll: 1_000, companies: {}, perCompany: 1_000, webhooks: {}, perWebhook: 10 };
  const taken: string[][] = [];
  let after: string | undefined = "";
  while (after !== undefined) {
    const claimed: Claimed = await claim(pool, app.clock.now, until, slots, after);
    taken.push(claimed.due.map(({ webhook }) => webhook));
    after = claimed.place;
  }
  expect(taken.map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(taken.flat().sort()).toEqual(names.sort());
  await app.rootDb.webhookDelivery.deleteMany({ where: { company } });
  await app.rootDb.webhook.deleteMany({ where: { company } });
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
