import { resources } from "@mayfly/contracts";
import { pino } from "pino";
import { expect, it, vi } from "vitest";
import type { Indexed, Messages, ToIndex } from "../../mail/stored_messages.ts";
import { openMetrics } from "../../monitoring/metrics.ts";
import { reindex } from "../../operator/reindex.ts";
import { apiClient } from "../../testing/api_client.ts";
import { storedMessage } from "../../testing/messages.ts";
import { type TestApp, testApp } from "../../testing/test_app.ts";
import { startIndexer, wordsVersion } from "./indexer.ts";
import { firstName } from "./names.ts";
import { countGivenUp, countUnindexed, countUnmade, unindexedSeconds } from "./search.ts";

const { messages } = resources;

type Read = (asked: ToIndex, isPatient: boolean) => Indexed["tokens"] | Promise<Indexed["tokens"]>;

/** An indexer of a process of its own, whose parser is this one. */
function indexerOf({ databaseUrl }: TestApp, read: Read, metrics = openMetrics([])) {
  const indexed: Messages["indexed"] = async (asked, isPatient) =>
    asked.map(async (one) => ({ size: 1, tokens: await read(one, isPatient) }));
  return startIndexer({
    ...{ databaseUrl, messages: { indexed }, metrics, log: pino({ level: "silent" }), crowded: () => false },
  });
}

const words = (...tokens: string[]): Indexed["tokens"] => ({ value: tokens.join(" ") });

async function withAddress() {
  const app = await testApp({ ROLES: "web" });
  await app.rootDb.searchState.updateMany({ data: { version: wordsVersion } });
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  const found = async (q: string) => (await client.call(messages.list, { q, limit: 100 })).body.data.length;
  return { app, owner, address, found };
}

const soon = { interval: 20 };

/** Fulfilled when all mail is indexed. */
const indexed = ({ rootDb }: TestApp) =>
  vi.waitFor(async () => expect(await rootDb.messageSearch.count()).toBe(await rootDb.customerInbox.count()), soon);

/** Copies of a message, and when they were named. */
async function copies({ rootDb }: TestApp, name: string, count: number) {
  await rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT (left(name::text, 24) || lpad(to_hex(at), 12, '0'))::uuid, company, owner, visibility, recipients, gen_random_uuid(),
      mail_from, sender, subject, preview, creation, modified
    FROM customer_inbox, generate_series(1, ${count}::int) AS at WHERE name = ${name}::uuid`;
}

it("divides the mail of one company between workers, and reads each message once", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  const name = await storedMessage(app, owner, address);
  await copies(app, name, 999);
  const read: string[][] = [[], []];
  const workers = read.map((own) =>
    indexerOf(app, async ({ source }) => {
      own.push(source);
      // Both have begun before either goes on.
      if (own.length === 1)
        await vi.waitFor(() => expect(read.map(({ length }) => length > 0)).toEqual([true, true]), soon);
      return words("common");
    }),
  );
  await indexed(app);
  expect(read.flat()).toHaveLength(1_000);
  expect(new Set(read.flat()).size).toBe(1_000);
  await vi.waitFor(async () => expect(await countUnindexed(app.rootDb)).toBe(0), soon);
  expect(await app.rootDb.searchRange.count()).toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
});

it("reads a message to several addresses once, and finds it by each", async () => {
  const { app, owner, address, found } = await withAddress();
  await using _app = app;
  const other = await app.address(owner);
  const name = await storedMessage(app, owner, address);
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT gen_random_uuid(), company, owner, visibility, ${other}, source, mail_from, sender, subject, preview, creation, modified
    FROM customer_inbox WHERE name = ${name}::uuid`;
  // Both are in the first range.
  for (const [seconds, recipients] of [
    [1, address],
    [2, other],
  ])
    await app.rootDb.$executeRaw`
      UPDATE customer_inbox SET name = ${firstName(Date.now() - 1_000 * Number(seconds))}::uuid WHERE recipients = ${recipients}`;
  let read = 0;
  const worker = indexerOf(app, () => {
    read += 1;
    return words(`read${read}`);
  });
  await indexed(app);
  await worker.stop();
  expect(read).toBe(1);
  expect([await found(`read1 to:${address}`), await found(`read1 to:${other}`)]).toEqual([1, 1]);
});

