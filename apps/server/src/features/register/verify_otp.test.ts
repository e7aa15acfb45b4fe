import {
  otpTexts,
  plan,
  profile,
  register,
  registerTexts,
  reset_user,
  session,
  team,
  teamTexts,
} from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../testing/at_once.ts";
import { caughtMail, caughtMails, codeOf } from "../../testing/caught_mail.ts";
import { registration } from "../../testing/registration.ts";
import { type TestApp, testApp } from "../../testing/test_app.ts";

const other = (code: string) => (code === "000000" ? "000001" : "000000");

describe("verify_otp", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,worker" });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const start = async (change = {}) => {
    const given = registration(change);
    const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
    return { given, signup_request, code: codeOf(await caughtMail(app, given.email_address)) };
  };
  const verify = (signup_request: string, otp: string) =>
    app.guest.call(register.verify_otp, { signup_request, otp, password: "aaaaaaaa" });

  it("creates one company on Starter with an Administrator, even in concurrent calls (K08, P51, P121)", async () => {
    const { given, signup_request, code } = await start({ post: "Chief", company_website: "https://navy.example" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify(signup_request, code)));
    // A client that did not get the response may repeat the call, as often as it likes: the right code is no wrong try.
    const said = answers.map(({ body }) => body.message);
    expect(said).toEqual(Array(10).fill({ success: true, message: otpTexts.verified }));
    expect(await app.rootDb.company.count({ where: { company_email: given.company_email } })).toBe(1);
    const person = app.guest;
    expect((await person.call(session.login, { usr: given.email_address, pwd: given.password })).status).toBe(200);
    expect((await person.call(profile.get_profile)).body.message).toEqual({
      full_name: given.full_name,
      email: given.email_address,
      company_name: given.company_name,
      role: "Administrator",
      company: {
        company_size: given.company_size,
        industry: given.industry,
        company_website: given.company_website,
        company_phone: given.phone_number,
        company_email: given.company_email,
      },
    });
    expect((await person.call(plan.get_company_plan)).body.message).toMatchObject({ plan: "Starter", price: 0 });
  });

  it("opens no account whose password another person has chosen: not in another browser without it (threat 33)", async () => {
    const given = registration();
    const begun = await app.guest.call(register.create_account, given);
    const { signup_request } = begun.body.message;
    const otp = codeOf(await caughtMail(app, given.email_address));
    const verify = async (password?: string, cookie = "") => {
      const { status, body } = await app.guest.call(register.verify_otp, { signup_request, otp, password }, { cookie });
      return [status, body.message];
    };
    const foreign = (await app.guest.call(register.create_account, registration())).headers.getSetCookie()[0];
    expect(await verify()).toEqual([417, otpTexts.otherBrowser]);
    expect(await verify(undefined, foreign?.split(";")[0])).toEqual([417, otpTexts.otherBrowser]);
    expect(await verify("a guess")).toEqual([417, otpTexts.wrongPassword]);
    expect(await app.rootDb.member.count({ where: { name: given.email_address } })).toBe(0);
    const [cookie = ""] = begun.headers.getSetCookie();
    expect(cookie).toMatch(/^signup=.*; HttpOnly; SameSite=Lax$/);
    expect(await verify(undefined, cookie.split(";")[0])).toEqual([200, { success: true, message: otpTexts.verified }]);
  });

  it("names the company in the mail, as far as it is a name, and says what to do if it was not you", async () => {
    const given = registration({ company_name: "Prize! Go to https://evil.example or call 0800 123456789" });
    await app.guest.call(register.create_account, given);
    const { text, html } = await caughtMail(app, given.email_address);
    expect(text).toContain("the registration of Go");
    expect(text).toContain(
      "If this wasn't you, ignore this email and don't share the code. No account is created without it.",
    );
    expect(text + html).not.toMatch(/evil|123456789/);
  });

  it("takes an address on an internationalised domain in either spelling for the same person", async () => {
    const spellings = ["Ivan@пример.рф", "ivan@xn--e1afmkfd.xn--p1ai"];
    const given = registration({ email_address: spellings[0], company_email: `office@${crypto.randomUUID()}.рф` });
    const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
    const code = codeOf(await caughtMail(app, "ivan@xn--e1afmkfd.xn--p1ai"));
    expect((await verify(signup_request, code)).status).toBe(200);
    const person = app.guest;
    for (const usr of spellings) {
      const { body } = await person.call(session.login, { usr, pwd: given.password });
      expect(body.message).toBe("ivan@xn--e1afmkfd.xn--p1ai");
    }
    const invite = (email: string) => person.call(team.invite_team_member, { name: "Ivan", email, role: "Member" });
    for (const spelling of spellings) expect((await invite(spelling)).body.message).toBe(teamTexts.memberExists);
    expect((await person.call(profile.get_profile)).body.message.company.company_email).toMatch(/\.xn--p1ai$/);
  });

  it("accepts a request id in capitals", async () => {
    const { signup_request, code } = await start();
    expect((await verify(signup_request.toUpperCase(), code)).status).toBe(200);
  });

  it("accepts the same code again until it expires, without any further effect (threat 33)", async () => {
    const { given, signup_request, code } = await start();
    for (let time = 1; time <= 7; time += 1) {
      expect((await verify(signup_request, code)).body.message).toEqual({ success: true, message: otpTexts.verified });
    }
    expect((await verify(signup_request, other(code))).body.message).toBe(otpTexts.wrong);
    expect(await app.rootDb.company.count({ where: { company_email: given.company_email } })).toBe(1);
    const { password_hash } = await app.rootDb.signupRequest.findUniqueOrThrow({ where: { name: signup_request } });
    expect(password_hash).toBe("");

    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 600_000);
    expect((await verify(signup_request, code)).body.message).toBe(otpTexts.wrong);
    const again = await app.guest.call(register.resend_otp, { signup_request });
    expect([again.status, again.body.message]).toEqual([417, otpTexts.invalidRequest]);
    app.clock.now = now;
  });

  it("creates a company for a person who has not accepted an invitation (decision 006)", async () => {
    const admin = await app.member("Administrator");
    const invited = `${crypto.randomUUID()}@navy.example`;
    const claim = { name: "Grace", email: invited, role: "Member" };
    expect((await admin.call(team.invite_team_member, claim)).status).toBe(200);
    const given = registration({ email_address: invited });
    const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
    const code = (await caughtMails(app, invited, 2)).map(codeOf).join("");
    expect((await verify(signup_request, code)).status).toBe(200);
    const { company } = await app.rootDb.member.findUniqueOrThrow({ where: { name: invited } });
    expect(company).not.toBe(admin.company);
    // The inviter does not learn that: the invitation stays, and its link is of no use.
    const list = await admin.call(team.get_team_members);
    expect(list.body.message.team_members).toContainEqual(expect.objectContaining({ email: invited, is_invited: 1 }));
    const [, link] =
      /forget-password\/([\w-]{32})/.exec((await caughtMails(app, invited, 2)).map(({ text }) => text).join()) ?? [];
    expect((await app.guest.call(reset_user.validate_otp, { name: link, password: "Engine!1843" })).status).toBe(417);
  });

  it("checks only five codes, even of 200 that come at once (threat 33)", async () => {
    const { signup_request, code } = await start();
    const wrong = await atOnce(200, () => verify(signup_request, other(code)));
    expect(wrong.filter(({ body }) => body.message === otpTexts.wrong).length).toBe(5);
    expect(wrong.every(({ status }) => status === 417)).toBe(true);
    const right = await verify(signup_request, code);
    expect([right.status, right.body.message]).toEqual([417, otpTexts.tooManyTries]);
  });

  it("counts wrong codes also after the right one, which never counts as wrong (threat 33)", async () => {
    const { signup_request, code } = await start();
    for (let time = 1; time <= 5; time += 1) {
      expect((await verify(signup_request, code)).status).toBe(200);
      expect((await verify(signup_request, other(code))).body.message).toBe(otpTexts.wrong);
    }
    expect((await verify(signup_request, code)).body.message).toBe(otpTexts.tooManyTries);
  });

  it("accepts a code for ten minutes (P42), and only the latest one", async () => {
    const { given, signup_request, code } = await start();
    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 600_000);
    expect((await verify(signup_request, code)).body.message).toBe(otpTexts.wrong);
    expect((await app.guest.call(register.resend_otp, { signup_request })).status).toBe(200);
    const [, second] = (await caughtMails(app, given.email_address, 2)).map(codeOf);
    if (second !== code) expect((await verify(signup_request, code)).body.message).toBe(otpTexts.wrong);
    expect((await verify(signup_request, second ?? "")).status).toBe(200);
    app.clock.now = now;
  });

  it("reads full-width digits, as Japanese input writes them", async () => {
    const { signup_request, code } = await start();
    const wide = code.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    expect((await verify(signup_request, wide)).status).toBe(200);
  });

  it("refuses the code of another request (threat 33)", async () => {
    const [one, two] = [await start(), await start()];
    const { otp_hash } = await app.rootDb.signupRequest.findUniqueOrThrow({ where: { name: one.signup_request } });
    await app.rootDb.signupRequest.update({ where: { name: two.signup_request }, data: { otp_hash } });
    expect((await verify(two.signup_request, one.code)).status).toBe(417);
    expect((await verify(crypto.randomUUID(), one.code)).body.message).toBe(otpTexts.invalidRequest);
  });

  it("completes only the first of two registrations of one person", async () => {
    const email_address = `twice-${crypto.randomUUID()}@navy.example`;
    const [one, two] = [await start({ email_address }), await start({ email_address })];
    const [first, second] = (await caughtMails(app, email_address, 2)).map(codeOf);
    expect((await verify(one.signup_request, first ?? "")).status).toBe(200);
    expect((await verify(two.signup_request, second ?? "")).body.message).toBe(registerTexts.emailTaken);
  });

  it("completes only the first of two registrations of one company, and adds nothing for the other", async () => {
    const company_email = `twice-${crypto.randomUUID()}@navy.example`;
    const [one, two] = [await start({ company_email }), await start({ company_email })];
    expect((await verify(one.signup_request, one.code)).status).toBe(200);
    expect((await verify(two.signup_request, two.code)).body.message).toBe(registerTexts.companyEmailTaken);
    expect(await app.rootDb.member.count({ where: { name: two.given.email_address } })).toBe(0);
    expect(await app.rootDb.company.count({ where: { company_email } })).toBe(1);
  });

  it.each([
    [{ otp: "12345" }, otpTexts.invalidFormat],
    [{ otp: "1234567" }, otpTexts.invalidFormat],
    [{ otp: undefined }, otpTexts.invalidFormat],
    [{ signup_request: "x", otp: "123456" }, otpTexts.invalidRequest],
    [{ signup_request: "", otp: "123456" }, otpTexts.invalidRequest],
    [{ otp: "abcdef" }, otpTexts.wrong],
  ])("refuses %j: %s (P41)", async (input, text) => {
    const { signup_request } = await start();
    const { status, body } = await app.guest.call(register.verify_otp, { signup_request, ...input });
    expect([status, body.message]).toEqual([417, text]);
  });

  it("answers guesses alike for an address that has an account and one that has none (threat 32)", async () => {
    const guesses = async (email_address: string, isSent: boolean) => {
      const given = registration({ email_address });
      const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
      if (isSent) await caughtMail(app, email_address);
      const said: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        said.push((await app.guest.call(register.verify_otp, { signup_request, otp: "000000" })).body.message);
      }
      return said;
    };
    const member = await app.member("Member");
    const expected = [...Array(5).fill(otpTexts.wrong), otpTexts.tooManyTries, otpTexts.tooManyTries];
    for (const address of [member.name, "nobody-yet@navy.example"])
      expect(await guesses(address, true)).toEqual(expected);
  });
});
