import { session, sessionTexts } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { type Answer, sharedApp, type TestApp, testApp } from "../../testing/test_app.ts";

/** The answers to eleven wrong passwords of one member, each with another X-Forwarded-For. */
async function guessesFrom(app: TestApp, forwardedFor: (no: number) => string): Promise<number[]> {
  const { name: usr } = await app.member("Member");
  const statuses = [];
  for (let no = 0; no < 11; no += 1) {
    const headers = { "x-forwarded-for": forwardedFor(no) };
    statuses.push((await app.guest.call(session.login, { usr, pwd: "wrong" }, headers)).status);
  }
  return statuses;
}

describe("login with limits", () => {
  const app = sharedApp({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "loopback" });

  it("limits the rate of wrong passwords by account and source, and blocks nobody else (threat 36)", async () => {
    const [member, other] = [await app.member("Member"), await app.member("Member")];
    const logIn = (usr: string, pwd: string, from: string) =>
      app.guest.call(session.login, { usr, pwd }, { "x-forwarded-for": from });
    // Right passwords do not count towards the limits.
    for (let count = 0; count < 15; count += 1) {
      expect((await logIn(member.name, member.password, "192.0.2.1")).status).toBe(200);
    }
    for (let count = 0; count < 10; count += 1) {
      expect((await logIn(member.name, "wrong", "192.0.2.1")).status).toBe(401);
    }
    const refused = await logIn(member.name, member.password, "192.0.2.1");
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Too many requests\. Please try again in \d+ minutes\.$/);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(800);
    expect((await logIn(other.name, other.password, "192.0.2.1")).status).toBe(200);
    expect((await logIn(member.name, member.password, "192.0.2.2")).status).toBe(200);
    // A client that tries many accounts is stopped as well, whichever address of its network it uses.
    let guessed = 0;
    const guess = async (_: unknown, count: number) => {
      await logIn(`nobody-${count}@company.example`, "wrong", `2001:db8:0:1::${count.toString(16)}`);
      guessed += 1;
    };
    const guesses = Promise.all(Array.from({ length: 50 }, guess));
    expect((await logIn(other.name, other.password, "192.0.2.2")).status).toBe(200);
    // Sources take turns, so the login above did not wait for all guesses of the other source.
    expect(guessed).toBeLessThan(40);
    await guesses;
    await Promise.all(Array.from({ length: 50 }, guess));
    expect((await logIn(other.name, other.password, "2001:db8:0:1:ffff::1")).status).toBe(429);
    expect((await logIn(other.name, other.password, "2001:db8:0:2::1")).status).toBe(200);
    // The long timeout is for some 130 passwords that are compared.
  });

  it("counts only wrong passwords towards the limit, however many come at once", async () => {
    const [member, other] = [await app.member("Member"), await app.member("Member")];
    const logIn = async (usr: string, pwd: string, from: string) =>
      (await app.guest.call(session.login, { usr, pwd }, { "x-forwarded-for": from })).status;
    const right = Array.from({ length: 40 }, () => logIn(member.name, member.password, "198.51.100.1"));
    expect(new Set(await Promise.all(right))).toEqual(new Set([200]));
    // Wrong passwords for one account do not lock out other members at the same source.
    const wrong = await Promise.all(Array.from({ length: 40 }, () => logIn(member.name, "wrong", "198.51.100.1")));
    expect(wrong.filter((status) => status === 401)).toHaveLength(10);
    for (let tries = 0; tries < 100; tries += 1) await logIn(member.name, "wrong", "198.51.100.1");
    expect(await logIn(other.name, other.password, "198.51.100.1")).toBe(200);
  });

  it("accepts a right password just below the limit, even when it comes twice at once", async () => {
    const { name, password } = await app.member("Member");
    const logIn = async (pwd: string) => (await app.guest.call(session.login, { usr: name, pwd })).status;
    for (let count = 0; count < 9; count += 1) expect(await logIn("wrong")).toBe(401);
    expect(await Promise.all([logIn(password), logIn(password)])).toContain(200);
    expect(await logIn(password)).toBe(200);
  });

  it("ignores a made-up X-Forwarded-For address that stands before a trusted proxy's own entry (threat 37)", async () => {
    const guesses = await guessesFrom(app, (no) => `192.0.2.${no}, 203.0.113.9`);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
  });
});

describe("login with limits of a tenth", () => {
  const app = sharedApp({ RATE_LIMIT_FACTOR: "0.1", TRUST_PROXY: "127.0.0.1" });

  it("lets a member log in from a known browser while others guess the password (threat 36)", async () => {
    const [member, other] = [await app.member("Member"), await app.member("Member")];
    const knownOf = ({ headers }: Answer) =>
      headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith("known="))
        ?.split(";")[0];
    let sources = 0;
    const logIn = async (pwd: string, cookie = "") => {
      sources += 1;
      const headers = { "x-forwarded-for": `192.0.2.${sources}`, cookie };
      const answer = await app.guest.call(session.login, { usr: member.name, pwd }, headers);
      return { status: answer.status, known: knownOf(answer) };
    };
    const { known } = await logIn(member.password);
    for (let count = 0; count < 30; count += 1) expect((await logIn("wrong")).status).toBe(401);
    expect((await logIn(member.password)).status).toBe(429);
    expect((await logIn(member.password, known)).status).toBe(200);
    // A browser known for another member does not count as known for this one, nor does a forged cookie.
    const answer = await app.guest.call(session.login, { usr: other.name, pwd: other.password });
    expect((await logIn(member.password, knownOf(answer))).status).toBe(429);
    expect((await logIn(member.password, `known=${"A".repeat(43)}`)).status).toBe(429);
    // A known browser has a limit too.
    const guesses = [];
    for (let count = 0; count < 4; count += 1) guesses.push((await logIn("wrong", known)).status);
    expect(guesses).toEqual([401, 401, 401, 429]);
  });

  it("does not count an inactive member's right password towards the limit", async () => {
    const { name, password } = await app.member("Member");
    await app.rootDb.member.update({ where: { name }, data: { is_active: false } });
    const logIn = async () => (await app.guest.call(session.login, { usr: name, pwd: password })).body.message;
    expect([await logIn(), await logIn()]).toEqual(Array(2).fill(sessionTexts.inactive));
  });
});

