import { team } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("lists the caller's colleagues, newest first, and counts the caller too (K29, K30, P58, L23)", async () => {
  const admin = await app.member("Administrator");
  const list = async (by = admin, input = {}) => (await by.call(team.get_team_members, input)).body.message;
  expect(await list()).toEqual({ team_members: [], count: 1 });
  const colleagues = [];
  for (let count = 0; count < 7; count += 1) {
    app.clock.now = new Date(app.clock.now.getTime() + 1000);
    colleagues.push(await app.member("Member", admin.company));
  }
  const newest = colleagues.toReversed();
  await app.member("Administrator");

  const first = await list(admin, { start: 0, limit: 5 });
  expect(first.count).toBe(8);
  expect(first.team_members.map((one: { name: string }) => one.name)).toEqual(
    newest.slice(0, 5).map(({ name }) => name),
  );
  expect(first.team_members[0]).toEqual({
    ...{ name: newest[0]?.name, email: newest[0]?.name, role: "Member", is_active: 1 },
    full_name: expect.stringContaining("Member"),
    creation: expect.stringMatching(/Z$/),
  });
  expect((await list(admin, { start: 5, limit: 5 })).team_members).toHaveLength(2);
  expect((await list(admin, { start: 1000 })).team_members).toEqual([]);
  const seenByMember = await list(colleagues[0], { limit: 7 });
  expect(seenByMember.count).toBe(8);
  expect(seenByMember.team_members.map((one: { name: string }) => one.name)).toContain(admin.name);
});

it.each([{ start: -1 }, { limit: 0 }, { limit: 100_000 }, { start: "x" }])("refuses %j", async (input) => {
  const member = await app.member("Member");
  expect((await member.call(team.get_team_members, input)).status).toBe(417);
});
