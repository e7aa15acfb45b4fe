import { invitation, reset_user, team, teamTexts } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";
import { hashToken } from "../session/session.ts";

const app = sharedApp({ ROLES: "web,worker", PUBLIC_URL: "https://mail.engine.example" });
let admin: TestMember;
beforeAll(async () => {
  admin = await app.member("Administrator");
});
const invite = (email: string) => admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
const make = async (customer_email: string, by = admin) => {
  const { status, body } = await by.call(team.make_invitation_link, { customer_email });
  return {
    status,
    text: body.message,
    token: String(body.message.link).split("/").at(-1) ?? "",
    link: body.message.link,
  };
};
const ask = async (name: string) => (await app.guest.call(invitation.get_invitation, { name })).status;

describe("make_invitation_link", () => {
  it("makes a fresh link each time, which ends all before, and keeps its token nowhere (decision 007)", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite(email);
    const [, mailed = ""] = /forget-password\/([\w-]{32})\n/.exec((await caughtMail(app, email)).text) ?? [];
    expect(await ask(mailed)).toBe(200);
    const first = await make(email);
    expect(first.link).toMatch(/^https:\/\/mail\.engine\.example\/forget-password\/join_[\w-]{27}$/);
    const second = await make(email);
    expect([await ask(mailed), await ask(first.token), await ask(second.token)]).toEqual([417, 417, 200]);
    expect(app.log.join()).not.toContain(second.token);
    const row = await app.rootDb.invitation.findFirstOrThrow({ where: { email } });
    expect(JSON.stringify(row)).not.toContain(second.token);
    expect(row.copied_hash).toEqual(hashToken(second.token));
    expect(row).toMatchObject({ token_hash: null, token_expiry: null });
    const events = await app.rootDb.$queryRaw`SELECT * FROM event WHERE subject = ${email}`;
    expect(JSON.stringify(events)).not.toContain(second.token);
  });

  it("sets no password by itself: whoever copies a link must not take another's address (decision 006)", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite(email);
    await caughtMail(app, email);
    const { token: name } = await make(email);
    const { status } = await app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
    expect(status).toBe(417);
    expect(await app.rootDb.member.count({ where: { name: email } })).toBe(0);
  });

  it("answers alike whoever has an account elsewhere (threat 32), and refuses who is not invited, and Members", async () => {
    const { name: elsewhere } = await app.member("Member");
    await invite(elsewhere);
    expect((await make(elsewhere)).link).toMatch(/\/join_/);
    const colleague = await app.member("Member", admin.company);
    expect(await make(colleague.name)).toMatchObject({ status: 404, text: teamTexts.notInvited });
    expect((await make(elsewhere, colleague)).status).toBe(403);
    expect((await make(elsewhere, await app.member("Administrator"))).status).toBe(404);
  });
});
