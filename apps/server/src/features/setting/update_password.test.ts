import { profile, session, setting, settingTexts } from "@mayfly/contracts";
import { describe, expect, it } from "vitest";
import { caughtMail } from "../../testing/caught_mail.ts";
import { lockIsWaitedFor } from "../../testing/lock.ts";
import { sharedApp, type TestMember } from "../../testing/test_app.ts";

const better = "Better!Password1";

describe("update_password", () => {
  const app = sharedApp({ ROLES: "web,worker", RATE_LIMIT_FACTOR: "1" });
  const update = (member: TestMember, change: Record<string, unknown> = {}) =>
    member.call(setting.update_password, {
      ...{ current_password: member.password, new_password: better, confirm_password: better },
      ...change,
    });

  it("changes the password, keeps this session, ends the others and mails a notice (K14, H23, threat 29)", async () => {
    const member = await app.member("Member");
    const elsewhere = app.guest;
    await elsewhere.call(session.login, { usr: member.name, pwd: member.password });
    const [here, there] = [await member.listen(), await elsewhere.listen()];
    const disconnected = new Promise((resolve) => there.once("disconnect", resolve));
    expect((await update(member)).body.message).toEqual({ success: true, message: settingTexts.passwordUpdated });
    await disconnected;
    expect(here.connected).toBe(true);
    here.close();
    expect((await elsewhere.call(profile.get_profile)).status).toBe(401);
    expect((await member.call(profile.get_profile)).status).toBe(200);
    expect((await app.guest.call(session.login, { usr: member.name, pwd: member.password })).status).toBe(401);
    expect((await app.guest.call(session.login, { usr: member.name, pwd: better })).status).toBe(200);
    expect((await caughtMail(app, member.name)).subject).toBe("Your password was changed");
  });

  it("does not overwrite a password that a reset sets during the call (threat 29)", async () => {
    const member = await app.member("Member");
    const { answer } = await app.rootDb.$transaction(async (tx) => {
      await tx.member.update({ where: { name: member.name }, data: { password_hash: "by mail" } });
      const answer = update(member);
      await lockIsWaitedFor(app.rootDb);
      return { answer };
    });
    expect(await answer).toMatchObject({ status: 417, body: { message: settingTexts.wrongCurrent } });
    const { password_hash } = await app.rootDb.member.findUniqueOrThrow({ where: { name: member.name } });
    expect(password_hash).toBe("by mail");
  });

  it.each([
    [{ current_password: "wrong" }, settingTexts.wrongCurrent],
    [{ new_password: "Short1!", confirm_password: "Short1!" }, "Password must be at least 8 characters long"],
    [{ new_password: "lower1!!" }, "Password must contain at least one uppercase letter"],
    [{ new_password: "UPPER1!!" }, "Password must contain at least one lowercase letter"],
    [{ new_password: "NoDigit!" }, "Password must contain at least one number"],
    [{ new_password: "NoSpecial1" }, "Password must contain at least one special character"],
    [{ confirm_password: "Other!Password1" }, "Passwords do not match"],
    [{ current_password: "" }, "Password is required"],
    [{ current_password: 7 }, "current_password must be a text."],
    [{ confirm_password: "x".repeat(257) }, "Password must be at most 256 characters long"],
    [{ new_password: "x".repeat(257) }, "Password must be at most 256 characters long"],
  ])("refuses %j: %s (H14 to H22, P81)", async (change, text) => {
    const member = await app.member("Member");
    expect(await update(member, change)).toMatchObject({ status: 417, body: { message: text } });
    expect((await app.guest.call(session.login, { usr: member.name, pwd: member.password })).status).toBe(200);
  });

  it("limits the rate of wrong current passwords, so that a stolen session cannot guess them (threat 36)", async () => {
    const member = await app.member("Member");
    const statuses = [];
    for (let count = 0; count < 11; count += 1) {
      statuses.push((await update(member, { current_password: "wrong" })).status);
    }
    expect(statuses).toEqual([...Array(10).fill(417), 429]);
  });
});
