import { invitation, invitationTexts, otpTexts, profile, session, team } from "@mayfly/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { caughtMail, caughtMails, codeOf } from "../../testing/caught_mail.ts";
import { sharedApp, type TestMember, testApp } from "../../testing/test_app.ts";

const password = "Engine!1843";
const app = sharedApp({ ROLES: "web,worker" });
let admin: TestMember;
beforeAll(async () => {
  admin = await app.member("Administrator");
});
const newAddress = () => `${crypto.randomUUID()}@engine.example`;
const invite = (email: string, by = admin) =>
  by.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
const accept = async (name: string, otp?: string, by = app.guest) => {
  const { status, body, headers } = await by.call(invitation.accept_invitation, { name, password, otp });
  return { status, said: body.message, cookie: headers.getSetCookie().find((one) => one.startsWith("sid=")) };
};
async function mailed() {
  const email = newAddress();
  await invite(email);
  const [, name = ""] = /forget-password\/([\w-]{32})\n/.exec((await caughtMail(app, email)).text) ?? [];
  return { email, name };
}
/** @param mails how many the person has got by then */
async function copied(email = newAddress()) {
  await invite(email);
  await caughtMail(app, email);
  const { link } = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message;
  return { email, name: String(link).split("/").at(-1) ?? "" };
}
const other = (code: string) => (code === "000000" ? "000001" : "000000");
const ended = { status: 417, said: invitationTexts.ended };
const wrong = { status: 417, said: otpTexts.wrong };

describe("a mailed link", () => {
  it("makes a member who is logged in, and ends the browser's session before (row Y08)", async () => {
    const { email, name } = await mailed();
    const browser = await app.member("Member");
    const before = Object.assign(app.guest, { cookie: browser.cookie });
    const { status, said } = await accept(name, undefined, browser);
    const user = { name: email, full_name: "Ada Lovelace", email };
    expect([status, said]).toEqual([200, { success: true, message: invitationTexts.joined, user }]);
    const { body } = await browser.call(profile.get_profile);
    expect(body.message).toMatchObject({ email, role: "Member" });
    expect((await before.call(profile.get_profile)).status).toBe(401);
    expect((await app.guest.call(session.login, { usr: email, pwd: password })).status).toBe(200);
    const events = await app.rootDb.event.findMany({ where: { subject: email }, orderBy: { name: "asc" } });
    expect(events.map(({ type }) => type).sort()).toEqual([
      "member.invited",
      "member.joined",
      "session.started",
      "session.started",
    ]);
  });

  it("is good once, in two tabs at once too", async () => {
    const { email, name } = await mailed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => accept(name)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(417)]);
    expect(answers.filter(({ cookie }) => cookie !== undefined)).toHaveLength(1);
    expect(await app.rootDb.session.count({ where: { member: email } })).toBe(1);
    expect(await accept(name)).toMatchObject(ended);
  });

  it("is void once withdrawn, made inactive, or if the person has an account", async () => {
    const [withdrawn, inactive, elsewhere] = [await mailed(), await mailed(), await mailed()];
    await admin.call(team.withdraw_invitation, { customer_email: withdrawn.email });
    await admin.call(team.update_team_member, { customer_email: inactive.email, is_active: 0 });
    const member = await app.member("Member");
    await app.rootDb.member.update({ where: { name: member.name }, data: { name: elsewhere.email } });
    for (const { name } of [withdrawn, inactive, elsewhere]) expect(await accept(name)).toMatchObject(ended);
  });

  it("is valid again if the next one cannot be sent", async () => {
    await using away = await testApp({ ROLES: "web,worker", OUTGOING_MAIL_URL: "smtp://127.0.0.1:1" });
    const own = await away.member("Administrator");
    const email = newAddress();
    const token_hash = new Uint8Array(Buffer.alloc(32, 1));
    const until = new Date(away.clock.now.getTime() + 3_600_000);
    await away.rootDb.invitation.create({
      data: {
        ...{ company: own.company, email, full_name: "Ada", role: "Member", owner: own.name },
        ...{ token_hash, token_expiry: until },
      },
    });
    await own.call(team.resend_invitation, { customer_email: email });
    const failed = () =>
      away.rootDb.$queryRaw<unknown[]>`SELECT FROM graphile_worker.jobs WHERE last_error IS NOT NULL`;
    await expect.poll(async () => (await failed()).length).toBe(1);
    const row = await away.rootDb.invitation.findFirstOrThrow({ where: { email } });
    expect(row).toMatchObject({ token_hash, token_expiry: until });
  });
});