it("leaves nothing out when a worker dies, and says up to when mail is indexed", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  const old = await storedMessage(app, owner, address);
  // What a worker leaves that is killed.
  const left = { kind: "new", first: firstName(0), last: old, worker: crypto.randomUUID() };
  await rootDb.searchRange.create({ data: { ...left, until: new Date(Date.now() + 3_600_000) } });
  await rootDb.searchState.updateMany({ data: { claimed_to: old, indexed_to: new Date(0) } });
  expect(await countUnindexed(rootDb)).toBe(1);
  const later = await storedMessage(app, owner, address);
  const worker = indexerOf(app, () => words("common"));
  await vi.waitFor(async () => expect(await rootDb.messageSearch.count({ where: { message: later } })).toBe(1), soon);
  // Later mail is indexed, but what came before is not.
  expect(firstName((await rootDb.searchState.findFirstOrThrow()).indexed_to.getTime()) < old).toBe(true);
  await rootDb.$executeRaw`UPDATE search_range SET until = now()`;
  await indexed(app);
  await vi.waitFor(
    async () =>
      expect(firstName((await rootDb.searchState.findFirstOrThrow()).indexed_to.getTime()) > later).toBe(true),
    soon,
  );
  expect(await unindexedSeconds(rootDb, new Date())).toBeLessThan(3_600);
  await worker.stop();
});

it("indexes the mail of a range that several workers did not end by its rows, and then one by one", async () => {
  const { app, owner, address, found } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  const name = await storedMessage(app, owner, address, { subject: "Deadly" });
  await rootDb.searchState.updateMany({ data: { claimed_to: firstName(Date.now() - 1) } });
  const range = {
    kind: "new",
    first: firstName(0),
    last: name,
    worker: crypto.randomUUID(),
    until: new Date(0),
    tries: 3,
  };
  await rootDb.searchRange.create({ data: range });
  let read = 0;
  const worker = indexerOf(app, () => {
    read += 1;
    return words(`read${read}`);
  });
  await indexed(app);
  expect(read).toBe(0);
  expect(await found("deadly")).toBe(1);
  await rootDb.searchUnread.updateMany({ data: { due: new Date(0) } });
  await vi.waitFor(async () => expect(await found("read1 ")).toBe(1), soon);
  await worker.stop();
});

it("goes on with a range that it could not end, as soon as it can", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  await storedMessage(app, owner, address);
  let tries = 0;
  const worker = indexerOf(app, () => {
    tries += 1;
    if (tries === 1) throw new Error("The database is away.");
    return words("common");
  });
  // Nobody keeps it meanwhile.
  await indexed(app);
  await vi.waitFor(async () => expect(await app.rootDb.searchRange.count()).toBe(0), soon);
  await worker.stop();
});

it("indexes a message whose packed bytes are damaged by its row, and those beside it whole (row T03)", async () => {
  await using app = await testApp({ ROLES: "web,worker" });
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  await app.rootDb.$transaction(async (tx) => {
    const given = { rootDb: tx as TestApp["rootDb"], clock: app.clock };
    const name = await storedMessage(given, owner, address, { subject: "damaged" });
    const { source } = await tx.customerInbox.findUniqueOrThrow({ where: { name } });
    await tx.messageSource.update({
      where: { name: source },
      data: { lz4: new Uint8Array([9, 0, 0, 0, 255, 255]), raw: null },
    });
    await storedMessage(given, owner, address, { subject: "whole", raw: "Subject: whole\r\n\r\nnumbat\r\n" });
  });
  await indexed(app);
  const found = async (q: string) => (await client.call(messages.list, { q })).body.data.length;
  expect([await found("damaged"), await found("numbat")]).toEqual([1, 1]);
});

it("finds mail that is on disk a minute after it was named", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  await storedMessage(app, owner, address);
  const worker = indexerOf(app, () => words("common"));
  await indexed(app);
  const name = await storedMessage(app, owner, address);
  const late = firstName(Date.now() - 59_000);
  await rootDb.$executeRaw`UPDATE customer_inbox SET name = ${late}::uuid WHERE name = ${name}::uuid`;
  await rootDb.messageSearch.deleteMany({ where: { message: name } });
  await rootDb.$executeRaw`UPDATE search_state SET look_due = now()`;
  await vi.waitFor(async () => expect(await rootDb.messageSearch.count({ where: { message: late } })).toBe(1), soon);
  await worker.stop();
});

it("finds mail with a name of a clock that was ahead", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  const worker = indexerOf(app, () => words("common"));
  const name = await storedMessage(app, owner, address);
  const ahead = firstName(Date.now() + 3_600_000);
  await rootDb.$executeRaw`UPDATE customer_inbox SET name = ${ahead}::uuid WHERE name = ${name}::uuid`;
  await rootDb.messageSearch.deleteMany({ where: { message: name } });
  await rootDb.$executeRaw`UPDATE search_state SET look_due = now()`;
  await vi.waitFor(async () => expect(await rootDb.messageSearch.count({ where: { message: ahead } })).toBe(1), soon);
  await worker.stop();
});

