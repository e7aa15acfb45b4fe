import { otpTexts, register } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { caughtMail, caughtMails, codeOf } from "../../testing/caught_mail.ts";
import { registration } from "../../testing/registration.ts";
import { sharedApp } from "../../testing/test_app.ts";
import { sendCode } from "./register.ts";

const app = sharedApp({ ROLES: "web,worker", RATE_LIMIT_FACTOR: "1" });

it("sends another code only after 30 seconds, and a limited number to an address (K09, B83 to B85, threat 34)", async () => {
  const given = registration();
  const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
  const resend = () => app.guest.call(register.resend_otp, { signup_request });
  await caughtMail(app, given.email_address);
  const pass = (seconds: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + seconds * 1000);
  };
  pass(10);
  const early = await resend();
  expect(early).toMatchObject({ status: 429, body: { message: otpTexts.wait(20) } });
  expect(early.headers.get("retry-after")).toBe("20");
  pass(20);
  const parallel = await Promise.all([resend(), resend(), resend()]);
  expect(parallel.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  expect(parallel.find(({ status }) => status === 200)?.body.message).toEqual({
    success: true,
    message: otpTexts.sent,
  });
  await caughtMails(app, given.email_address, 2);
  for (let count = 0; count < 5; count += 1) {
    pass(30);
    expect((await resend()).status).toBe(200);
  }
  pass(30);
  expect((await resend()).status).toBe(429);

  // Registering again gets the same address no more mail either.
  const again = (await app.guest.call(register.create_account, given)).body.message.signup_request;
  pass(30);
  expect((await app.guest.call(register.resend_otp, { signup_request: again })).body.message).toMatch(/^Too many/);
});

it("sends a valid code, even for a request id in capitals", async () => {
  const given = registration();
  const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
  await caughtMail(app, given.email_address);
  app.clock.now = new Date(app.clock.now.getTime() + 30_000);
  await app.guest.call(register.resend_otp, { signup_request: signup_request.toUpperCase() });
  const [, again] = await caughtMails(app, given.email_address, 2);
  const otp = codeOf(again);
  expect((await app.guest.call(register.verify_otp, { signup_request, otp, password: "aaaaaaaa" })).status).toBe(200);
});

it("keeps the old code valid and its wrong tries counted if the new code cannot be sent (threat 33)", async () => {
  const given = registration();
  const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
  const code = codeOf(await caughtMail(app, given.email_address));
  const verify = (otp: string) => app.guest.call(register.verify_otp, { signup_request, otp, password: "aaaaaaaa" });
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await verify(wrong)).status).toBe(417);

  const sendMail = () => Promise.reject(new Error("no route to host"));
  const context = { rootDb: app.rootDb, clock: () => app.clock.now, secret: String, link: String, sendMail };
  await expect(sendCode.run(context as never, { signup_request })).rejects.toThrow("no route to host");
  expect((await app.rootDb.signupRequest.findUniqueOrThrow({ where: { name: signup_request } })).otp_tries).toBe(1);
  expect((await verify(code)).status).toBe(200);
});

it("resets the number of tries with a new code (threat 33)", async () => {
  const given = registration();
  const { signup_request } = (await app.guest.call(register.create_account, given)).body.message;
  const code = codeOf(await caughtMail(app, given.email_address));
  const verify = (otp: string) => app.guest.call(register.verify_otp, { signup_request, otp, password: "aaaaaaaa" });
  const wrong = code === "000000" ? "000001" : "000000";
  for (let no = 0; no < 5; no += 1) expect((await verify(wrong)).body.message).toBe(otpTexts.wrong);
  expect((await verify(code)).body.message).toBe(otpTexts.tooManyTries);
  app.clock.now = new Date(app.clock.now.getTime() + 30_000);
  await app.guest.call(register.resend_otp, { signup_request });
  const [, again] = await caughtMails(app, given.email_address, 2);
  expect((await verify(codeOf(again))).status).toBe(200);
});

it("refuses an unknown request", async () => {
  for (const signup_request of ["x", crypto.randomUUID()]) {
    const { status, body } = await app.guest.call(register.resend_otp, { signup_request });
    expect([status, body.message]).toEqual([417, otpTexts.invalidRequest]);
  }
});
