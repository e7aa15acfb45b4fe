import { otpTexts, register, registerTexts, reset_user, session, team, texts } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { caughtMail, codeOf } from "../../testing/caught_mail.ts";
import { queued } from "../../testing/queue.ts";
import { registration } from "../../testing/registration.ts";
import { sharedApp, type TestApp, testApp } from "../../testing/test_app.ts";
import { deleteOldRequests, sendCode } from "./register.ts";

/** Has no worker, so that its jobs stay queued. */
const idle = sharedApp({
  ...{ REGISTRATION: "engine.example, Navy.Example", RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "127.0.0.1" },
});

describe("create_account", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,worker" });
  });
  afterAll(() => app[Symbol.asyncDispose]());
  const create = (change = {}) => app.guest.call(register.create_account, registration(change));

  it("stores the registration and mails a code, but creates no company or account yet (K07, L04, P43, P40)", async () => {
    const given = registration({ company_website: "navy.example", post: "Rear admiral", country_code: "CA" });
    const { body } = await app.guest.call(register.create_account, given);
    expect(body.message).toEqual({ success: true, signup_request: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    const mail = await caughtMail(app, given.email_address);
    // The code is in the subject too, and with it in lists and notifications (row Y13).
    expect(mail.subject).toBe(`${codeOf(mail)} is your Mayfly code`);
    expect(mail.subject).toMatch(/^\d{6} /);
    // The code comes right after the sentence that announces it.
    expect(mail.text).toMatch(/ registration[^:]*:\n\n {4}\d{6}\n/);
    expect(mail.html).toMatch(/ registration[^:]*:<\/p>\s*<p[^>]*>\d{6}</);
    expect(mail.text).toContain(`/verify-otp?signup_request=${body.message.signup_request}`);
    expect(mail.html + mail.text).not.toContain(given.full_name);

    const row = await app.rootDb.signupRequest.findUniqueOrThrow({ where: { name: body.message.signup_request } });
    expect(row).toMatchObject({ company_website: "https://navy.example", post: "Rear admiral", otp_tries: 0 });
    expect(row).toMatchObject({ country_code: "CA", phone_number: given.phone_number });
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    expect(await app.rootDb.company.count({ where: { company_email: given.company_email } })).toBe(0);
    const login = await app.guest.call(session.login, { usr: given.email_address, pwd: given.password });
    expect(login.status).toBe(401);
  });

  it("keeps the code and the password out of the log, the queue and the database (threats 33 and 47)", async () => {
    const given = registration({ password: "unmistakable", confirm_password: "unmistakable" });
    await app.guest.call(register.create_account, given);
    const [code = "none"] = /\d{6}/.exec((await caughtMail(app, given.email_address)).text) ?? [];
    expect(app.log.join()).not.toContain(code);
    expect(app.log.join()).not.toContain("unmistakable");
    const { phone_number: _, ...row } = await app.rootDb.signupRequest.findFirstOrThrow({
      where: { email_address: given.email_address },
    });
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${code}|unmistakable`));

    const { signup_request } = (await idle.guest.call(register.create_account, given)).body.message;
    const jobs = await queued<{ signup_request: string }>(idle, sendCode);
    expect(jobs.filter((job) => job.signup_request === signup_request)).toEqual([{ signup_request }]);
  });

  it("answers an address that has an account like any other, and tells only its owner (threat 32)", async () => {
    const member = await app.member("Administrator");
    const { company_email } = await app.rootDb.company.findUniqueOrThrow({ where: { name: member.company } });
    const { status, body } = await create({ company_email, email_address: member.name.toUpperCase() });
    expect([status, Object.keys(body.message), body.message.success]).toEqual([
      200,
      Object.keys((await create()).body.message),
      true,
    ]);
    const mail = await caughtMail(app, member.name);
    expect(mail.subject).toBe("You have an account already");
    expect(mail.text).not.toMatch(/\d{6}/);
    const { signup_request } = body.message;
    const verify = { signup_request, otp: "000000", password: "aaaaaaaa" };
    expect((await app.guest.call(register.verify_otp, verify)).body.message).toBe(otpTexts.wrong);
  });

  it("refuses the installation's own disposable addresses, of the platform's domains and of companies' (threat 32)", async () => {
    const { company, name: owner } = await app.member("Administrator");
    const own = { company, owner, is_verified: true, verification_token: "x" };
    await app.rootDb.domain.create({ data: { ...own, domain_name: "disposable.example" } });
    for (const domain of ["mayfly.test", "Inbox.Mayfly.Test", "localhost", "disposable.example"]) {
      const { status, body } = await create({ email_address: `a@${domain}`, company_email: `b@${domain}` });
      if (status === 417) expect(body.message).toBe(texts.emailInvalid);
      else expect(body.message.errors).toEqual([registerTexts.emailDisposable, registerTexts.companyEmailDisposable]);
    }
    // An unverified domain is only a claim.
    await app.rootDb.domain.create({ data: { ...own, domain_name: "claimed.example", is_verified: false } });
    expect((await create({ email_address: `${crypto.randomUUID()}@claimed.example` })).body.message.success).toBe(true);
  });

  const ofAnotherKind = (field: string) => `${field} must be a text.`;

  it.each([
    [{ full_name: " " }, registerTexts.fullNameRequired],
    [{ full_name: "x".repeat(141) }, texts.tooLong("Full name", 140)],
    [{ email_address: "" }, texts.emailRequired],
    [{ email_address: "abc" }, texts.emailInvalid],
    [{ password: "short77", confirm_password: "short77" }, "Password must be at least 8 characters long"],
    [{ password: "" }, texts.passwordRequired],
    [{ password: "x".repeat(257) }, "Password must be at most 256 characters long"],
    [{ confirm_password: "" }, "Please confirm your password"],
    [{ confirm_password: "x".repeat(257) }, "Password must be at most 256 characters long"],
    [{ confirm_password: "bbbbbbbb" }, "Passwords do not match"],
    [{ company_name: "" }, registerTexts.companyNameRequired],
    [{ company_email: "" }, registerTexts.companyEmailRequired],
    [{ company_email: "abc" }, texts.emailInvalid],
    [{ company_size: "2" }, registerTexts.companySizeRequired],
    [{ industry: "" }, registerTexts.industryRequired],
    [{ company_website: "javascript:alert(1)" }, texts.websiteInvalid],
    [{ country_code: "XX" }, registerTexts.unknownCountry],
    [{ phone_number: "" }, registerTexts.phoneRequired],
    [{ phone_number: "+1" }, registerTexts.phoneRequired],
    [{ phone_number: "00 49" }, registerTexts.phoneRequired],
    [{ phone_number: "none" }, registerTexts.phoneRequired],
    [{ phone_number: "1".repeat(41) }, texts.tooLong("Phone number", 40)],
    [{ post: ["x"] }, ofAnotherKind("post")],
    [{ post: "x".repeat(141) }, texts.tooLong("Position", 140)],
    [{ company_name: "\u0000\n" }, registerTexts.companyNameRequired],
    [{ company_name: "x".repeat(141) }, texts.tooLong("Company name", 140)],
    [{ industry: "x".repeat(141) }, texts.tooLong("Industry", 140)],
    [{ company_website: `https://${"x".repeat(2048)}.example` }, texts.tooLong("Website", 2048)],
    [{ email_address: `${"x".repeat(250)}@a.example` }, texts.emailInvalid],
    [{ email_address: "a\u0000@b.example" }, texts.emailInvalid],
    [{ full_name: null }, registerTexts.fullNameRequired],
    [{ email_address: { a: 1 } }, ofAnotherKind("email_address")],
    [{ password: 12345678 }, ofAnotherKind("password")],
    [{ company_size: ["1-10"] }, registerTexts.companySizeRequired],
    [{ phone_number: 5551234567 }, ofAnotherKind("phone_number")],
  ])("refuses %j: %s (P39, P131, L05)", async (change, text) => {
    const before = await app.rootDb.signupRequest.count();
    expect(await create(change)).toMatchObject({ status: 417, body: { exc_type: "ValidationError", message: text } });
    expect(await app.rootDb.signupRequest.count()).toBe(before);
  });

  it("replaces line breaks and other control characters in names with spaces", async () => {
    const given = registration({ full_name: "Grace\r\nBcc: x@y.example\u0000\u0007", company_name: "Navy\u2028Corps" });
    const { body } = await app.guest.call(register.create_account, given);
    const row = await app.rootDb.signupRequest.findUniqueOrThrow({ where: { name: body.message.signup_request } });
    expect(row).toMatchObject({ full_name: "Grace Bcc: x@y.example", company_name: "Navy Corps" });
  });

  it("reports all invalid fields at once", async () => {
    const { body } = await create({ full_name: "", company_name: "", phone_number: "" });
    const said = JSON.parse(body._server_messages).map((entry: string) => JSON.parse(entry).message);
    expect(said).toEqual([
      registerTexts.fullNameRequired,
      registerTexts.companyNameRequired,
      registerTexts.phoneRequired,
    ]);
  });

  it("forgets a registration that is not completed within a day", async () => {
    const { signup_request } = (await create()).body.message;
    const after = (hours: number) => () => new Date(app.clock.now.getTime() + hours * 3_600_000);
    await deleteOldRequests({ rootDb: app.rootDb, clock: after(23) });
    expect(await app.rootDb.signupRequest.count({ where: { name: signup_request } })).toBe(1);
    await deleteOldRequests({ rootDb: app.rootDb, clock: after(25) });
    expect(await app.rootDb.signupRequest.count({ where: { name: signup_request } })).toBe(0);
  });
});

