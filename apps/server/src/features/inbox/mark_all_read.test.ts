import { contracts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";

const { mark_all_read } = contracts.inbox;
const app = sharedApp();

it("marks what the caller may read as opened by the caller alone (row Y12)", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const [open, own] = [await app.address(owner, { visibility: "Public" }), await app.address(owner)];
  for (const address of [open, open, own]) await storedMessage(app, owner, address);
  const seen = async (address: string) => {
    const rows = await app.rootDb.customerInbox.findMany({ where: { recipients: address } });
    return rows.map((row) => row.seen);
  };
  const mark = async (who = owner, email?: string) => (await who.call(mark_all_read, { email })).body.message;
  expect(await mark(colleague, own)).toEqual({ marked: 0, left: false, next: null });
  expect(await mark(await app.member("Administrator"), open)).toEqual({ marked: 0, left: false, next: null });
  expect(await mark(owner, open)).toEqual({ marked: 2, left: false, next: null });
  expect(await seen(open)).toEqual([[owner.name], [owner.name]]);
  expect(await seen(own)).toEqual([[]]);
  expect(await mark(owner)).toEqual({ marked: 1, left: false, next: null });
  expect(await mark(owner)).toEqual({ marked: 0, left: false, next: null });
  expect(await mark(colleague)).toEqual({ marked: 2, left: false, next: null });
  expect(await seen(open)).toEqual([
    [owner.name, colleague.name],
    [owner.name, colleague.name],
  ]);
});

it("goes on where the call before ended, until all mail is marked (row Z14)", async () => {
  const { rootDb } = app;
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const [many, few] = [await app.address(owner), await app.address(colleague)];
  const sample = await storedMessage(app, owner, many);
  // Before mail of the Member's own come more messages of others than one call passes.
  const own = await storedMessage(app, colleague, few, { creation: new Date("2026-01-01") });
  await rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, creation, modified)
    SELECT gen_random_uuid(), company, owner, visibility, recipients, source, mail_from, sender, subject, preview, at, at
    FROM customer_inbox CROSS JOIN LATERAL (SELECT '2026-02-01'::timestamptz + no * interval '1 second' AS at FROM generate_series(1, 50010) AS no)
    WHERE name = ${sample}::uuid`;
  const first = (await colleague.call(mark_all_read, {})).body.message;
  // Callers of the version before repeat the call, without `after`, while something is left.
  expect(first).toEqual({ marked: 0, left: false, next: expect.any(String) });
  expect((await colleague.call(mark_all_read, { after: first.next })).body.message).toEqual({
    ...{ marked: 1, left: false, next: null },
  });
  expect((await rootDb.customerInbox.findUniqueOrThrow({ where: { name: own } })).seen).toEqual([colleague.name]);
  const ofOwner = (await owner.call(mark_all_read, { email: many })).body.message;
  expect(ofOwner).toMatchObject({ marked: 1_000, left: true });
  expect((await owner.call(mark_all_read, { email: many, after: ofOwner.next })).body.message.marked).toBe(1_000);
  expect(await rootDb.customerInbox.count({ where: { seen: { has: owner.name } } })).toBe(2_000);
  // A place in one list is none in another.
  expect((await owner.call(mark_all_read, { after: ofOwner.next })).status).toBe(417);
});
