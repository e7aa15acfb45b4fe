import { email, type MailSummary } from "@mayfly/contracts";
import pg from "pg";
import { expect, it, vi } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp();
/** What EXPLAIN tells of a statement as a whole. */
type Plan = Record<"Shared Hit Blocks" | "Shared Read Blocks", number>;
const at = (seconds: number) => new Date(app.clock.now.getTime() + seconds * 1_000);

it("sums up the mail of the addresses that the caller may read (rows Y04, Y05)", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const stranger = await app.member("Administrator");
  const [busy, quiet] = [await app.address(owner, { visibility: "Public" }), await app.address(owner)];
  const names: string[] = [];
  for (const [no, sender] of ["Acme <a@acme.example>", "Shop <s@shop.example>"].entries()) {
    names.push(await storedMessage(app, owner, busy, { sender, creation: at(no) }));
  }
  await app.rootDb.customerInbox.update({ where: { name: names[0] ?? "" }, data: { seen: [owner.name] } });
  const ask = async (who = owner) => {
    const { body } = await who.call(email.get_mail_summary, { emails: [busy, quiet, "nobody@mayfly.test"] });
    return body.message;
  };
  const last = { creation: at(1).toISOString(), sender: "Shop <s@shop.example>" };
  expect(await ask()).toEqual([
    { email_name: busy, unread: 1, last },
    { email_name: quiet, unread: 0, last: null },
  ]);
  expect(await ask(colleague)).toEqual([{ email_name: busy, unread: 2, last }]);
  expect(await ask(stranger)).toEqual([]);
  const many = Array.from({ length: 101 }, (_, no) => `a${no}@mayfly.test`);
  expect((await owner.call(email.get_mail_summary, { emails: many })).status).toBe(417);
});

/** Stores mail without its bytes, the newest last. @param seen those who have opened it */
const stored = (owner: TestMember, recipients: string, messages: number, seen: readonly string[] = []) =>
  app.rootDb.$executeRaw`
    INSERT INTO customer_inbox (name, company, owner, visibility, recipients, source, mail_from, sender, subject, preview, _seen)
    SELECT gen_random_uuid(), ${owner.company}::uuid, ${owner.name}, 'Private', ${recipients}, gen_random_uuid(), '', '', '', '',
      ${seen}::text[] FROM generate_series(1, ${messages}::int)`;

it("counts all that is unread, however much has been read since, up to a hundred", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Administrator", owner.company);
  const [few, many, mixed] = [await app.address(owner), await app.address(owner), await app.address(owner)];
  const ask = async (who = owner) => {
    const { body } = await who.call(email.get_mail_summary, { emails: [few, many, mixed] });
    return body.message.map(({ unread }: MailSummary) => unread);
  };
  await stored(owner, few, 40);
  await stored(owner, few, 900, [owner.name]);
  await stored(owner, many, 130);
  await stored(owner, mixed, 30);
  await stored(owner, mixed, 50, [colleague.name]);
  await stored(owner, mixed, 300, [owner.name, colleague.name]);
  expect(await ask()).toEqual([40, 100, 80]);
  expect(await ask(colleague)).toEqual([100, 100, 30]);

  await app.rootDb.customerInbox.deleteMany({ where: { recipients: many, seen: { isEmpty: true } } });
  expect(await ask()).toEqual([40, 0, 80]);
});

it("looks at no more than ten thousand messages of an address with more, and not at all that are unread", async () => {
  const owner = await app.member("Administrator");
  const address = await app.address(owner);
  await stored(owner, address, 50);
  await stored(owner, address, 30_000, [owner.name]);
  await app.rootDb.$executeRaw`ANALYZE customer_inbox`;
  const query = vi.spyOn(pg.Client.prototype, "query");
  const { body } = await owner.call(email.get_mail_summary, { emails: [address] });
  expect(body.message).toMatchObject([{ unread: 50 }]);
  const asked = (query.mock.calls as unknown as [{ text: string; values: unknown[] }][]).map(
    ([statement]) => statement,
  );
  query.mockRestore();
  const counting = asked.find(({ text }) => text.includes("_seen"));
  const [{ "QUERY PLAN": [told] = [] } = {}] = await app.rootDb.$queryRawUnsafe<{ "QUERY PLAN": { Plan: Plan }[] }[]>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${counting?.text}`,
    ...(counting?.values ?? []),
  );
  expect(JSON.stringify(told)).toContain("customer_inbox_unopened");
  expect((told?.Plan["Shared Hit Blocks"] ?? 0) + (told?.Plan["Shared Read Blocks"] ?? 0)).toBeLessThan(2_000);
});
