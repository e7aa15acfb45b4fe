import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openMetrics } from "../../monitoring/metrics.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { messageOf, packedBytes } from "./packed.ts";
import { AddressEnded, type Message, MessageStore } from "./store_messages.ts";

describe("MessageStore", () => {
  let app: TestApp;
  let owner: TestMember;
  let store: MessageStore;
  let address: string;
  beforeAll(async () => {
    app = await testApp();
    owner = await app.member("Administrator");
    address = await app.address(owner);
    store = new MessageStore(app.databaseUrl, () => app.clock.now, openMetrics([]));
  });
  afterAll(async () => {
    await store.close();
    await app[Symbol.asyncDispose]();
  });

  const message = (subject: string, given: Partial<Message> = {}): Message => ({
    mail_from: "a@elsewhere.example",
    sender: "a@elsewhere.example",
    subject,
    preview: "",
    code: "",
    has_attachment: false,
    transport: { network: "192.0.2.1", helo: "elsewhere.example", tls: "", connected: app.clock.now },
    recipients: new Map([[address, owner.company]]),
    raw: Buffer.from(`raw of ${subject}`),
    ...given,
  });
  const rawOf = async (source: string) =>
    messageOf(await app.rootDb.messageSource.findUniqueOrThrow({ where: { name: source } })).toString();

  it("stores each of many concurrent messages with its own bytes", async () => {
    const subjects = Array.from({ length: 450 }, (_, no) => `no ${no}`);
    const stored = await Promise.all(subjects.map((subject) => store.store(message(subject))));
    expect(stored.map(([row]) => row?.subject)).toEqual(subjects);
    for (const no of [0, 1, 199, 200, 201, 449])
      expect(await rawOf(stored[no]?.[0]?.source ?? "")).toBe(`raw of no ${no}`);
    expect(await app.rootDb.customerInbox.count({ where: { recipients: address } })).toBe(450);
  });

  it("keeps a company's mail in the order in which it came when a clock was ahead and is right again", async () => {
    const other = await app.member("Administrator");
    const theirs = new Map([[await app.address(other), other.company]]);
    const right = app.clock.now;
    const ahead = new Date(right.getTime() + 3_600_000);
    const at = (now: Date) => {
      vi.setSystemTime(now);
      app.clock.now = now;
    };
    /** What another process has of the module: names ascend by what it remembers. */
    const process = async (name: string) => {
      const module = `./store_messages.ts?${name}`;
      const { MessageStore: Own } = (await import(module)) as typeof import("./store_messages.ts");
      return new Own(app.databaseUrl, () => app.clock.now, openMetrics([]));
    };
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      at(ahead);
      const begun = await process("begun");
      const [early] = await begun.store(message("early"));
      at(right);
      const [late] = await begun.store(message("late"));
      const started = await process("started");
      const [last] = await started.store(message("last"));
      const [apart] = await started.store(message("apart", { recipients: theirs }));
      for (const one of [begun, started]) await one.close();
      const after = (no: number) => new Date(ahead.getTime() + no);
      expect([early, late, last, apart].map((one) => one?.creation)).toEqual([ahead, after(1), after(2), right]);
      const newest = await app.rootDb.customerInbox.findMany({
        ...{ where: { company: owner.company }, orderBy: [{ modified: "desc" as const }, { name: "desc" as const }] },
        take: 3,
      });
      expect(newest.map(({ subject }) => subject)).toEqual(["last", "late", "early"]);
      expect(newest.map(({ creation }) => creation)).toEqual([after(2), after(1), ahead]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("finds twelve messages worth a group while another is being stored, and otherwise a single one", async () => {
    const onCapacity = vi.fn();
    const other = new MessageStore(app.databaseUrl, () => app.clock.now, openMetrics([]), onCapacity);
    expect(other.isWorthwhile(1)).toBe(true);
    const stored = other.store(message("on its way"));
    expect([1, 11, 12].map((messages) => other.isWorthwhile(messages))).toEqual([false, false, true]);
    await stored;
    await expect.poll(() => onCapacity.mock.calls.length).toBe(1);
    expect(other.isWorthwhile(1)).toBe(true);
    await other.close();
  });

  it("stores large and empty messages and all byte values, and packs the short ones", async () => {
    const raws = [
      Buffer.alloc(9_000_000, "x"),
      Buffer.alloc(0),
      Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
      Buffer.from("Subject: no body\r\n\r\n"),
      // Random bytes do not become smaller when they are packed.
      randomBytes(packedBytes),
      Buffer.alloc(packedBytes + 1, "x"),
    ];
    const stored = await Promise.all(raws.map((raw, no) => store.store(message(`raw ${no}`, { raw }))));
    for (const [no, [row]] of stored.entries()) {
      const { raw, lz4 } = await app.rootDb.messageSource.findUniqueOrThrow({ where: { name: row?.source ?? "" } });
      expect(messageOf({ raw, lz4 }).equals(raws[no] as Buffer)).toBe(true);
      expect(raw === null).toBe((raws[no] as Buffer).length <= packedBytes);
    }
    // Messages of more than 8 MB together are committed in separate groups.
    const commits = await app.rootDb.$queryRaw`
      SELECT count(*)::int AS messages FROM customer_inbox WHERE subject LIKE 'raw %' GROUP BY xmin::text ORDER BY 1`;
    expect(commits).toEqual([{ messages: 1 }, { messages: raws.length - 1 }]);
    // Postgres does not compress the packed bytes again (STORAGE EXTERNAL).
    const storage = await app.rootDb.$queryRaw`
      SELECT attstorage::text FROM pg_attribute WHERE attrelid = 'message_source'::regclass AND attname = 'lz4'`;
    expect(storage).toEqual([{ attstorage: "e" }]);
  });

  it("fails only the one message of a group that the database refuses", async () => {
    const subjects = [
      "before",
      ...Array.from({ length: 60 }, (_, no) => (no === 30 ? "nul \0 in text" : `beside ${no}`)),
    ];
    const results = await Promise.allSettled(subjects.map((subject) => store.store(message(subject))));
    expect(results.map(({ status }) => status)).toEqual(
      subjects.map((subject) => (subject.includes("\0") ? "rejected" : "fulfilled")),
    );
    expect(
      await app.rootDb.customerInbox.count({
        where: { subject: { in: subjects.filter((one) => !one.includes("\0")) } },
      }),
    ).toBe(60);
  });

  it("stores nothing for an address that now belongs to another company (threat 13)", async () => {
    const stranger = await app.member("Administrator");
    const moved = await app.address(stranger);
    const late = store.store(message("moved", { recipients: new Map([[moved, owner.company]]) }));
    await expect(late).rejects.toBeInstanceOf(AddressEnded);
    expect(await app.rootDb.customerInbox.count({ where: { recipients: moved } })).toBe(0);
  });

  it("stores nothing of a message if any of its recipients is inactive (P01, P02)", async () => {
    const ended = await app.address(owner);
    await app.rootDb.email.update({ where: { email_name: ended }, data: { is_active: false } });
    const { company } = owner;
    const only = store.store(message("only", { recipients: new Map([[ended, company]]) }));
    const some = store.store(
      message("some", {
        recipients: new Map([
          [address, company],
          [ended, company],
        ]),
      }),
    );
    const fine = store.store(message("fine"));
    await expect(only).rejects.toEqual(new AddressEnded(true));
    await expect(some).rejects.toEqual(new AddressEnded(false));
    await expect(fine).resolves.toHaveLength(1);
    expect(await app.rootDb.customerInbox.count({ where: { subject: { in: ["only", "some"] } } })).toBe(0);
  });

  it("looks up addresses by index, without a scan of the table", async () => {
    const [, domain_name = ""] = address.split("@");
    const own = { domain_name, company: owner.company, owner: owner.name };
    const data = Array.from({ length: 5_000 }, (_, no) => ({ email_name: `other-${no}@${domain_name}`, ...own }));
    await app.rootDb.email.createMany({ data });
    await app.rootDb.$executeRaw`ANALYZE email`;
    const scans = async () => {
      const [counted] = await app.rootDb.$queryRaw<{ whole: number; byKey: number }[]>`
        SELECT seq_scan::int AS whole, idx_scan::int AS "byKey" FROM pg_stat_user_tables WHERE relname = 'email'`;
      return counted ?? { whole: 0, byKey: 0 };
    };
    // Postgres updates its counts once a second, with all scans since the last update.
    const counted = async (since: number) => {
      await expect
        .poll(async () => {
          await store.store(message("counted"));
          return (await scans()).byKey;
        })
        .toBeGreaterThan(since);
      return scans();
    };
    const before = await counted((await scans()).byKey);
    const after = await counted(before.byKey);
    expect(after.whole).toBe(before.whole);
  });
});
