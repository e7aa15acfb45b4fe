import { reset_user, resetTexts, texts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp({ ROLES: "web,worker", PUBLIC_URL: "https://mayfly.example", RATE_LIMIT_FACTOR: "1" });

it("mails a link built from PUBLIC_URL and not from the request's host (K10, threat 35)", async () => {
  const member = await app.member("Member");
  const answer = await app.guest.fetch(reset_user.reset_user_password.path, {
    method: "POST",
    headers: { "content-type": "application/json", host: "evil.example", "x-forwarded-host": "evil.example" },
    body: JSON.stringify({ email: member.name.toUpperCase() }),
  });
  expect(answer.body.message).toEqual({ success: true, message: resetTexts.sentMessage });
  const mail = await caughtMail(app, member.name);
  expect(mail.text).toMatch(/^https:\/\/mayfly\.example\/forget-password\/[\w-]{32}$/m);
  expect(mail.text + mail.html).not.toContain("evil");
  const [, token = "none"] = /forget-password\/([\w-]{32})/.exec(mail.text) ?? [];
  expect(app.log.join()).not.toContain(token);
  const [row] = await app.rootDb.resetToken.findMany({ where: { member: member.name } });
  expect(Buffer.from(row?.token_hash ?? []).toString()).not.toContain(token);
});

it("creates no link for an inactive or unknown account", async () => {
  const [member, other] = [await app.member("Member"), await app.member("Member")];
  await app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } });
  for (const email of [member.name, "nobody@company.example", other.name]) {
    expect((await app.guest.call(reset_user.reset_user_password, { email })).status).toBe(200);
  }
  await caughtMail(app, other.name);
  const where = { member: { in: [member.name, other.name] } };
  expect((await app.rootDb.resetToken.findMany({ where })).map((row) => row.member)).toEqual([other.name]);
});

it("is throttled alike for known and unknown accounts (threat 34)", async () => {
  const member = await app.member("Member");
  for (const email of [member.name, "nobody-else@company.example"]) {
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await app.guest.call(reset_user.reset_user_password, { email })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

it.each([
  ["", texts.emailRequired],
  ["abc", texts.emailInvalid],
  [`${"x".repeat(260)}@a.example`, texts.emailInvalid],
])("refuses %j", async (email, text) => {
  const { status, body } = await app.guest.call(reset_user.reset_user_password, { email });
  expect([status, body.message]).toEqual([417, text]);
});
