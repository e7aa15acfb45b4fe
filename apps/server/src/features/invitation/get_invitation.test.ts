import { invitation, invitationTexts, team } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,worker" });
let admin: TestMember;
beforeAll(async () => {
  admin = await app.member("Administrator");
  await app.rootDb.member.update({ where: { name: admin.name }, data: { full_name: "Grace Hopper" } });
  await app.rootDb.company.update({ where: { name: admin.company }, data: { company_name: "Navy" } });
});
const invited = async () => {
  const email = `${crypto.randomUUID()}@engine.example`;
  await admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  const [, name] = /forget-password\/([\w-]{32})\n/.exec((await caughtMail(app, email)).text) ?? [];
  return { email, name };
};
const ask = async (name: string | undefined) => {
  const { status, body } = await app.guest.call(invitation.get_invitation, { name });
  return { status, said: body.message };
};
const ended = { status: 417, said: invitationTexts.ended };

describe("get_invitation", () => {
  it("says who invites whom, and whether the link was copied (row Y08)", async () => {
    const { email, name } = await invited();
    const said = { company: "Navy", inviter: "Grace Hopper", email, role: "Member", needs_code: 0 };
    expect(await ask(name)).toEqual({ status: 200, said });
    const { link } = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message;
    expect(await ask(link.split("/").at(-1))).toEqual({ status: 200, said: { ...said, needs_code: 1 } });
    expect(await ask(name)).toEqual(ended);
  });

  it("shows of the names that strangers choose no link, no number and no sentence, as the mail does", async () => {
    const stranger = await app.member("Administrator");
    const full_name = "Your account is locked, visit https://evil.example";
    await app.rootDb.member.update({ where: { name: stranger.name }, data: { full_name } });
    const where = { name: stranger.company };
    await app.rootDb.company.update({ where, data: { company_name: "evil.example: call 0800 123456789" } });
    const email = `${crypto.randomUUID()}@engine.example`;
    await stranger.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
    const { link } = (await stranger.call(team.make_invitation_link, { customer_email: email })).body.message;
    expect((await ask(link.split("/").at(-1))).said).toMatchObject({ company: "call", inviter: "Your" });
  });

  it("says the same of a link that was withdrawn, is inactive or too old, and of one that never was", async () => {
    const [withdrawn, inactive, old] = [await invited(), await invited(), await invited()];
    await admin.call(team.withdraw_invitation, { customer_email: withdrawn.email });
    await admin.call(team.update_team_member, { customer_email: inactive.email, is_active: 0 });
    for (const name of [withdrawn.name, inactive.name, "join_nothing", "%"]) expect(await ask(name)).toEqual(ended);
    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 7 * 86_400_000);
    expect(await ask(old.name)).toEqual(ended);
    app.clock.now = now;
    expect((await ask(old.name)).status).toBe(200);
  });

  it("ends the mailed link of who has got an account elsewhere, and tells the holder of a copied one nothing", async () => {
    const { email, name } = await invited();
    const other = await app.member("Member");
    await app.rootDb.member.update({ where: { name: other.name }, data: { name: email } });
    expect(await ask(name)).toEqual(ended);
    const { link } = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message;
    expect((await ask(link.split("/").at(-1))).said).toMatchObject({ email, needs_code: 1 });
  });
});
