import { stats } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("answers the company's numbers to Members and Administrators alike (K19, L15, P05, P125)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  await app.address(admin);
  await app.address(member);
  const ended = await app.address(admin);
  await app.rootDb.email.update({ where: { email_name: ended }, data: { is_active: false } });
  await app.rootDb.domain.create({
    data: { domain_name: "a.example", company: admin.company, owner: admin.name, verification_token: "x" },
  });
  await app.address(await app.member("Member"));

  const expected = { total_emails: 3, active_emails: 2, team_members: 2, domains: 1 };
  expect((await admin.call(stats.get_dashboard_status)).body.message).toEqual(expected);
  expect((await member.call(stats.get_dashboard_status)).body.message).toEqual(expected);
});