describe("a copied link", () => {
  it("takes a code that is mailed to the person as well (decision 015)", async () => {
    const { email, name } = await copied();
    expect(await accept(name)).toMatchObject({ status: 200, said: { message: invitationTexts.codeSent } });
    const [, mail] = await caughtMails(app, email, 2);
    const code = codeOf(mail);
    expect(mail?.subject).toBe(`${code} is your Mayfly code`);
    expect(app.log.join()).not.toContain(code);
    expect(await accept(name, other(code))).toMatchObject(wrong);
    expect(await app.rootDb.member.count({ where: { name: email } })).toBe(0);
    const joined = await accept(name, code);
    expect([joined.status, joined.said.user.email]).toEqual([200, email]);
    expect(joined.cookie).toBeDefined();
    expect(await accept(name, code)).toMatchObject(ended);
  });

  it("checks five guesses at one code, of many at once too (threat 33)", async () => {
    const { email, name } = await copied();
    expect(await accept(name, "000000")).toMatchObject(wrong);
    await accept(name);
    const code = codeOf((await caughtMails(app, email, 2))[1]);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => accept(name, other(code))));
    expect(guesses.filter(({ said }) => said === otpTexts.wrong)).toHaveLength(5);
    expect(await accept(name, code)).toMatchObject({ status: 417, said: otpTexts.tooManyTries });
    await accept(name);
    expect((await accept(name, codeOf((await caughtMails(app, email, 3))[2]))).status).toBe(200);
  });

  it("takes a code for ten minutes, and none of the link before", async () => {
    const { email, name } = await copied();
    await accept(name);
    const code = codeOf((await caughtMails(app, email, 2))[1]);
    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 600_000);
    expect(await accept(name, code)).toMatchObject(wrong);
    app.clock.now = now;
    const { link } = (await admin.call(team.make_invitation_link, { customer_email: email })).body.message;
    expect(await accept(link.split("/").at(-1), code)).toMatchObject(wrong);
  });

  it("does not tell its holder whether the person has an account (threat 32)", async () => {
    const { name: elsewhere } = await app.member("Member");
    const { email, name } = await copied(elsewhere);
    expect(await accept(name)).toMatchObject({ status: 200, said: { message: invitationTexts.codeSent } });
    const [, mail] = await caughtMails(app, email, 2);
    expect(mail?.text).toContain("Your address already has a Mayfly account");
    expect([codeOf(mail), mail?.subject]).toEqual(["", expect.stringMatching(/^Join /)]);
    // Guesses are answered as for everybody.
    const said = [];
    for (let guess = 0; guess < 6; guess += 1) said.push((await accept(name, `00000${guess}`)).said);
    expect(said).toEqual([...Array(5).fill(otpTexts.wrong), otpTexts.tooManyTries]);
  });
});

it("mails six codes an hour at most", async () => {
  await using limited = await testApp({ RATE_LIMIT_FACTOR: "1" });
  const own = await limited.member("Administrator");
  await invite("ada@engine.example", own);
  const { link } = (await own.call(team.make_invitation_link, { customer_email: "ada@engine.example" })).body.message;
  const ask = () => limited.guest.call(invitation.accept_invitation, { name: link.split("/").at(-1), password });
  for (let mails = 0; mails < 6; mails += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
});
