import { profile, reset_user, resetTexts, resources, session } from "@mayfly/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { atOnce } from "../../testing/at_once.ts";
import { caughtMail, caughtMails } from "../../testing/caught_mail.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp, type TestApp, type TestMember, testApp } from "../../testing/test_app.ts";
import { lockAccount } from "../session/session.ts";

const password = "Better!Password1";

/** Requests a link for a member and reads its token. @param count how many mails the member has got by then */
async function askedFor(app: TestApp, member: TestMember, count = 1, from = "127.0.0.1") {
  await app.guest.call(reset_user.reset_user_password, { email: member.name }, { "x-forwarded-for": from });
  const mails = await caughtMails(app, member.name, count);
  return /forget-password\/([\w-]{32})/.exec(mails[count - 1]?.text ?? "")?.[1] ?? "";
}

const reset = (app: TestApp, name: string, given = password, from = "127.0.0.1") =>
  app.guest.call(reset_user.validate_otp, { name, password: given }, { "x-forwarded-for": from });

describe("validate_otp", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp({ ROLES: "web,worker" });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("sets the password, ends every session and link, and mails a notice (K11, B107, threat 29)", async () => {
    const member = await app.member("Member");
    const first = await askedFor(app, member);
    const second = await askedFor(app, member, 2);
    const socket = await member.listen();
    const disconnected = new Promise((resolve) => socket.once("disconnect", resolve));

    expect((await reset(app, second)).body.message).toEqual({ success: true, message: resetTexts.done });

    await disconnected;
    expect((await member.call(profile.get_profile)).status).toBe(401);
    expect((await reset(app, first)).body.message).toBe(resetTexts.invalidLink);
    expect((await app.guest.call(session.login, { usr: member.name, pwd: member.password })).status).toBe(401);
    expect((await app.guest.call(session.login, { usr: member.name, pwd: password })).status).toBe(200);
    const [, , notice] = await caughtMails(app, member.name, 3);
    expect(notice?.subject).toBe("Your password was changed");
  });

  it("ends the member's API keys, unless they are to stay", async () => {
    const member = await app.member("Member");
    const client = await apiClient(app, member);
    await caughtMail(app, member.name);
    const first = await askedFor(app, member, 2);
    const input = { name: first, password, end_keys: false };
    expect((await app.guest.call(reset_user.validate_otp, input)).status).toBe(200);
    expect((await client.call(resources.me.get)).status).toBe(200);
    await caughtMails(app, member.name, 3);
    expect((await reset(app, await askedFor(app, member, 4))).status).toBe(200);
    expect((await client.call(resources.me.get)).status).toBe(401);
  });

  it("accepts a link only once, even in concurrent calls (threat 35)", async () => {
    const member = await app.member("Member");
    const token = await askedFor(app, member);
    const answers = await atOnce(50, (at) => reset(app, token, `${password}${at}`));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === resetTexts.invalidLink)).toHaveLength(49);
    const winner = answers.findIndex(({ status }) => status === 200);
    const login = await app.guest.call(session.login, { usr: member.name, pwd: `${password}${winner}` });
    expect(login.status).toBe(200);
  });

  it("accepts only one of two links that are used at once", async () => {
    const member = await app.member("Member");
    const tokens = [await askedFor(app, member), await askedFor(app, member, 2)];
    const { answers } = await app.rootDb.$transaction(async (tx) => {
      await lockAccount(tx, member.name);
      const answers = tokens.map((token) => reset(app, token));
      await lockIsWaitedFor(app.rootDb, 2);
      return { answers };
    });
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 417]);
  });

  it("accepts a link for an hour", async () => {
    const member = await app.member("Member");
    const token = await askedFor(app, member);
    const now = app.clock.now;
    app.clock.now = new Date(now.getTime() + 3_600_000);
    expect((await reset(app, token)).body.message).toBe(resetTexts.invalidLink);
    app.clock.now = new Date(now.getTime() + 3_599_000);
    expect((await reset(app, token)).status).toBe(200);
    app.clock.now = now;
  });

  it("refuses the link of a member who has been deactivated", async () => {
    const member = await app.member("Member");
    const token = await askedFor(app, member);
    await app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } });
    expect((await reset(app, token)).body.message).toBe(resetTexts.invalidLink);
  });

  it.each(["", " ", "x", "x".repeat(32), "x".repeat(500), "../..", "\u0000"])(
    "refuses the invalid link %j (P45)",
    async (name) => {
      const { status, body } = await reset(app, name);
      expect([status, body.message]).toEqual([417, resetTexts.invalidLink]);
    },
  );

  it.each(["", "Short1!", "nouppercase1!", "NOLOWERCASE1!", "NoDigitHere!", "NoSpecial-1"])(
    "refuses the weak password %j and keeps the link valid (B96 to B101)",
    async (weak) => {
      const member = await app.member("Member");
      const token = await askedFor(app, member);
      expect(await reset(app, token, weak)).toMatchObject({ status: 417, body: { message: resetTexts.weak } });
      expect((await reset(app, token)).status).toBe(200);
      await caughtMail(app, member.name);
    },
  );
});

describe("validate_otp with limits", () => {
  const app = sharedApp({ ROLES: "web,worker", RATE_LIMIT_FACTOR: "0.1", TRUST_PROXY: "127.0.0.1" });
  it.each([
    ["anywhere", 30, "", (no: number) => `192.0.2.${no}`],
    ["their own browser", 3, "known", (no: number) => `198.51.100.${no}`],
    ["one source", 1, "", () => "203.0.113.1"],
  ])(
    "logs in with the new password after too many wrong tries from %s (threat 36)",
    async (_where, tries, cookie, sourceOf) => {
      const member = await app.member("Member");
      let sources = 0;
      const logIn = (pwd: string, cookie = "") => {
        sources += 1;
        const headers = { cookie, "x-forwarded-for": sourceOf(sources) };
        return app.guest.call(session.login, { usr: member.name, pwd }, headers);
      };
      const own = (await logIn(member.password)).headers.getSetCookie().find((one) => cookie && one.startsWith(cookie));
      for (let count = 0; count < tries; count += 1) expect((await logIn("wrong", own)).status).toBe(401);
      expect((await logIn(member.password, own)).status).toBe(429);
      const token = await askedFor(app, member, 1, sourceOf(0));
      expect((await reset(app, token, password, sourceOf(0))).status).toBe(200);
      expect((await logIn(password, own)).status).toBe(200);
    },
  );
});
