import { reset_user, resetTexts, team } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { makeLink } from "./reset_user.ts";

const app = sharedApp({ ROLES: "web,worker" });
const minutes = 60;

const check = async (name: string) => {
  const { status, body } = await app.guest.call(reset_user.check_link, { name });
  return [status, status === 200 ? body.message.success : body.message];
};
const link = async (member: string) =>
  (await makeLink(app.rootDb, member, app.clock.now, minutes)).split("/").at(-1) ?? "";
const refused = [417, resetTexts.invalidLink];

it("tells a link that is good from one that was used, is too old, or whose member is inactive", async () => {
  const member = await app.member("Member");
  const name = await link(member.name);
  expect(await check(name)).toEqual([200, true]);
  expect(await check(name)).toEqual([200, true]);
  await app.guest.call(reset_user.validate_otp, { name, password: "Better!Password1" });
  expect(await check(name)).toEqual(refused);

  const old = await link(member.name);
  await app.rootDb.resetToken.updateMany({ where: { used: null }, data: { expiry: app.clock.now } });
  expect(await check(old)).toEqual(refused);

  const other = await app.member("Member");
  const theirs = await link(other.name);
  await app.rootDb.member.update({ where: { name: other.name }, data: { is_active: false } });
  expect(await check(theirs)).toEqual(refused);
  expect(await check("nothing")).toEqual(refused);
});

it("knows the mailed link of an invitation, which sets a password too", async () => {
  const admin = await app.member("Administrator");
  const email = `${crypto.randomUUID()}@engine.example`;
  await admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  const [, name = ""] = /forget-password\/([\w-]{32})\n/.exec((await caughtMail(app, email)).text) ?? [];
  expect(await check(name)).toEqual([200, true]);
  const copied = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message.link;
  expect(await check(copied.split("/").at(-1) ?? "")).toEqual(refused);
});
