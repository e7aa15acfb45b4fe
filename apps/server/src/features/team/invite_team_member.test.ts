import { planRefusals, reset_user, resetTexts, session, team, teamTexts, texts } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { caughtMail, caughtMails } from "../../testing/caught_mail.ts";
import { queued } from "../../testing/queue.ts";
import { sharedApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { sendInvitation } from "./invitations.ts";

const ada = { name: "Ada Lovelace", email: "Ada@Engine.Example", role: "Member" };

const app = sharedApp({ ROLES: "web,worker" });

describe("invite_team_member", () => {
  let admin: TestMember;
  beforeAll(async () => {
    admin = await app.member("Administrator");
  });
  const invite = (input: Record<string, unknown>, by = admin) =>
    by.call(team.invite_team_member, { ...ada, email: `${crypto.randomUUID()}@engine.example`, ...input });

  it("adds a member and mails a link with which they set a password and log in (K28, G25, P64)", async () => {
    const { status, body } = await invite(ada);
    expect([status, body.message]).toEqual([200, { success: true, message: teamTexts.invited }]);
    const listed = (await admin.call(team.get_team_members)).body.message;
    expect(listed.team_members[0]).toMatchObject({
      email: "ada@engine.example",
      full_name: "Ada Lovelace",
      is_active: 1,
      is_invited: 1,
    });
    const { count } = listed;

    const mail = await caughtMail(app, "ada@engine.example");
    expect(mail.subject).toMatch(/^Join Company.* on Mayfly$/);
    const [, token] = /http:\/\/localhost:0\/forget-password\/([\w-]{32})\n/.exec(mail.text) ?? [];
    const set = await app.guest.fetch("/api/method/disposable_email.api.reset_user.validate_otp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: token, password: "Engine!1843" }),
    });
    expect(set.status).toBe(200);
    const row = await app.rootDb.member.findUniqueOrThrow({ where: { name: "ada@engine.example" } });
    expect(row).toMatchObject({ company: admin.company, role: "Member", is_active: true });
    const joined = (await admin.call(team.get_team_members)).body.message;
    expect([joined.count, joined.team_members[0].is_invited]).toEqual([count, undefined]);
    const login = await app.guest.call(session.login, { usr: "ada@engine.example", pwd: "Engine!1843" });
    expect(login.body.full_name).toBe("Ada Lovelace");
  });

  it.each([
    ["a!b@engine.example", "a!b@engine.example"],
    ["user/dept@engine.example", "user/dept@engine.example"],
    ["ivan@инвайт.рф", "ivan@xn--80adrgr7a.xn--p1ai"],
  ])("invites %s and edits that member", async (email, name) => {
    expect((await invite({ email })).status).toBe(200);
    expect((await caughtMail(app, name)).text).toMatch(/forget-password/);
    const { status } = await admin.call(team.update_team_member, { customer_email: email, role: "Administrator" });
    expect(status).toBe(200);
    const company_email = { company: admin.company, email: name };
    const { role } = await app.rootDb.invitation.findUniqueOrThrow({ where: { company_email } });
    expect(role).toBe("Administrator");
    expect((await invite({ email: name })).body.message).toBe(teamTexts.invitedAlready);
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
    expect(await queued(idle, sendInvitation)).toEqual([{ company: inviter.company, email }]);
    const notes = await app.rootDb.notificationLog.findMany({ where: { document_name: email } });
    expect(notes.map((note) => [note.for_user, note.type])).toContainEqual([admin.name, "Team"]);
  });

  it("refuses a person who is already a member or invited, of two calls at once too (G27)", async () => {
    const email = (await app.member("Member", admin.company)).name;
    expect(await invite({ email })).toMatchObject({ status: 409, body: { message: teamTexts.memberExists } });
    await admin.call(team.update_team_member, { customer_email: email, is_active: 0 });
    expect(await invite({ email })).toMatchObject({ status: 409, body: { message: teamTexts.memberInactive } });
    const twice = `${crypto.randomUUID()}@engine.example`;
    const answers = await Promise.all([invite({ email: twice }), invite({ email: twice })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await invite({ email: twice })).toMatchObject({ status: 409, body: { message: teamTexts.invitedAlready } });
  });

  it("invites whoever belongs to another company as anybody else: only the person learns why not (threat 32)", async () => {
    const { name: email } = await app.member("Member");
    expect(await invite({ email })).toMatchObject({ status: 200, body: { message: { message: teamTexts.invited } } });
    const { team_members } = (await admin.call(team.get_team_members)).body.message;
    expect(team_members).toContainEqual(expect.objectContaining({ email, is_active: 1, is_invited: 1 }));
    const mail = await caughtMail(app, email);
    expect(mail.text).toContain("Your address already has a Mayfly account, and an account belongs to one team only.");
    expect(mail.text).not.toContain("/forget-password/");
  });

  it("keeps nobody from joining another company that invites them, and one person joins one", async () => {
    const stranger = await app.member("Administrator");
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email }, stranger);
    expect((await invite({ email })).status).toBe(200);
    const mails = await caughtMails(app, email, 2);
    const links = mails.map(({ text }) => /forget-password\/([\w-]{32})/.exec(text)?.[1]);
    const join = (name?: string) => app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
    const joined = await Promise.all([...links, ...links].map(join));
    expect(joined.map(({ status }) => status).sort()).toEqual([200, 417, 417, 417]);
    expect(await app.rootDb.member.count({ where: { name: email } })).toBe(1);
    expect(await app.rootDb.invitation.count({ where: { email } })).toBe(1);
  });

  it("sends the link again to who asks for a new password instead", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email });
    await caughtMail(app, email);
    await app.guest.call(reset_user.reset_user_password, { email });
    const [first, again] = (await caughtMails(app, email, 2)).map(
      ({ text }) => /forget-password\/([\w-]{32})/.exec(text)?.[1],
    );
    const join = (name?: string) => app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
    expect((await join(first)).status).toBe(417);
    expect((await join(again)).status).toBe(200);
  });

  it("shows in the mail nothing of what was typed that is a link, a number or a sentence", async () => {
    const stranger = await app.member("Administrator");
    await app.rootDb.member.update({
      where: { name: stranger.name },
      data: { full_name: "Your bank account is locked, visit https://evil.example" },
    });
    await app.rootDb.company.update({
      where: { name: stranger.company },
      data: { company_name: "evil.example: call 0800 123456789 today" },
    });
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email, name: "Winner www.evil.example" }, stranger);
    const { subject, text, html } = await caughtMail(app, email);
    expect(subject).toBe("Join call on Mayfly");
    expect(text).toContain("Hi, Your invited you to join call on Mayfly.");
    expect(text + html).not.toMatch(/evil|Winner|123456789/);
  });

  it("greets by name who was invited by a name", async () => {
    const inviter = await app.member("Administrator");
    await app.rootDb.member.update({ where: { name: inviter.name }, data: { full_name: "Ada Bergström" } });
    await app.rootDb.company.update({ where: { name: inviter.company }, data: { company_name: "Lakeside Software" } });
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email, name: "Bea" }, inviter);
    const { text, html } = await caughtMail(app, email);
    for (const body of [text, html]) {
      expect(body).toContain("Hi Bea, Ada Bergström invited you to join Lakeside Software on Mayfly.");
      expect(body).toContain("Set a password to join. The link expires in 7 days.");
    }
  });

  it("names the company by a domain that it has proved to own", async () => {
    const own = await app.member("Administrator");
    const { company, name: owner } = own;
    await app.rootDb.domain.create({
      data: { company, owner, domain_name: "proved.example", is_verified: true, verification_token: "x" },
    });
    const email = `${crypto.randomUUID()}@engine.example`;
    await invite({ email }, own);
    expect((await caughtMail(app, email)).subject).toBe("Join proved.example on Mayfly");
  });

  it("removes line breaks, control characters and lone surrogates from the name", async () => {
    const email = `${crypto.randomUUID()}@engine.example`;
    expect((await invite({ email, name: "Bob\r\n\x07B \ud83d" })).status).toBe(200);
    const row = await app.rootDb.invitation.findFirstOrThrow({ where: { email } });
    expect(row.full_name).toBe("Bob B");
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
  const admin = await app.member("Administrator");
  await app.limit("team", { limit: 2 });
  const answers = await atOnce(100, (at) =>
    admin.call(team.invite_team_member, { ...ada, email: `ada-${at}@engine.example` }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.message === planRefusals.team.full(2))).toHaveLength(99);
  await app.limit("team", { available: false });
  const refused = await admin.call(team.invite_team_member, ada);
  expect(refused).toMatchObject({ status: 403, body: { message: planRefusals.team.unavailable } });
});
