import { planRefusals, reset_user, team, teamTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { testApp } from "../../testing/test_app.ts";

it("keeps the seat of who was invited until they join or the invitation is withdrawn", async () => {
  await using app = await testApp({ ROLES: "web,worker" });
  const admin = await app.member("Administrator");
  await app.limit("team", { limit: 2 });
  const invite = (email: string) =>
    admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  const full = { status: 417, body: { message: planRefusals.team.full(2) } };
  const email = "seat@engine.example";
  expect((await invite(email)).status).toBe(200);
  // Before the invitation is deactivated: then none is sent.
  const { text } = await caughtMail(app, email);
  expect(await invite("next@engine.example")).toMatchObject(full);
  // Deactivating frees a member's seat, but not that of an invitation: else one seat would invite anybody.
  await admin.call(team.update_team_member, { customer_email: email, is_active: 0 });
  expect(await invite("next@engine.example")).toMatchObject(full);
  const [, name] = /forget-password\/([\w-]{32})/.exec(text) ?? [];
  const join = () => app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
  expect((await join()).status).toBe(417);
  await admin.call(team.update_team_member, { customer_email: email, is_active: 1, role: "Administrator" });
  expect((await admin.call(team.withdraw_invitation, { customer_email: email })).body.message).toEqual({
    success: true,
    message: teamTexts.withdrawn,
  });
  expect((await join()).status).toBe(417);
  expect((await invite("next@engine.example")).status).toBe(200);
  expect((await admin.call(team.withdraw_invitation, { customer_email: email })).status).toBe(404);
  expect((await admin.call(team.withdraw_invitation, { customer_email: admin.name })).status).toBe(404);
});
