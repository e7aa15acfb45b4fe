import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { findings, verify } from "./verify.ts";

const app = sharedApp();

/** What each check found; those that found nothing are left out. */
async function found(repair = false) {
  const verified = await verify({ rootDb: app.rootDb, clock: () => app.clock.now }, { repair });
  return Object.fromEntries(
    verified.flatMap(({ name, found, repaired }) => (found > 0 ? [[name, [found, repaired]]] : [])),
  );
}

it("finds what hangs on mail that is gone, and mends what can be mended (row Z16)", async () => {
  const { rootDb, clock } = app;
  const member = await app.member("Administrator");
  const { company } = member;
  const address = await app.address(member);
  const names: string[] = [];
  for (let at = 0; at < 3; at += 1) names.push(await storedMessage(app, member, address));
  const [gone = "", sourceless = "", sound = ""] = names;
  for (const message of [gone, sound]) {
    await rootDb.messageClaim.create({
      data: {
        ...{ message, company, address, claim: crypto.randomUUID(), api_key: crypto.randomUUID() },
        ...{ member: member.name, creation: clock.now, until: clock.now },
      },
    });
    // Two of one message are one fault.
    for (const who of ["a", "b"])
      await rootDb.timelineEntry.create({ data: { message, company, what: "opened", who, creation: clock.now } });
    await rootDb.$executeRaw`
      INSERT INTO message_search (message, company, bytes, tokens, modified)
      VALUES (${message}::uuid, ${company}::uuid, 1, 'word', ${clock.now})`;
    await rootDb.webhookDelivery.create({
      data: { company, webhook: "hook", event: "email.received", message, body: "{}", next_attempt: clock.now },
    });
  }
  // Everything has been indexed since, but one message was missed.
  await rootDb.searchState.updateMany({ data: { indexed_to: new Date(clock.now.getTime() + 3_600_000) } });
  expect(await found()).toEqual({ mail_without_words: [1, 0] });

  const { source } = await rootDb.customerInbox.delete({ where: { name: gone } });
  const other = await rootDb.customerInbox.findUniqueOrThrow({ where: { name: sourceless } });
  await rootDb.messageSource.delete({ where: { name: other.source } });
  const broken = {
    ...{ message_claim_without_mail: [1, 0], timeline_entry_without_mail: [1, 0], message_search_without_mail: [1, 0] },
    ...{ webhook_body_without_mail: [1, 0], source_without_mail: [1, 0] },
    ...{ mail_without_source: [1, 0], mail_without_words: [1, 0] },
  };
  expect(await found()).toEqual(broken);
  expect((await findings(rootDb)).filter(({ found }) => found > 0)).toHaveLength(7);

  const mended = Object.fromEntries(
    Object.entries(broken).map(([name, [count]]) => [name, [count, name.startsWith("mail_") ? 0 : count]]),
  );
  expect(await found(true)).toEqual(mended);
  expect(await found()).toEqual({ mail_without_source: [1, 0], mail_without_words: [1, 0] });
  expect(await rootDb.messageSource.count({ where: { name: source } })).toBe(0);
  expect(await rootDb.messageClaim.count({ where: { message: sound } })).toBe(1);
  expect(await rootDb.timelineEntry.count({ where: { message: sound } })).toBe(2);
  expect(await rootDb.webhookDelivery.count({ where: { message: sound, body: "{}" } })).toBe(1);
});

it("goes through tables in parts, and ends at once when it is to stop (row Z16)", async () => {
  const { rootDb, clock } = app;
  const { company } = await app.member("Administrator");
  await rootDb.$executeRaw`
    INSERT INTO timeline_entry (message, company, what, who, creation)
    SELECT gen_random_uuid(), ${company}::uuid, 'opened', 'a', now() FROM generate_series(1, 4500)`;
  expect((await found())["timeline_entry_without_mail"]).toEqual([4_500, 0]);
  const stopping = AbortSignal.abort();
  expect(await verify({ rootDb, clock: () => clock.now, stopping }, { repair: true })).toEqual([]);
  expect((await found(true))["timeline_entry_without_mail"]).toEqual([4_500, 4_500]);
});