it("goes on when a clock that was ahead is right again", async () => {
  const { app, owner, address } = await withAddress();
  await using _app = app;
  const ahead = Date.now() + 86_400_000;
  const data = { indexed_to: new Date(ahead), claimed_to: firstName(ahead), settled_to: firstName(ahead) };
  await app.rootDb.searchState.updateMany({ data });
  const worker = indexerOf(app, () => words("common"));
  await vi.waitFor(
    async () => expect((await app.rootDb.searchState.findFirstOrThrow()).indexed_to.getTime()).toBeLessThan(ahead),
    soon,
  );
  await storedMessage(app, owner, address);
  await indexed(app);
  await worker.stop();
});

it("writes the words of a new version over those of before, which are found until then", async () => {
  const { app, owner, address, found } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  const name = await storedMessage(app, owner, address);
  // More than are done together.
  await copies(app, name, 249);
  const before = indexerOf(app, () => words("old"));
  await indexed(app);
  await before.stop();
  await rootDb.searchState.updateMany({ data: { version: 1 } });
  expect(await countUnmade(rootDb)).toBe(250);
  const counts = async () => [await found("old "), await found("new ")];
  expect(await counts()).toEqual([100, 0]);
  let isHeld = true;
  const worker = indexerOf(app, async ({ source }) => {
    await vi.waitFor(() => expect(isHeld).toBe(false), soon);
    return source === "" ? words() : words("new");
  });
  await vi.waitFor(async () => expect(await rootDb.searchRange.count({ where: { kind: "remade" } })).toBe(2), soon);
  expect(await counts()).toEqual([100, 0]);
  isHeld = false;
  await vi.waitFor(
    async () =>
      expect(await rootDb.searchState.findFirstOrThrow()).toMatchObject({ version: wordsVersion, remade_to: null }),
    soon,
  );
  await worker.stop();
  expect(await counts()).toEqual([0, 100]);
  expect(await countUnmade(rootDb)).toBe(0);
});

it("is made anew by the operator, who hears how far it is, and takes nothing away meanwhile (row T03)", async () => {
  const { app, owner, address, found } = await withAddress();
  await using _app = app;
  for (let at = 0; at < 5; at += 1) await storedMessage(app, owner, address);
  const worker = indexerOf(app, () => words("word"));
  await indexed(app);
  const gone = crypto.randomUUID();
  await app.rootDb.$executeRaw`
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT ${gone}::uuid, company, modified, bytes, tokens FROM message_search LIMIT 1`;
  const told: string[] = [];
  const seen: number[] = [];
  const made = await reindex(app.rootDb, (line) => {
    told.push(line);
    void found("word ").then((count) => seen.push(count));
  });
  expect(made).toBe("5 messages are indexed anew. Words of 1 deleted message were removed.");
  for (const line of told) expect(line).toMatch(/^\d of 5 messages are indexed anew\.$/);
  await vi.waitFor(() => expect(seen).toEqual(told.map(() => 5)), soon);
  expect(await app.rootDb.messageSearch.count({ where: { message: gone } })).toBe(0);
  await worker.stop();
});

it("finds what it could not read in time by its row, reads it again later, and counts what it gives up (row T03)", async () => {
  const { app, owner, address, found } = await withAddress();
  await using _app = app;
  const { rootDb } = app;
  const metrics = openMetrics([]);
  const name = await storedMessage(app, owner, address, { subject: "Timetable" });
  const hopeless = await storedMessage(app, owner, address, { subject: "Hopeless" });
  const { source } = await rootDb.customerInbox.findUniqueOrThrow({ where: { name: hopeless } });
  const read: Read = (asked, isPatient) =>
    isPatient && asked.source !== source ? words("content") : { failure: "too_slow" };
  const worker = indexerOf(app, read, metrics);
  await indexed(app);
  expect([await found("timetable"), await found("hopeless"), await found("content ")]).toEqual([1, 1, 0]);
  for (let tries = 0; tries < 3; tries += 1) {
    // A try counts when it begins: only its end says when the next one is due, later than a try may take.
    const isOver = { tries, due: { gt: new Date(Date.now() + 300_000) } };
    if (tries > 0)
      await vi.waitFor(async () => expect(await rootDb.searchUnread.count({ where: isOver })).toBe(1), soon);
    await rootDb.searchUnread.updateMany({ where: { tries }, data: { due: new Date(0) } });
    await vi.waitFor(
      async () => expect(await rootDb.searchUnread.findMany({ where: { tries: { lte: tries } } })).toEqual([]),
      soon,
    );
    expect(await rootDb.searchUnread.count()).toBe(1);
  }
  await vi.waitFor(async () => expect(await countGivenUp(rootDb)).toBe(1), soon);
  expect([await found("content "), await found("hopeless")]).toEqual([1, 1]);
  const { values } = await metrics.searchUnread.get();
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))).toEqual({
    put_off: 4,
    given_up: 1,
  });
  // Words that it has are kept when it cannot be read.
  await reindex(rootDb, () => undefined);
  expect([await found("content "), await rootDb.messageSearch.count({ where: { message: name } })]).toEqual([1, 1]);
  await worker.stop();
});
