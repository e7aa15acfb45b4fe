import { reportview, resources } from "@mayfly/contracts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiClient, apiClient } from "../../testing/api_client.ts";
import { type GivenMessage, storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { tickingClock } from "../../testing/ticking_clock.ts";

const { messages, emails } = resources;

const raw = (head: string, body: string) => `${head}\r\n\r\n${body}\r\n`;
const multipart = (parts: string[]) => [...parts.map((part) => `--b\r\n${part}`), "--b--"].join("\r\n");

/** The mails that are looked for, the oldest first. */
const mails: Record<string, GivenMessage> = {
  order: {
    subject: "Your order RE-4711",
    sender: "Shop <shop+orders@shop.example>",
    raw: raw(
      "From: Shop <shop@shop.example>\r\nTo: Ada <ada@buyers.example>\r\nSubject: Your order RE-4711",
      "Thank you for the big order.",
    ),
  },
  receipt: {
    subject: "領収書",
    raw: raw(
      "Subject: =?utf-8?B?6aCY5Y+O5pu4?=\r\nContent-Type: text/plain; charset=utf-8",
      "東京の店での領収書です。",
    ),
  },
  plan: {
    ...{ subject: "Plan", code: "482913", has_attachment: true },
    raw: raw(
      "Subject: Plan\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b",
      multipart([
        "Content-Type: text/html\r\n\r\n<p>The order of the big day.</p><a href='https://a.example/verify'>Verify</a>",
        "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=timetable.pdf\r\n\r\nx",
        "Content-Type: application/pdf\r\nContent-Disposition: attachment; filename=plan_zeit_4712.pdf\r\n\r\nx",
      ]),
    ),
  },
  siskin: {
    subject: "Birds",
    raw: raw(
      "Subject: Birds\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b",
      multipart([
        "\r\nThis mail is HTML. Please use a mail program that shows HTML.",
        "Content-Type: text/html\r\n\r\n<p>Only in HTML: siskin</p>",
      ]),
    ),
  },
  cafe: {
    subject: "Café",
    raw: raw(
      "Subject: Cafe\r\nContent-Type: text/plain; charset=utf-8",
      "Ein schöner Gruß von O’Brien, Lange Straße 5.",
    ),
  },
};

describe.each([
  ["not indexed yet", "web"],
  ["indexed", "web,worker"],
])("of mail that is %s", (_state, ROLES) => {
  const app = sharedApp({ ROLES });
  let owner: TestMember;
  let client: ApiClient;
  let address: string;
  const names = new Map<string, string>();

  beforeAll(async () => {
    owner = await app.member("Administrator");
    client = await apiClient(app, owner);
    address = await app.address(owner);
    const begin = app.clock.now.getTime();
    for (const [at, [word, mail]] of Object.entries(mails).entries()) {
      const creation = new Date(begin - 3_600_000 + at * 60_000);
      names.set(await storedMessage(app, owner, address, { ...mail, creation }), word);
    }
    const [receipt = ""] = [...names].find(([, word]) => word === "receipt") ?? [];
    await app.rootDb.customerInbox.update({ where: { name: receipt }, data: { seen: [owner.name] } });
    await app.rootDb.email.update({ where: { email_name: address }, data: { run: "ci/7", tags: ["smoke"] } });
    if (ROLES.includes("worker")) await indexed(app);
  });

  const ask = async (q: string, given: object = {}) => client.call(messages.list, { q, ...given });
  const found = async (q: string) => {
    const { status, body } = await ask(q);
    expect([q, status]).toEqual([q, 200]);
    return body.data.map(({ name }: { name: string }) => names.get(name));
  };

  it.each([
    ["order", ["plan", "order"]],
    ["ORD", ["plan", "order"]],
    ["ord ", []],
    ["4711", ["order"]],
    ["re-4711", ["order"]],
    ["filename:4712", ["plan"]],
    ["filename:zeit_4712", ["plan"]],
    ["from:shop+orders", ["order"]],
    ["o'brien", ["cafe"]],
    ["STRASSE", ["cafe"]],
    ["buyers.example", ["order"]],
    ["領収", ["receipt"]],
    ["収", ["receipt"]],
    ["東京の店", ["receipt"]],
    ["cafe gruss", ["cafe"]],
    ["cafe grus ", []],
    ["cafe schoner", ["cafe"]],
    ["timetable", ["plan"]],
    ["siskin", ["siskin"]],
    ["mail program", ["siskin"]],
    ['"only in html"', ["siskin"]],
    ["filename:timetable.pdf", ["plan"]],
    ["subject:order", ["order"]],
    ["from:shop", ["order"]],
    ["to:buyers", ["order"]],
    ["from:buyers", []],
    ['"big order"', ["order"]],
    ['"order of the big"', ["plan"]],
    ["big order", ["plan", "order"]],
    ['big -"big order"', ["plan"]],
    ["order -big", []],
    ["4711 OR timetable", ["plan", "order"]],
    ["has:attachment", ["plan"]],
    ["has:link", ["plan"]],
    ["has:code", ["plan"]],
    ["code:482913", ["plan"]],
    ["is:read", ["receipt"]],
    ["is:unread order", ["plan", "order"]],
    ["-is:read -has:attachment", ["cafe", "siskin", "order"]],
    ["is:read OR 4711", ["receipt", "order"]],
    ["larger:1m", []],
    ["larger:10 cafe", ["cafe"]],
    ["newer_than:1d", ["cafe", "siskin", "plan", "receipt", "order"]],
    ["before:2020-01-01", []],
    ["run:ci/7 order", ["plan", "order"]],
    ["run:other", []],
    ["run:other OR run:ci/7 timetable", ["plan"]],
    ["(run:ci/7 OR run:other) order", ["plan", "order"]],
    ["(run:other OR 4711)", ["order"]],
    ["-run:ci/7", []],
    ["-run:other 4711", ["order"]],
    ["tag:smoke order", ["plan", "order"]],
    ["tag:ci-7", []],
    ["tag:other OR 4711", ["order"]],
    ["-tag:smoke", []],
    ["", ["cafe", "siskin", "plan", "receipt", "order"]],
    ["nowhere", []],
    ["order OR (siskin program)", ["siskin", "plan", "order"]],
    ["(order OR siskin) -(big thank)", ["siskin", "plan"]],
    ["timetable OR -(order OR siskin)", ["cafe", "plan", "receipt"]],
    ["-is:read OR 4711", ["cafe", "siskin", "plan", "order"]],
    ['(is:read OR "the big order") newer_than:1d', ["receipt", "order"]],
    ['-(4711 "the big order") order', ["plan"]],
    ["(4711 before:2020-01-01) OR timetable", ["plan"]],
    ["tim* siskin OR plan ", ["plan"]],
  ])("finds %j (rows T01, T02)", async (q, expected) => {
    expect(await found(q)).toEqual(expected);
  });

  it("finds those of one address", async () => {
    expect(await found(`in:${address} order`)).toEqual(["plan", "order"]);
    expect(await found(`in:${address.replace("@", "+tag@").toUpperCase()} order`)).toEqual(["plan", "order"]);
  });

  it.each(["order in:other@mayfly.test", "order -(in:other@mayfly.test OR x)"])(
    "says at its place that there is no such address in %j",
    async (q) => {
      const place = { position: q.indexOf("in:"), length: "in:other@mayfly.test".length };
      const text = "other@mayfly.test is not one of your addresses, and it isn't shared with you.";
      const { status, body } = await ask(q);
      expect([status, body.errors]).toEqual([422, [{ pointer: "#/q", detail: text, ...place }]]);
      const listed = { doctype: "Customer Inbox", fields: ["name"], q, order_by: "modified desc" } as const;
      const { body: refused } = await owner.call(reportview.get, listed);
      expect(refused).toMatchObject({ message: text, place });
    },
  );

  it("says of an address that the member may not read what it says of none", async () => {
    const hidden = await app.address(owner);
    const theirs = await apiClient(app, await app.member("Member", owner.company));
    const strange = await apiClient(app, await app.member("Administrator"));
    for (const caller of [theirs, strange]) {
      const { status, body } = await caller.call(messages.list, { q: `in:${hidden}` });
      expect([status, body.detail]).toEqual([
        422,
        `${hidden} is not one of your addresses, and it isn't shared with you.`,
      ]);
    }
  });

  it("goes through its pages, and takes no cursor of another search", async () => {
    const { body: first } = await ask("order", { limit: 1 });
    expect(first.data.map(({ name }: { name: string }) => names.get(name))).toEqual(["plan"]);
    const { body: second } = await ask("order", { limit: 1, cursor: first.next_cursor });
    expect(second.data.map(({ name }: { name: string }) => names.get(name))).toEqual(["order"]);
    if (second.next_cursor !== null) {
      expect((await ask("order", { limit: 1, cursor: second.next_cursor })).body).toEqual({
        ...{ data: [], next_cursor: null, indexed_to: null },
      });
    }
    expect((await ask("plan", { cursor: first.next_cursor })).body).toMatchObject({ code: "invalid_cursor" });
  });

  it("says where a query is wrong", async () => {
    expect((await ask("order is:maybe")).body).toMatchObject({
      ...{ status: 422, code: "invalid" },
      errors: [{ pointer: "#/q", detail: "is: needs unread or read.", position: 6, length: 8 }],
    });
    for (const q of ["x".repeat(1_001), "' \\ :* & | ! <-> %", "🎉", "()", "after:0000-01-01", "newer_than:9999y"]) {
      expect([q, (await ask(q)).status]).toEqual([q, 422]);
    }
  });

  it("finds for a member only what they may read, and nothing for another company (rows P54 to P56)", async () => {
    const member = await app.member("Member", owner.company);
    const own = await app.address(member);
    const open = await app.address(owner, { visibility: "Public" });
    const made = [
      await storedMessage(app, member, own, mails["order"]),
      await storedMessage(app, owner, open, mails["order"]),
    ];
    if (ROLES.includes("worker")) await indexed(app);
    const seen = async (whose: TestMember) =>
      (await (await apiClient(app, whose)).call(messages.list, { q: "4711" })).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect((await seen(member)).sort()).toEqual(made.sort());
    expect(await seen(await app.member("Administrator"))).toEqual([]);
    for (const id of made) await client.call(messages.remove, { id });
    expect(await seen(member)).toEqual([]);
    expect(await app.rootDb.messageSearch.count({ where: { message: { in: made } } })).toBe(0);
    await client.call(emails.remove, { id: own });
  });
});

it.each([3, 250])(
  "finds the mail of a run or a tag of %i addresses, also page by page (rows T02, T06, Z13)",
  async (count) => {
    await using app = await testApp({ ROLES: "web" });
    const owner = await app.member("Administrator");
    const member = await app.member("Member", owner.company);
    const [client, theirs] = [await apiClient(app, owner), await apiClient(app, member)];
    const addresses = Array.from({ length: count }, (_, at) => `run-${at}@mayfly.test`);
    await app.rootDb.email.createMany({
      data: addresses.map((email_name, at) => ({
        ...{ email_name, company: owner.company, owner: (at === 1 ? member : owner).name, domain_name: "mayfly.test" },
        ...{ run: "large", tags: ["other", "large"] },
      })),
    });
    const other = await app.address(owner);
    const made: string[] = [];
    for (let at = 0; at < 12; at += 1) {
      const creation = new Date(app.clock.now.getTime() - at * 60_000);
      const address = at % 4 === 3 ? other : (addresses[at % 4] ?? "");
      made.push(await storedMessage(app, at % 4 === 1 ? member : owner, address, { subject: "common", creation }));
    }
    await app.rootDb.$executeRaw`
    INSERT INTO message_search (message, company, bytes, tokens, modified)
    SELECT name, company, 100, array_to_tsvector(ARRAY['common']), modified FROM customer_inbox`;
    await app.rootDb.$executeRaw`UPDATE search_state SET indexed_to = now() + interval '1 day'`;
    const all = async (who: typeof client, q: string) => {
      const seen: number[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const { body } = await who.call(messages.list, { q, limit: 2, ...(cursor && { cursor }) });
        seen.push(...body.data.map(({ name }: { name: string }) => made.indexOf(name)));
        cursor = body.next_cursor;
      }
      return seen;
    };
    for (const label of ["run:large", "tag:large"]) {
      expect(await all(client, label)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10]);
      expect(await all(client, `${label} common`)).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10]);
      expect(await all(client, `${label} in:${addresses[2]}`)).toEqual([2, 6, 10]);
      expect(await all(client, `${label} OR in:${other}`)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
      expect(await all(client, `-${label} common`)).toEqual([3, 7, 11]);
      expect(await all(theirs, label)).toEqual([1, 5, 9]);
    }
  },
);

