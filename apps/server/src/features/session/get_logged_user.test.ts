import { profile, session } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";
import { deleteEndedSessions } from "./session.ts";

const app = sharedApp();

it("names the caller, or Guest (K04)", async () => {
  const member = await app.member("Member");
  expect((await member.call(session.get_logged_user)).body).toEqual({ message: member.name });
  expect((await app.guest.call(session.get_logged_user)).body).toEqual({ message: "Guest" });
});

it("ends a session two weeks after its last use", async () => {
  const member = await app.member("Member");
  const pass = (days: number) => {
    app.clock.now = new Date(app.clock.now.getTime() + days * 86_400_000);
  };
  const used = async () => {
    const { headers, body } = await member.call(session.get_logged_user);
    expect(body.message).toBe(member.name);
    return headers.getSetCookie();
  };
  pass(13);
  // A live channel does not prolong the session, because it could not set the browser's cookie.
  (await member.listen()).disconnect();
  expect(await used()).toEqual([expect.stringMatching(`^${member.cookie}; Max-Age=${14 * 86_400}; `)]);
  expect(await used()).toEqual([]);
  pass(13);
  await used();
  pass(15);
  expect((await member.call(session.get_logged_user)).body.message).toBe("Guest");
  expect((await member.call(profile.get_profile)).status).toBe(401);
  await deleteEndedSessions({ rootDb: app.rootDb, clock: () => app.clock.now });
  expect(await app.rootDb.session.count({ where: { member: member.name } })).toBe(0);
});

it("answers Guest for an inactive member and for made-up cookies", async () => {
  const member = await app.member("Member");
  await app.rootDb.member.update({ where: { name: member.name }, data: { is_active: false } });
  expect((await member.call(session.get_logged_user)).body.message).toBe("Guest");
  for (const cookie of ["sid=", "sid=x", `sid=${"x".repeat(5000)}`, "sid=%00", 'sid="; DROP']) {
    const answer = await app.guest.fetch(session.get_logged_user.path, { headers: { cookie } });
    expect(answer).toMatchObject({ status: 200, body: { message: "Guest" } });
  }
});
