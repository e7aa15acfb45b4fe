import { domain, reset_user, session, setting, team, webhook } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { makeLink } from "../features/reset_user/reset_user.ts";
import { type TestApp, testApp } from "../testing/test_app.ts";

/** The security events that were logged since the last look, without what only says where in the log they are. */
function eventsOf(app: TestApp) {
  const lines = app.log.splice(0).map((line) => JSON.parse(line));
  return lines
    .filter(({ msg }) => msg === "security")
    .map(({ level, time: _time, pid: _pid, hostname: _host, msg: _msg, reqId, network, ...event }) => {
      expect([level, reqId, network]).toEqual([30, expect.stringMatching(/^[\da-f-]{36}$/), "127.0.0.1"]);
      return event;
    });
}

const hash = expect.stringMatching(/^[\w-]{16}$/);

it("logs each security event in one line, by a hash of the account and never by its address or secrets", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const said: string[] = [];
  const look = () => {
    said.push(...app.log);
    return eventsOf(app);
  };
  const { guest } = app;
  const password = "Better!Password1";

  expect((await guest.call(session.login, { usr: member.name, pwd: "wrong horse" })).status).toBe(401);
  const [wrong] = look();
  expect(wrong).toEqual({ event: "login_refused", account: hash });
  const { account } = wrong;
  await guest.call(session.login, { usr: "nobody@company.example", pwd: "wrong horse" });
  expect(look()).toEqual([{ event: "login_refused", account: hash }]);
  expect((await guest.call(session.login, { usr: member.name.toUpperCase(), pwd: member.password })).status).toBe(200);
  expect(look()).toEqual([{ event: "login", account }]);
  await guest.call(session.logout);
  expect(look()).toEqual([{ event: "logout", account }]);

  await guest.call(reset_user.reset_user_password, { email: member.name });
  expect(look()).toEqual([{ event: "reset_asked", account }]);
  await guest.call(reset_user.validate_otp, { name: "x".repeat(32), password });
  expect(look()).toEqual([{ event: "reset_refused" }]);
  const token = (await makeLink(app.rootDb, member.name, app.clock.now, 60)).split("/").at(-1);
  expect((await guest.call(reset_user.validate_otp, { name: token, password })).status).toBe(200);
  expect(look()).toEqual([{ event: "reset_done", account }]);

  // The reset has ended the member's session: what its cookie asks for is refused.
  expect((await member.call(setting.get_notification_preferences)).status).toBe(401);
  const refused = { event: "access_refused", call: setting.get_notification_preferences.path, status: 401 };
  expect(look()).toEqual([refused]);
  await member.call(session.login, { usr: member.name, pwd: password });
  look();
  expect((await member.call(domain.add_domain, { domain: "a.example" })).status).toBe(403);
  expect(look()).toEqual([{ event: "access_refused", account, call: domain.add_domain.path, status: 403 }]);
  // A guest without a session asks for nothing that is anybody's.
  await app.guest.call(setting.get_notification_preferences);
  expect(look()).toEqual([]);

  const change = (current_password: string, new_password: string) =>
    member.call(setting.update_password, { current_password, new_password, confirm_password: new_password });
  expect((await change("wrong horse", "Other!Password2")).status).toBe(417);
  expect(look()).toEqual([{ event: "password_refused", account }]);
  expect((await change(password, "Other!Password2")).status).toBe(200);
  expect(look()).toEqual([{ event: "password_changed", account }]);

  const update = (changes: object) => admin.call(team.update_team_member, { customer_email: member.name, ...changes });
  await update({ role: "Administrator" });
  const [promoted] = look();
  expect(promoted).toEqual({ event: "role_changed", account, by: hash, role: "Administrator" });
  const { by } = promoted;
  await update({ role: "Member", is_active: 0 });
  expect(look()).toEqual([
    { event: "role_changed", account, by, role: "Member" },
    { event: "activation_changed", account, by, active: false },
  ]);
  await update({ is_active: 0 });
  expect(look()).toEqual([]);
  await admin.call(team.invite_team_member, { name: "New One", email: "new@company.example", role: "Member" });
  expect(look()).toEqual([{ event: "member_invited", account: hash, by, role: "Member" }]);
  await admin.call(webhook.regenerate_hmac_password);
  expect(look()).toEqual([{ event: "secret_changed", account: by }]);

  const log = said.filter((line) => line.includes('"security"')).join("\n");
  for (const secret of [member.name, admin.name, "company.example", password, member.password, "wrong horse", token]) {
    expect(log).not.toContain(secret);
  }
});
