import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";
import { sweepNext, sweepWords } from "./search.ts";

it("sweeps the words of mail that is gone, so many at a time, and leaves the others", async () => {
  await using app = await testApp({ ROLES: "web" });
  const { rootDb } = app;
  const owner = await app.member("Administrator");
  const message = await storedMessage(app, owner, await app.address(owner));
  await rootDb.$executeRaw`
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT name, company, modified, 1, '' FROM customer_inbox`;
  await rootDb.$executeRaw`
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT gen_random_uuid(), ${owner.company}::uuid, now(), 1, '' FROM generate_series(1, 1251)`;
  const gone = await rootDb.messageSearch.findFirstOrThrow({ where: { NOT: { message } } });
  await rootDb.searchUnread.create({ data: { message: gone.message, company: owner.company } });
  const first = await sweepWords(rootDb);
  expect(first.deleted).toBeGreaterThanOrEqual(1_249);
  expect(await sweepWords(rootDb, first.next)).toMatchObject({ next: undefined });
  expect(await rootDb.messageSearch.findMany({ select: { message: true } })).toEqual([{ message }]);
  expect(await rootDb.searchUnread.count()).toBe(0);
});

it("goes round by the clock", async () => {
  await using app = await testApp({ ROLES: "web" });
  const { rootDb } = app;
  const { company } = await app.member("Administrator");
  await rootDb.$executeRaw`
    INSERT INTO message_search (message, company, modified, bytes, tokens)
    SELECT gen_random_uuid(), ${company}::uuid, now(), 1, '' FROM generate_series(1, 20001)`;
  const told: object[] = [];
  const log = { info: (what: object) => told.push(what) } as never;
  const left: number[] = [];
  for (let call = 0; call < 2; call += 1) {
    await sweepNext({ rootDb, log });
    left.push(await rootDb.messageSearch.count());
  }
  expect(left).toEqual([1, 0]);
  expect(told).toEqual([{ deleted: 20_000 }, { deleted: 1 }]);
  expect((await rootDb.searchState.findFirstOrThrow()).swept_to).toMatch(/^0+-/);
});