it("shows each message on one page, although a part of the mail is not indexed yet", async () => {
  await using app = await testApp({ ROLES: "web" });
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  const made: string[] = [];
  for (let at = 0; at < 9; at += 1) {
    const creation = new Date(app.clock.now.getTime() - at * 60_000);
    made.push(await storedMessage(app, owner, address, { subject: "common", creation }));
  }
  // Every second one, from the newest on.
  await app.rootDb.$executeRaw`
    INSERT INTO message_search (message, company, bytes, tokens, modified)
    SELECT name, company, 100, array_to_tsvector(ARRAY['common']), modified FROM customer_inbox
    WHERE name = ANY(${made.filter((_, at) => at % 2 === 0)}::uuid[])`;
  const seen: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { body } = await client.call(messages.list, { q: "common", limit: 2, ...(cursor && { cursor }) });
    seen.push(...body.data.map(({ name }: { name: string }) => name));
    cursor = body.next_cursor;
  }
  expect(seen).toEqual(made);
});

it("ends a page when its time is over, and goes on from there on the next", async () => {
  await using app = await testApp({ ROLES: "web" });
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  const made: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    const creation = new Date(app.clock.now.getTime() - 3_600_000 - at * 60_000);
    const body = at === 11 ? "big order" : "order, big";
    made.push(await storedMessage(app, owner, address, { creation, raw: `Subject: x\r\n\r\n${body}\r\n` }));
  }
  await app.rootDb.$executeRaw`
    INSERT INTO message_search (message, company, bytes, tokens, modified)
    SELECT name, company, 100, array_to_tsvector(ARRAY['big', 'order']), modified FROM customer_inbox`;
  using _ticks = tickingClock(app, 150);
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await client.call(messages.list, { q: '"big order"', ...(cursor && { cursor }) });
    expect(status).toBe(200);
    pages.push(body.data.map(({ name }: { name: string }) => name));
    cursor = body.next_cursor;
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.flat()).toEqual(made.slice(-1));
});

