import { contracts, messageTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { messagesTo } from "../../testing/messages.ts";
import { sharedApp, testApp } from "../../testing/test_app.ts";

const { send_test_mail } = contracts.inbox;
const app = sharedApp({ ROLES: "web,smtp", RATE_LIMIT_FACTOR: "0.1" });

it("sends a mail with a code through the receiver to an address that the caller may read (row Y06)", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const address = await app.address(owner);
  const { status, body } = await owner.call(send_test_mail, { email: address });
  expect([status, body.message]).toEqual([200, { success: true, message: messageTexts.testMailSent }]);
  const [message] = await messagesTo(app.rootDb, address);
  expect(message?.subject).toMatch(/^\d{6} is your test code$/);
  expect(message?.code).toBe(message?.subject.slice(0, 6));
  for (const other of [colleague, await app.member("Administrator")])
    expect((await other.call(send_test_mail, { email: address })).status).toBe(404);
  expect((await owner.call(send_test_mail, { email: address })).status).toBe(200);
  expect((await owner.call(send_test_mail, { email: address })).status).toBe(429);
  await app.rootDb.email.update({ where: { email_name: address }, data: { is_active: false } });
  expect((await owner.call(send_test_mail, { email: address })).body.message).toBe(messageTexts.takesNoMail);
});

it("says when the company has received all of today's mail (row P154)", async () => {
  const where = { plan_quota: { plan: "business", quota: "mail_kb" } } as const;
  const { per_day } = await app.rootDb.planQuota.findUniqueOrThrow({ where });
  await app.rootDb.planQuota.update({ where, data: { per_day: 0 } });
  const owner = await app.member("Administrator");
  const { status, body } = await owner.call(send_test_mail, { email: await app.address(owner) });
  expect([status, body.message]).toEqual([503, messageTexts.overQuota]);
  await app.rootDb.planQuota.update({ where, data: { per_day } });
});

it("says when the receiver does not answer", async () => {
  // Without the role smtp, the receiver is where MAIL_HOST says, and nobody listens there.
  await using web = await testApp({ ROLES: "web", MAIL_HOST: "localhost" });
  const owner = await web.member("Administrator");
  const { status, body } = await owner.call(send_test_mail, { email: await web.address(owner) });
  expect([status, body.message]).toEqual([503, messageTexts.notTaken]);
});