it("ignores a made-up X-Forwarded-For address when another than the sender is trusted (threat 37)", async () => {
  await using app = await testApp({ RATE_LIMIT_FACTOR: "1", TRUST_PROXY: "192.0.2.7,10.0.0.0/8" });
  expect(await guessesFrom(app, (no) => `192.0.2.${no}`)).toEqual([...Array(10).fill(401), 429]);
});

describe("login", () => {
  const app = sharedApp({ RATE_LIMIT_FACTOR: "1" });

  it("ignores a made-up X-Forwarded-For address when nobody is trusted (threat 37)", async () => {
    expect(await guessesFrom(app, (no) => `192.0.2.${no}`)).toEqual([...Array(10).fill(401), 429]);
  });

  it("answers with the person and sets a cookie that scripts cannot read (K05, K53, L06, threat 29)", async () => {
    const member = await app.member("Administrator");
    const answer = await app.guest.fetch("/api/method/login", {
      method: "POST",
      body: new URLSearchParams({ usr: member.name.toUpperCase(), pwd: member.password }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ message: member.name, email: member.name, full_name: expect.any(String) });
    const [sid, known, ...others] = answer.headers.getSetCookie();
    expect(sid).toMatch(/^sid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(known).toMatch(/^known=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(others).toEqual([]);
  });

  it("accepts JSON and multipart bodies", async () => {
    const member = await app.member("Member");
    const json = await app.guest.call(session.login, { usr: member.name, pwd: member.password });
    const form = new FormData();
    form.set("usr", member.name);
    form.set("pwd", member.password);
    const multipart = await app.guest.fetch("/api/method/login", { method: "POST", body: form });
    expect([json.status, multipart.status]).toEqual([200, 200]);
  });

  it("stores only a hash of the session token, and does not log it", async () => {
    const member = await app.member("Member");
    const token = member.cookie.split("=")[1] ?? "";
    const stored = await app.rootDb.session.findMany({ where: { member: member.name } });
    expect(stored.map((one) => Buffer.from(one.token_hash).toString())).not.toContain(token);
    expect(app.log.join()).not.toContain(token);
  });

  it("starts a new session at every login, and ends the one before", async () => {
    const member = await app.member("Member");
    const before = member.cookie;
    const socket = await member.listen();
    const disconnected = new Promise((resolve) => socket.once("disconnect", resolve));
    await member.call(session.login, { usr: member.name, pwd: member.password });
    expect(member.cookie).not.toBe(before);
    await disconnected;
    expect((await app.guest.fetch(session.get_logged_user.path, { headers: { cookie: before } })).body.message).toBe(
      "Guest",
    );
  });

  it("refuses a wrong password and an unknown account in the same words (threat 32)", async () => {
    const member = await app.member("Member");
    const wrong = await app.guest.call(session.login, { usr: member.name, pwd: "wrong" });
    const unknown = await app.guest.call(session.login, { usr: "nobody@company.example", pwd: "wrong" });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual(unknown.body);
    expect(JSON.parse(JSON.parse(wrong.body._server_messages)[0]).message).toBe(sessionTexts.wrongCredentials);
    expect(wrong.body.exc_type).toBe("AuthenticationError");
  });

  it.each([
    ["the password is changed", { password_hash: "another" }],
    ["the account is ended", { is_active: false }],
  ])("refuses a login if %s while the password is compared (threat 29)", async (_what, data) => {
    const member = await app.member("Member");
    const { answer } = await app.rootDb.$transaction(async (tx) => {
      await tx.member.update({ where: { name: member.name }, data });
      const answer = app.guest.call(session.login, { usr: member.name, pwd: member.password });
      await lockIsWaitedFor(app.rootDb);
      return { answer };
    });
    expect(await answer).toMatchObject({ status: 401, body: { message: sessionTexts.wrongCredentials } });
    expect(await app.rootDb.session.count({ where: { member: member.name } })).toBe(1);
  });

  it("says that a member is inactive only if the password is right", async () => {
    const member = await app.member("Member");
    await app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } });
    const right = await app.guest.call(session.login, { usr: member.name, pwd: member.password });
    const wrong = await app.guest.call(session.login, { usr: member.name, pwd: "wrong" });
    expect(right.status).toBe(401);
    expect(right.body.message).toBe(sessionTexts.inactive);
    expect(wrong.body.message).toBe(sessionTexts.wrongCredentials);
  });

  it.each([
    [{ pwd: "x" }, "Email is required"],
    [{ usr: "", pwd: "x" }, "Email is required"],
    [{ usr: "abc", pwd: "x" }, "Please enter a valid email address"],
    [{ usr: "a@b.example" }, "Password is required"],
    [{ usr: "a@b.example", pwd: "" }, "Password is required"],
    [{ usr: "a@b.example", pwd: "x".repeat(257) }, "Password must be at most 256 characters long"],
    [{ usr: ["a@b.example"], pwd: "x" }, "usr must be a text."],
  ])("refuses %j: %s", async (input, text) => {
    const answer = await app.guest.call(session.login, input);
    expect(answer.status).toBe(417);
    expect(answer.body).toMatchObject({ exc_type: "ValidationError", message: text });
  });
});
