import { reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp, type TestApp, type TestMember } from "../../testing/test_app.ts";
import { checkBlocks, countBlocks } from "./deep_pages.ts";

const app = sharedApp();

const count = 3_456;

/** Stores messages of an address, numbered from the oldest; every two have the same time. */
async function fill(
  app: TestApp,
  { company, name: owner }: TestMember,
  address: string,
  from: number,
  to: number,
  begin = "2026-01-01",
) {
  const { name: source } = await app.rootDb.messageSource.create({
    data: { name: crypto.randomUUID(), company, raw: new Uint8Array() },
  });
  await app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (
      name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT gen_random_uuid(), ${company}::uuid, ${owner}, 'Private', ${address}, ${source}::uuid, '', '', '', '', at, at
    FROM (
      SELECT ${begin}::timestamptz + no / 2 * interval '1 second' AS at
      FROM generate_series(${from}::int, ${to}::int) AS no
    ) AS given`;
}

const count_blocks = ({ rootDb, clock }: TestApp) =>
  countBlocks({ rootDb, clock: () => clock.now, stopping: new AbortController().signal });

/** Reads pages of a list, of one address or of all, and what they should hold. */
function reader(app: TestApp, admin: TestMember, address?: string) {
  const recipients = address === undefined ? {} : { recipients: address };
  return {
    async page(start: number, caller = admin) {
      const input = {
        doctype: "Customer Inbox",
        filters: recipients,
        order_by: "modified desc",
        start,
        page_length: 20,
      };
      return ((await caller.call(reportview.get, input)).body.message.values as string[][]).flat();
    },
    async order() {
      const where = { company: admin.company, ...recipients };
      const rows = await app.rootDb.customerInbox.findMany({
        where,
        orderBy: [{ modified: "desc" }, { name: "desc" }],
        select: { name: true },
      });
      return rows.map(({ name }) => name);
    },
  };
}

it.each(["of an address", "of all addresses"])(
  "answers the right messages on deep pages %s, after mail has come in or been deleted anywhere",
  async (which) => {
    const admin = await app.member("Administrator");
    const [address, other] = [await app.address(admin), await app.address(admin)];
    const { page, order } = reader(app, admin, which === "of an address" ? address : undefined);
    const holds = async (...starts: number[]) => {
      const all = await order();
      for (const start of [...starts, all.length - 21, all.length - 20, all.length - 1]) {
        expect(await page(start), `${start}`).toEqual(all.slice(start, start + 20));
      }
      for (const start of [all.length, 100_000]) expect(await page(start)).toEqual([]);
      return all;
    };
    await fill(app, admin, other, 1, 100);
    await fill(app, admin, address, 1, count);
    const starts = [0, 999, 1000, 1001, 1456, 1457, 1556, 1557, 2455, 2456, 2556, 3000];
    await holds(...starts);
    await count_blocks(app);
    expect(
      (await app.rootDb.inboxBlock.findMany({ where: { company: admin.company } })).map(({ messages }) => messages),
    ).toEqual(Array(6).fill(1000));
    await holds(...starts);
    await fill(app, admin, address, count + 1, count + 1_700);
    await holds(1000, 1700, 2456);
    await count_blocks(app);
    const all = await holds(1701, 4000);

    const remove = (names: string[]) => app.rootDb.customerInbox.deleteMany({ where: { name: { in: names } } });
    await remove(all.filter((_, at) => at % 7 === 0));
    await holds(1000, 3001);
    // A whole block, the oldest message and the newest.
    const left = await order();
    await remove([...left.slice(1_200, 2_900), ...left.slice(-1), ...left.slice(0, 1)]);
    await holds(1199, 1200);
    await count_blocks(app);
    await holds(1200);

    await app.rootDb.customerInbox.deleteMany({ where: { company: admin.company } });
    expect(await page(2_000)).toEqual([]);
    expect(await app.rootDb.inboxBlock.count({ where: { company: admin.company } })).toBe(0);
  },
  60_000,
);

it("answers nothing of what the caller may not read", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  await fill(app, admin, address, 1, 2_100);
  await count_blocks(app);
  const colleague = await app.member("Member", admin.company);
  for (const { page } of [reader(app, admin, address), reader(app, admin)]) {
    expect(await page(1_500)).toHaveLength(20);
    for (const caller of [colleague, await app.member("Administrator")]) expect(await page(1_500, caller)).toEqual([]);
  }
});

it("counts no mail of the last hour, because earlier mail may still be committed", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const { page, order } = reader(app, admin, address);
  const begin = app.clock.now.toISOString();
  await fill(app, admin, address, 1, 2_100, begin);
  await count_blocks(app);
  expect(await app.rootDb.inboxBlock.count({ where: { company: admin.company } })).toBe(0);
  await fill(app, admin, address, 1_600, 1_600, begin);
  expect(await page(1_500)).toEqual((await order()).slice(1_500, 1_520));
});

it("counts exactly while mail is deleted", async () => {
  const admin = await app.member("Administrator");
  const address = await app.address(admin);
  const { page, order } = reader(app, admin, address);
  await fill(app, admin, address, 1, 9_000);
  const all = await order();
  const remove = (from: number) =>
    app.rootDb.customerInbox.deleteMany({ where: { name: { in: all.slice(from, from + 30) } } });
  const removals = Array.from({ length: 100 }, (_, no) => remove(no * 90));
  await Promise.all([...removals.slice(0, 50), count_blocks(app), ...removals.slice(50), count_blocks(app)]);
  const left = await order();
  const counted = await app.rootDb.inboxBlock.groupBy({
    by: ["recipients"],
    where: { company: admin.company },
    _sum: { messages: true },
  });
  expect(counted).toHaveLength(2);
  for (const start of [1_000, 3_000, left.length - 20])
    expect(await page(start)).toEqual(left.slice(start, start + 20));
});

it("finds blocks whose count is wrong, and has them counted again (row Z16)", async () => {
  const admin = await app.member("Administrator");
  const [one, other] = [await app.address(admin), await app.address(admin)];
  await fill(app, admin, one, 1, count);
  await fill(app, admin, other, 1, count);
  await count_blocks(app);
  const check = async () => {
    const faults: string[] = [];
    for (let place: string | undefined = ""; place !== undefined; ) {
      const looked: Awaited<ReturnType<typeof checkBlocks.look>> = await checkBlocks.look(app.rootDb, place);
      faults.push(...looked.faults);
      place = looked.next;
    }
    return faults;
  };
  expect(await check()).toEqual([]);
  const { company } = admin;
  const blocks = await app.rootDb.inboxBlock.findMany({
    where: { company, recipients: one },
    orderBy: { modified: "asc" },
  });
  const { name, messages } = blocks[1] as (typeof blocks)[number];
  await app.rootDb.inboxBlock.updateMany({
    where: { company, recipients: one, name },
    data: { messages: messages - 1 },
  });
  const faults = await check();
  expect(faults.map((mark) => JSON.parse(mark).slice(0, 2))).toEqual([[company, one]]);
  await checkBlocks.repair(app.rootDb, faults);
  expect(await check()).toEqual([]);
  const mended = await app.rootDb.inboxBlock.findMany({
    where: { company, recipients: one },
    orderBy: { modified: "asc" },
  });
  expect(mended).toEqual(blocks);
});
