import { profile, resources, session, team, teamTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { atOnce } from "../../testing/at_once.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { lockCompany } from "../subscription/subscription.ts";

const app = sharedApp();

it("changes the role and the status, and leaves a blank one unchanged (K31, G29 to G32)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const update = (input: object) => admin.call(team.update_team_member, { customer_email: member.name, ...input });
  const row = () => app.rootDb.member.findUniqueOrThrow({ where: { name: member.name } });
  expect((await update({ role: "Administrator", is_active: "" })).body.message.success).toBe(true);
  expect(await row()).toMatchObject({ role: "Administrator", is_active: true });
  await update({ role: "", is_active: "0" });
  expect(await row()).toMatchObject({ role: "Administrator", is_active: false });
  await update({ role: "Member", is_active: 1 });
  expect(await row()).toMatchObject({ role: "Member", is_active: true });
  await update({ role: "", is_active: "" });
  expect(await app.rootDb.notificationLog.count({ where: { for_user: admin.name } })).toBe(3);
});

it("ends a deactivated member's sessions and live connections at once (G36, threats 29 and 31)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const { cookie } = member;
  const socket = await member.listen();
  const disconnected = new Promise((resolve) => socket.once("disconnect", resolve));
  await admin.call(team.update_team_member, { customer_email: member.name, is_active: 0 });
  await disconnected;
  expect((await member.call(profile.get_profile)).status).toBe(401);
  expect((await app.guest.call(session.login, { usr: member.name, pwd: member.password })).status).toBe(401);
  // A member who is activated again can log in.
  await admin.call(team.update_team_member, { customer_email: member.name, is_active: 1 });
  expect((await app.guest.call(session.login, { usr: member.name, pwd: member.password })).status).toBe(200);
  expect((await app.guest.call(session.get_logged_user, {}, { cookie })).body.message).toBe("Guest");
});

it("closes a demoted Administrator's live connections, and refuses their updates (threat 31)", async () => {
  const admin = await app.member("Administrator");
  const other = await app.member("Administrator", admin.company);
  const socket = await other.listen();
  const disconnected = new Promise((resolve) => socket.once("disconnect", resolve));
  await admin.call(team.update_team_member, { customer_email: other.name, role: "Member" });
  await disconnected;
  expect((await other.call(team.update_team_member, { customer_email: admin.name, role: "Member" })).status).toBe(403);
});

it("keeps the last active Administrator, also when two demote each other (P57, threat 42)", async () => {
  const admin = await app.member("Administrator");
  const alone = (change: object) => admin.call(team.update_team_member, { customer_email: admin.name, ...change });
  // An invited Administrator does not count as another: they may never come.
  const email = "invited@company.example";
  await admin.call(team.invite_team_member, { name: "Invited", email, role: "Administrator" });
  for (const change of [{ role: "Member" }, { is_active: 0 }]) {
    expect(await alone(change)).toMatchObject({ status: 417, body: { message: teamTexts.lastAdministrator } });
  }
  for (let round = 0; round < 5; round += 1) {
    const other = await app.member("Administrator", admin.company);
    await Promise.all([
      admin.call(team.update_team_member, { customer_email: other.name, role: "Member" }),
      other.call(team.update_team_member, { customer_email: admin.name, is_active: 0 }),
    ]);
    const left = { company: admin.company, role: "Administrator", is_active: true } as const;
    expect(await app.rootDb.member.count({ where: left })).toBe(1);
    await app.rootDb.member.update({ where: { name: admin.name }, data: { is_active: true, role: "Administrator" } });
    await app.rootDb.member.update({ where: { name: other.name }, data: { role: "Member" } });
    await admin.call(session.login, { usr: admin.name, pwd: admin.password });
  }
});

it("refuses the waiting calls of an Administrator who is demoted meanwhile (threat 29)", async () => {
  const admin = await app.member("Administrator");
  const demoted = await app.member("Administrator", admin.company);
  // Another one, since calls of one member wait for each other when there are few connections.
  const demotedToo = await app.member("Administrator", admin.company);
  let late: Promise<{ status: number }>[] = [];
  await app.rootDb.$transaction(async (tx) => {
    await lockCompany(tx, admin.company);
    const both = { name: { in: [demoted.name, demotedToo.name] } };
    await tx.member.updateMany({ where: both, data: { role: "Member" } });
    late = [
      demoted.call(team.update_team_member, { customer_email: admin.name, role: "Member" }),
      demotedToo.call(team.invite_team_member, {
        name: "Friend",
        email: "friend@company.example",
        role: "Administrator",
      }),
    ];
    await lockIsWaitedFor(app.rootDb, late.length);
  });
  for (const { status } of await Promise.all(late)) expect(status).toBe(403);
  expect(await app.rootDb.member.findUniqueOrThrow({ where: { name: admin.name } })).toMatchObject({
    role: "Administrator",
  });
});

it("activates only as many members as the plan allows in a hundred concurrent calls (P60, G37, threat 41)", async () => {
  const admin = await app.member("Administrator");
  const names = Array.from({ length: 100 }, (_, at) => `m-${at}@company.example`);
  await app.rootDb.member.createMany({
    data: names.map((name) => ({ name, company: admin.company, full_name: name, role: "Member", is_active: false })),
  });
  await app.limit("team", { limit: 4 });
  const answers = await atOnce(names.length, (at) =>
    admin.call(team.update_team_member, { customer_email: names[at] ?? "", is_active: 1 }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.message === teamTexts.cannotActivate)).toHaveLength(97);
});

it("does not find members of another company, and refuses Members and invalid values (threats 38 and 39)", async () => {
  const admin = await app.member("Administrator");
  const foreign = await app.member("Member");
  const update = (customer_email: string, by = admin) =>
    by.call(team.update_team_member, { customer_email, role: "Administrator", company: admin.company });
  expect((await update(foreign.name)).status).toBe(404);
  expect((await update("nobody@company.example")).status).toBe(404);
  const member = await app.member("Member", admin.company);
  expect((await update(member.name, member)).status).toBe(403);
  expect((await admin.call(team.update_team_member, { customer_email: member.name, role: "Owner" })).status).toBe(417);
  expect((await admin.call(team.update_team_member, { customer_email: member.name, is_active: 2 })).status).toBe(417);
});

it("ends the API keys of a deactivated member, who has none when activated again", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const client = await apiClient(app, member);
  expect((await client.call(resources.me.get)).status).toBe(200);
  for (const is_active of [0, 1]) {
    await admin.call(team.update_team_member, { customer_email: member.name, is_active });
    expect((await client.call(resources.me.get)).status).toBe(401);
  }
  const event = await app.rootDb.event.findFirst({ where: { type: "api_key.revoked", subject: client.name } });
  expect(event?.actor).toBe(admin.name);
});
