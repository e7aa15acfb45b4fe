import { reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";

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
  const { name: source } = await app.world.messageSource.create({
    data: { name: crypto.randomUUID(), company, raw: new Uint8Array() },
  });
  await app.world.$executeRaw`
    INSERT INTO customer_inbox (
      name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT gen_random_uuid(), ${company}::uuid, ${owner}, 'Private', ${address}, ${source}::uuid, '', '', '', '', at, at
    FROM (
      SELECT ${begin}::timestamptz + no / 2 * interval '1 second' AS at
      FROM generate_series(${from}::int, ${to}::int) AS no
    ) AS given`;
}

it("answers the right messages on deep pages, also after mail has come in or been deleted", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const [address, other] = [await app.address(admin), await app.address(admin)];
  await fill(app, admin, other, 1, 100);
  await fill(app, admin, address, 1, count);
  const page = async (start: number, caller = admin) => {
    const filters = [["recipients", "=", address]];
    const input = { doctype: "Customer Inbox", filters, order_by: "modified desc", start, page_length: 20 };
    return ((await caller.call(reportview.get, input)).body.message.values as string[][]).flat();
  };
  const order = async () =>
    (
      await app.world.customerInbox.findMany({
        where: { recipients: address },
        orderBy: [{ modified: "desc" }, { name: "desc" }],
        select: { name: true },
      })
    ).map(({ name }) => name);

  let all = await order();
  const starts = [0, 980, 999, 1000, 1001, 1456, 1457, 2435, 2455, 2456, 2457, 3000, count - 21, count - 20, count - 1];
  for (const start of starts) expect(await page(start), `${start}`).toEqual(all.slice(start, start + 20));
  for (const start of [count, 100_000]) expect(await page(start)).toEqual([]);

  await fill(app, admin, address, count + 1, count + 1_700);
  all = await order();
  for (const start of [999, 1000, 2456, 4000, all.length - 20]) {
    expect(await page(start), `${start}`).toEqual(all.slice(start, start + 20));
  }
  const colleague = await app.member("Member", admin.company);
  for (const caller of [colleague, await app.member("Administrator")]) expect(await page(2_000, caller)).toEqual([]);

  await app.world.customerInbox.deleteMany({ where: { recipients: address } });
  expect(await page(2_000)).toEqual([]);
  await fill(app, admin, address, 1, 2_100);
  expect(await page(2_000)).toEqual((await order()).slice(2_000, 2_020));

  // Messages of the last hour get no marks, because earlier ones may still be committed.
  await app.world.customerInbox.deleteMany({ where: { recipients: address } });
  app.clock.now = new Date(app.clock.now.getTime() - 86_400_000);
  const begin = app.clock.now.toISOString();
  await fill(app, admin, address, 1, 2_100, begin);
  await page(1_500);
  await fill(app, admin, address, 1_600, 1_600, begin);
  expect(await page(1_500)).toEqual((await order()).slice(1_500, 1_520));
});
