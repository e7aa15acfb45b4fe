import { invitation, team, teamTexts } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { caughtMails } from "../../testing/caught_mail.ts";
import { sharedApp, type TestMember, testApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,worker" });
let admin: TestMember;
beforeAll(async () => {
  admin = await app.member("Administrator");
});
const invited = async () => {
  const email = `${crypto.randomUUID()}@engine.example`;
  await admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  return email;
};
const tokens = async (email: string, count: number) =>
  (await caughtMails(app, email, count)).map(({ text }) => /forget-password\/([\w-]{32})\n/.exec(text)?.[1]);
const isGood = async (name: string | undefined) =>
  (await app.guest.call(invitation.get_invitation, { name })).status === 200;

describe("resend_invitation", () => {
  it("mails another link, which ends the link before and the copied one (row Y08)", async () => {
    const email = await invited();
    const [first] = await tokens(email, 1);
    const { link } = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message;
    const copied = link.split("/").at(-1);
    expect([await isGood(first), await isGood(copied)]).toEqual([false, true]);
    const { body } = await admin.call(team.resend_invitation, { customer_email: email });
    expect(body.message).toEqual({ success: true, message: teamTexts.sentAgain });
    const [, second] = await tokens(email, 2);
    expect([await isGood(first), await isGood(copied), await isGood(second)]).toEqual([false, false, true]);
    await admin.call(team.resend_invitation, { customer_email: email });
    const [, , third] = await tokens(email, 3);
    expect([await isGood(second), await isGood(third)]).toEqual([false, true]);
  });

  it("refuses who has joined, was never invited or is inactive, and Members", async () => {
    const email = await invited();
    await admin.call(team.update_team_member, { customer_email: email, is_active: 0 });
    const colleague = await app.member("Member", admin.company);
    const resend = async (customer_email: string, by = admin) => {
      const { status, body } = await by.call(team.resend_invitation, { customer_email });
      return [status, body.message];
    };
    expect(await resend(email)).toEqual([417, teamTexts.invitationInactive]);
    expect(await resend(colleague.name)).toEqual([404, teamTexts.notInvited]);
    expect((await resend(email, colleague))[0]).toBe(403);
    expect((await resend(email, await app.member("Administrator")))[0]).toBe(404);
  });
});

it("sends one person ten mails a day at most, links that are made among them", async () => {
  await using limited = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const own = await limited.member("Administrator");
  const email = "ada@engine.example";
  await own.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  const calls = [...Array(5).fill(team.resend_invitation), ...Array(5).fill(team.make_invitation_link)];
  for (const call of calls) expect((await own.call(call, { customer_email: email })).status).toBe(200);
  expect((await own.call(team.resend_invitation, { customer_email: email })).status).toBe(429);
  expect((await own.call(team.make_invitation_link, { customer_email: email })).status).toBe(429);
});
