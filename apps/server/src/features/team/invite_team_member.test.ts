import { planRefusals, reset_user, resetTexts, session, team, teamTexts, texts } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enqueue } from "../../job.ts";
import { caughtMail, caughtMails } from "../../testing/caught_mail.ts";
import { queued } from "../../testing/queue.ts";
import { type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { sendInvitation } from "./team.ts";

const ada = { name: "Ada Lovelace", email: "Ada@Engine.Example", role: "Member" };

describe("invite_team_member", () => {
  let app: TestApp;
  let admin: TestMember;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,worker" });
    admin = await app.member("Administrator");
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const invite = (input: Record<string, unknown>, by = admin) =>
    by.call(team.invite_team_member, { ...ada, email: `${crypto.randomUUID()}@engine.example`, ...input });

  it("adds a member and mails a link with which they set a password and log in (K28, G25, P64)", async () => {
    const { status, body } = await invite(ada);
    expect([status, body.message]).toEqual([200, { success: true, message: teamTexts.invited }]);
    const row = await app.world.member.findUniqueOrThrow({ where: { name: "ada@engine.example" } });
    expect(row).toMatchObject({ company: admin.company, role: "Member", is_active: true, password_hash: null });

    const mail = await caughtMail(app, "ada@engine.example");
    expect(mail.subject).toMatch(/^Join Company .* on Mayfly$/);
    const [, token] = /http:\/\/localhost:0\/forget-password\/([\w-]{32})\n/.exec(mail.text) ?? [];
    const set = await app.guest.fetch("/api/method/disposable_email.api.reset_user.validate_otp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: token, password: "Engine!1843" }),
    });
    expect(set.status).toBe(200);
    const login = await app.guest.call(session.login, { usr: "ada@engine.example", pwd: "Engine!1843" });
    expect(login.body.full_name).toBe("Ada Lovelace");
  });

  it("sends a link that is good for seven days (P64)", async () => {
    const now = app.clock.now;
    const useAfter = async (minutes: number) => {
      const email = `${crypto.randomUUID()}@engine.example`;
      await invite({ email });
      const [, name] = /forget-password\/([\w-]{32})/.exec((await caughtMail(app, email)).text) ?? [];
      app.clock.now = new Date(now.getTime() + minutes * 60_000);
      const { body } = await app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
      app.clock.now = now;
      return body.message;
    };
    expect(await useAfter(7 * 1_440 - 1)).toEqual({ success: true, message: resetTexts.done });
    expect(await useAfter(7 * 1_440)).toBe(resetTexts.invalidLink);
  });

  it("notifies the Administrators, and keeps the link's token out of the log and the queue (threat 47)", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email });
    const mail = await caughtMail(app, email);
    const [, token = "none"] = /forget-password\/([\w-]{32})/.exec(mail.text) ?? [];
    expect(app.log.join()).not.toContain(token);
    await using idle = await testApp();
    const inviter = await idle.member("Administrator");
    await invite({ email }, inviter);
    expect(await queued(idle, sendInvitation)).toEqual([{ member: email, by: inviter.name }]);
    const notes = await app.world.notificationLog.findMany({ where: { document_name: email } });
    expect(notes.map((note) => [note.for_user, note.type])).toContainEqual([admin.name, "Team"]);
  });

  it("refuses a person who is already a member of this or another company (G27)", async () => {
    const email = (await app.member("Member", admin.company)).name;
    const foreign = (await app.member("Member")).name;
    expect(await invite({ email })).toMatchObject({ status: 409, body: { message: teamTexts.memberExists } });
    await admin.call(team.update_team_member, { customer_email: email, is_active: 0 });
    expect(await invite({ email })).toMatchObject({ status: 409, body: { message: teamTexts.memberInactive } });
    expect(await invite({ email: foreign })).toMatchObject({ status: 409, body: { message: teamTexts.accountExists } });
    const twice = `${crypto.randomUUID()}@engine.example`;
    const answers = await Promise.all([invite({ email: twice }), invite({ email: twice })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("invites a person once another company has withdrawn its unaccepted invitation", async () => {
    const stranger = await app.member("Administrator");
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email }, stranger);
    expect((await invite({ email })).status).toBe(409);
    await caughtMail(app, email);
    await stranger.call(team.update_team_member, { customer_email: email, is_active: 0 });
    expect((await invite({ email })).status).toBe(200);
    expect((await app.world.member.findUniqueOrThrow({ where: { name: email } })).company).toBe(admin.company);
    // A queued job of the stranger's invitation sends no mail, as the account is another company's now.
    await enqueue(app.world, sendInvitation, { member: email, by: stranger.name });
    await expect.poll(() => queued(app, sendInvitation)).toEqual([]);
    expect(await caughtMails(app, email, 2)).toHaveLength(2);
    const inactive = await app.member("Member", stranger.company);
    await stranger.call(team.update_team_member, { customer_email: inactive.name, is_active: 0 });
    expect((await invite({ email: inactive.name })).status).toBe(409);
  });

  it("removes line breaks, control characters and lone surrogates from the name", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    expect((await invite({ email, name: "Bob\r\n\x07B \ud83d" })).status).toBe(200);
    expect((await app.world.member.findUniqueOrThrow({ where: { name: email } })).full_name).toBe("Bob B");
  });

  it.each([
    [{ name: "" }, teamTexts.nameRequired],
    [{ name: " A " }, teamTexts.nameTooShort],
    [{ name: "x".repeat(141) }, texts.tooLong("Name", 140)],
    [{ email: "" }, teamTexts.emailRequired],
    [{ email: "abc" }, texts.emailInvalid],
    [{ email: `${"x".repeat(65)}@a.example` }, texts.emailInvalid],
  ])("refuses %j: %s (G19 to G22)", async (input, text) => {
    expect(await invite(input)).toMatchObject({ status: 417, body: { message: text } });
  });

  it("refuses an unknown role, and Members (L22, P54)", async () => {
    expect((await invite({ role: "Owner" })).status).toBe(417);
    const member = await app.member("Member", admin.company);
    expect((await invite({}, member)).status).toBe(403);
  });
});

it("invites exactly one member when a hundred calls compete for the last place (threat 41)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  await app.limit("team", { limit: 2 });
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      admin.call(team.invite_team_member, { ...ada, email: `ada-${at}@engine.example` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.message === planRefusals.team.full(2))).toHaveLength(99);
  // A refused invitation leaves another company's row as it was.
  const stranger = await app.member("Member");
  await app.world.member.update({ where: { name: stranger.name }, data: { password_hash: null, is_active: false } });
  const full = await admin.call(team.invite_team_member, { ...ada, email: stranger.name });
  expect([full.status, await app.world.member.count({ where: { name: stranger.name } })]).toEqual([417, 1]);
  await app.limit("team", { available: false });
  const refused = await admin.call(team.invite_team_member, ada);
  expect(refused).toMatchObject({ status: 403, body: { message: planRefusals.team.unavailable } });
});