it("leaves out what it has no time to read, until that is indexed, and has no marks then", async () => {
  await using app = await testApp({ ROLES: "web" });
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  for (let at = 0; at < 6; at += 1) await storedMessage(app, owner, address, { subject: "common" });
  const find = async () => {
    const { body } = await owner.call(reportview.get, { doctype: "Customer Inbox", fields: ["name"], q: "common" });
    return body.message.found.map(({ subject }: { subject: string[] }) => subject);
  };
  expect(await find()).toEqual(Array(6).fill(["", "common", ""]));
  const cases: [number, string[][]][] = [
    [120, [["", "common", ""]]],
    [600, [["common"]]],
  ];
  for (const [milliseconds, expected] of cases) {
    using _ticks = tickingClock(app, milliseconds);
    expect(await find()).toEqual(expected);
  }
});

it("says up to when mail was searched while more is not indexed than it reads (row T03)", async () => {
  await using app = await testApp({ ROLES: "web" });
  const owner = await app.member("Administrator");
  const client = await apiClient(app, owner);
  const address = await app.address(owner);
  const name = await storedMessage(app, owner, address, { subject: "common" });
  const search = async () => {
    const { body } = await client.call(messages.list, { q: "common", limit: 1 });
    const asked = { doctype: "Customer Inbox", fields: ["name"], q: "common", page_length: 1 } as const;
    return [body.indexed_to, (await owner.call(reportview.get, asked)).body.message.indexed_to];
  };
  expect(await search()).toEqual([null, null]);
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT gen_random_uuid(), company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified
    FROM customer_inbox, generate_series(1, 200) WHERE name = ${name}::uuid`;
  const indexed_to = new Date(app.clock.now.getTime() - 30_000);
  await app.rootDb.searchState.updateMany({ data: { indexed_to } });
  expect(await search()).toEqual([indexed_to.toISOString(), indexed_to.toISOString()]);
  expect((await client.call(messages.list, { limit: 1 })).body).not.toHaveProperty("indexed_to");
});

/** Fulfilled when all mail is indexed. */
async function indexed({ rootDb }: TestApp) {
  await vi.waitFor(async () => expect(await rootDb.messageSearch.count()).toBe(await rootDb.customerInbox.count()), {
    interval: 20,
  });
}

describe("with more hits than are sorted", () => {
  const app = sharedApp({ ROLES: "web" });

  it("goes through all mail, the newest first, for a word that every message has (row T04)", async () => {
    const owner = await app.member("Administrator");
    const client = await apiClient(app, owner);
    const address = await app.address(owner);
    const name = await storedMessage(app, owner, address, { subject: "common" });
    // Copies of one message, which nothing but their rows tells from each other.
    await app.rootDb.$executeRaw`
      INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
      SELECT gen_random_uuid(), company, owner, visibility, recipients, source, mail_from, sender, subject, preview,
        creation - at * interval '1 second', modified - at * interval '1 second'
      FROM customer_inbox, generate_series(1, 6000) AS at WHERE name = ${name}::uuid`;
    await app.rootDb.$executeRaw`
      INSERT INTO message_search (message, company, bytes, tokens, modified)
      SELECT name, company, 100, array_to_tsvector(ARRAY['common']), modified FROM customer_inbox`;
    const query = { q: "absent" };
    // Nobody has said that these words are there: mail behind the newest may lack them.
    expect((await client.call(messages.list, query)).body).toMatchObject({
      data: [],
      indexed_to: "1970-01-01T00:00:00.000Z",
    });
    await app.rootDb.searchState.updateMany({ data: { indexed_to: new Date() } });
    const page = async (cursor?: string) =>
      (await client.call(messages.list, { q: "common", limit: 50, ...(cursor && { cursor }) })).body;
    const first = await page();
    const second = await page(first.next_cursor);
    expect([first.data.length, second.data.length]).toEqual([50, 50]);
    expect(first.data[0].name).toBe(name);
    const times = [...first.data, ...second.data].map(({ creation }: { creation: string }) => creation);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(times).size).toBe(100);
    expect((await client.call(messages.list, query)).body).toEqual({
      ...{ data: [], next_cursor: null, indexed_to: null },
    });
  });
});
