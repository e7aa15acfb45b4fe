import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { cloneDatabase } from "../testing/postgres.ts";
import { type TestApp, type TestMember, testApp } from "../testing/test_app.ts";
import { type CompanyDatabase, companyDatabase, sql, type Transaction } from "./company_database.ts";
import { openRootDatabase } from "./database.ts";
import { openPool } from "./pool.ts";

describe("companyDatabase", () => {
  let app: TestApp;
  let ours: TestMember;
  let theirs: TestMember;
  let db: CompanyDatabase;
  let foreign: string;

  beforeAll(async () => {
    app = await testApp();
    ours = await app.member("Administrator");
    theirs = await app.member("Administrator");
    db = companyDatabase(app.rootDb, ours.company);
    foreign = await app.address(theirs);
    await app.address(ours);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("reads only the company's rows, whatever the method and the filter", async () => {
    expect(await db.email.count()).toBe(1);
    expect(await db.email.findUnique({ where: { email_name: foreign } })).toBeNull();
    expect(await db.email.findFirst({ where: { company: theirs.company } })).toBeNull();
    expect(await db.email.findMany({ where: { OR: [{ company: theirs.company }, { email_name: foreign }] } })).toEqual(
      [],
    );
    expect(await db.email.findMany({ where: { AND: [{ company: theirs.company }] } })).toEqual([]);
    expect(await db.email.groupBy({ by: ["company"], _count: true })).toEqual([{ company: ours.company, _count: 1 }]);
    expect(await db.company.findMany({ select: { name: true } })).toEqual([{ name: ours.company }]);
    expect((await db.session.findMany()).map((session) => session.member)).toEqual([ours.name]);
    await expect(db.email.findUniqueOrThrow({ where: { email_name: foreign } })).rejects.toThrow();
  });

  it("changes and deletes only the company's rows", async () => {
    expect(await db.email.updateMany({ where: { email_name: foreign }, data: { reason: "x" } })).toEqual({ count: 0 });
    expect(await db.email.deleteMany({ where: { email_name: foreign } })).toEqual({ count: 0 });
    await expect(db.email.update({ where: { email_name: foreign }, data: { reason: "x" } })).rejects.toThrow();
    await expect(db.email.delete({ where: { email_name: foreign } })).rejects.toThrow();
  });

  it("creates rows for the company even if the caller names another one", async () => {
    const domain = { owner: ours.name, verification_token: "t" };
    const made = await db.domain.create({ data: { ...domain, domain_name: "a.example", company: theirs.company } });
    await db.domain.createMany({ data: [{ ...domain, domain_name: "b.example", company: theirs.company }] });
    expect(made.company).toBe(ours.company);
    expect(await app.rootDb.domain.count({ where: { company: theirs.company } })).toBe(0);
  });

  it("reads only the company's rows within a transaction", async () => {
    await db.$transaction(async (tx) => {
      expect(await tx.email.findUnique({ where: { email_name: foreign } })).toBeNull();
    });
  });

  it("refuses raw SQL, tables without a company, and the creation of sessions", async () => {
    await expect(db.$queryRaw`SELECT 1`).rejects.toThrow("out of reach");
    await expect(db.signupRequest.findMany()).rejects.toThrow("out of reach");
    await expect(
      db.session.create({ data: { token_hash: new Uint8Array(1), member: theirs.name, expiry: new Date() } }),
    ).rejects.toThrow("no rule");
  });

  it("refuses reads and writes through relations that leave the company, and moving rows to another", async () => {
    const own = await db.email.findFirstOrThrow();
    const { company, email_name } = own;
    const elsewhere = "out of reach";
    await expect(db.plan.findMany({ include: { subscriptions: true } })).rejects.toThrow(elsewhere);
    await expect(db.plan.findMany({ select: { subscriptions: true } })).rejects.toThrow(elsewhere);
    await expect(db.plan.findMany({ include: { _count: true } })).rejects.toThrow(elsewhere);
    const through = { include: { plan_row: { include: { subscriptions: true } } } };
    await expect(db.subscription.findFirst(through)).rejects.toThrow(elsewhere);
    const handOver = { company_row: { connect: { name: theirs.company } } };
    await expect(db.email.update({ where: { email_name }, data: handOver })).rejects.toThrow(elsewhere);
    const upgrade = { subscription: { update: { plan: "business" as const } } };
    await expect(db.company.update({ where: { name: company }, data: upgrade })).rejects.toThrow(elsewhere);
    const move = { where: { email_name }, data: { company: theirs.company } };
    await expect(db.email.update(move)).rejects.toThrow("stay with their company");
    await expect(db.email.updateMany(move)).rejects.toThrow("stay with their company");
    expect(await db.email.findFirst()).toEqual(own);
  });
});

it.each(["Asia/Tokyo", "America/New_York"])("Prisma and pg store the same instants in %s", async (zone) => {
  const database = await cloneDatabase(inject("templateUrl"));
  const before = openPool(database.url);
  await before.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET timezone TO '${zone}'`);
  await before.end();
  const [rootDb, pool] = [openRootDatabase(database.url, 1), openPool(database.url)];
  // Taken for local time, this is in the hour that New York skips.
  const instant = new Date("2026-03-08T02:30:00.000Z");
  const about = { company_name: "Lakeside", company_size: "", industry: "", company_website: "", company_phone: "" };
  const { name } = await rootDb.company.create({ data: { ...about, creation: instant } });
  const { rows } = await pool.query("SELECT creation FROM company WHERE name = $1", [name]);
  expect(rows).toEqual([{ creation: instant }]);
  await pool.query("UPDATE company SET creation = $1", [instant]);
  expect(await rootDb.company.findUnique({ where: { name } })).toMatchObject({ creation: instant });
  await rootDb.$disconnect();
  await pool.end();
  await database.drop();
});

it("drops a connection whose query gets no answer within 35 seconds, and opens another", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const pool = openPool(database.url);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  // Even when the test fails, because other test files run in this process.
  onTestFinished(() => void vi.useRealTimers());
  const late = pool.query("SELECT pg_sleep(60)");
  await once(pool, "acquire");
  const end = vi.spyOn(pg.Client.prototype, "end");
  vi.advanceTimersByTime(5_000);
  // The database is asked whether it answers at all, and does: the connection for that ends.
  while (end.mock.calls.length === 0) await turn();
  end.mockRestore();
  vi.advanceTimersByTime(29_999);
  expect(pool.totalCount).toBe(1);
  vi.advanceTimersByTime(1);
  expect(pool.totalCount).toBe(0);
  await expect(late).rejects.toThrow("Query read timeout");
  // An answered statement is timed no longer.
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  vi.advanceTimersByTime(60_000);
  expect(pool.totalCount).toBe(1);
  await pool.end();
  await database.drop();
});

const pidOf = async (tx: Transaction) => (await sql(tx)<{ pid: number }>`SELECT pg_backend_pid() AS pid`)[0]?.pid;

it("keeps two connections open while nobody uses them, so that the next mail need not wait for one", async () => {
  const database = await cloneDatabase(inject("templateUrl"));
  const [rootDb, pool] = [openRootDatabase(database.url, 10), openPool(database.url)];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const processes = async () => {
    const ofRoot = await rootDb.$transaction((one) => rootDb.$transaction((two) => Promise.all([one, two].map(pidOf))));
    const clients = [await pool.connect(), await pool.connect()];
    const answers = await Promise.all(clients.map((client) => client.query("SELECT pg_backend_pid() AS pid")));
    for (const client of clients) client.release();
    return [...ofRoot, ...answers.map(({ rows }) => rows[0].pid as number)].sort();
  };
  const before = await processes();
  expect(new Set(before).size).toBe(4);
  vi.advanceTimersByTime(3_600_000);
  expect(await processes()).toEqual(before);
  await rootDb.$disconnect();
  await pool.end();
  await database.drop();
});
