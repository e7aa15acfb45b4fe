import { plan } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("counts what is used of the plan's limits, at its literal path (K18, L14, P59, P75, P123, P124)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const gone = await app.member("Member", member.company);
  await app.rootDb.member.update({ where: { name: gone.name }, data: { is_active: false } });
  await app.address(member);
  await app.address(member, { expiry: new Date(app.clock.now.getTime() - 1000) });
  const ended = await app.address(member);
  await app.rootDb.email.update({ where: { email_name: ended }, data: { is_active: false } });
  const other = await app.member("Administrator");
  await app.address(other);
  await app.rootDb.subscription.update({
    where: { company: member.company },
    data: { expiry_date: new Date("2027-03-01") },
  });

  const answer = await member.fetch("/api/method/disposable_email.plan.validators.get_stats");

  expect(plan.get_stats.path).toBe("/api/method/disposable_email.plan.validators.get_stats");
  expect(answer.body.message).toEqual({ domain: 0, webhook: 0, team: 1, email: 1, expiry_date: "2027-03-01" });
});