it("lets nobody register when registration is closed, but lets who was invited join (V05)", async () => {
  await using app = await testApp({ REGISTRATION: "closed", ROLES: "web,worker" });
  const { status, body } = await app.guest.call(register.create_account, registration());
  expect([status, body.message]).toEqual([403, registerTexts.closed]);
  expect(await app.rootDb.signupRequest.count()).toBe(0);
  const admin = await app.member("Administrator");
  const email = "joins@engine.example";
  await admin.call(team.invite_team_member, { name: "Ada Lovelace", email, role: "Member" });
  const [, name] = /forget-password\/([\w-]{32})/.exec((await caughtMail(app, email)).text) ?? [];
  const joined = await app.guest.call(reset_user.validate_otp, { name, password: "Engine!1843" });
  expect([joined.status, await app.rootDb.member.count({ where: { name: email } })]).toEqual([200, 1]);
});

it("lets only addresses on the listed domains register (V05)", async () => {
  const create = async (email_address: string) =>
    (await idle.guest.call(register.create_account, registration({ email_address }))).body.message;
  expect((await create("ada@engine.example")).success).toBe(true);
  expect((await create("grace@navy.example")).success).toBe(true);
  for (const email of ["a@other.example", "a@sub.engine.example", "a@engine.example.other.example"])
    expect(await create(email)).toMatchObject({ success: false, errors: [registerTexts.limited] });
});

it("is rate-limited by source and by email address, and says when to try again (threat 34)", async () => {
  const create = (change = {}) =>
    idle.guest.call(register.create_account, registration(change), { "x-forwarded-for": "192.0.2.1" });
  const email_address = "limited@navy.example";
  for (let count = 0; count < 5; count += 1) expect((await create({ email_address })).status).toBe(200);
  const refused = await create({ email_address });
  expect(refused).toMatchObject({ status: 429, body: { exc_type: "TooManyRequests" } });
  expect(refused.body.message).toMatch(/^Too many requests\. Please try again in \d+ minutes\.$/);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3500);
  // The refused call does not count towards the twenty registrations that a source may have.
  for (let count = 0; count < 15; count += 1) expect((await create()).status).toBe(200);
  expect((await create()).status).toBe(429);
});

it("keeps no owner of an address from registering, or from a link, whatever another source asks for (threat 61)", async () => {
  const email_address = "victim@navy.example";
  const from = (source: string) => ({ "x-forwarded-for": source });
  const create = (source: string) =>
    idle.guest.call(register.create_account, registration({ email_address }), from(source));
  const reset = (source: string) =>
    idle.guest.call(reset_user.reset_user_password, { email: email_address }, from(source));
  for (const ask of [create, reset]) {
    while ((await ask("192.0.2.66")).status !== 429);
    expect((await ask("198.51.100.7")).status).toBe(200);
  }
});
