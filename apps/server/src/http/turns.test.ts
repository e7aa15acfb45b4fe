import { expect, it } from "vitest";
import type { CurrentMember } from "../context.ts";
import { sharedApp } from "../testing/test_app.ts";
import { openShares } from "./shares.ts";
import { openTurns } from "./turns.ts";

const app = sharedApp();

const memberOf = (company: string, name: string): CurrentMember => ({
  ...{ name, full_name: name, role: "Administrator", company },
});
const unchanged = (member: CurrentMember) => async () => member;
const open = () => openTurns(app.rootDb, app.rootDb, openShares(10, 1));

/** A call that has the slow turn of a company until `end` is called, and then answers its member's role. */
async function slowCall({ inTurn }: ReturnType<typeof openTurns>, member: CurrentMember) {
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const role = inTurn(member, unchanged(member), async ({ asSlowCall }) => {
    const now = await asSlowCall();
    begun.resolve();
    await ended.promise;
    return now.member.role;
  });
  await begun.promise;
  return { role, end: () => ended.resolve() };
}

it("gives a call that waited among slow ones the member as they are by then", async () => {
  const { company } = await app.member("Administrator");
  const turns = open();
  const { inTurn } = turns;
  const [one, other] = [memberOf(company, "one"), memberOf(company, "other")];
  const slow = await slowCall(turns, one);
  const demoted = async (): Promise<CurrentMember> => ({ ...other, role: "Member" });
  const waiting = inTurn(other, demoted, async ({ asSlowCall }) => (await asSlowCall()).member.role);
  // Its ordinary turn is left to others while it waits.
  expect(await inTurn(other, unchanged(other), async ({ waited }) => waited)).toBe(false);
  slow.end();
  expect([await slow.role, await waiting]).toEqual(["Administrator", "Member"]);
});

it("refuses a call that may no longer be made, and leaves its turn to the next", async () => {
  const { company } = await app.member("Administrator");
  const turns = open();
  const { inTurn } = turns;
  const [one, other] = [memberOf(company, "one"), memberOf(company, "other")];
  const slow = await slowCall(turns, one);
  const gone = new Error("no longer a member");
  const refused = inTurn(
    other,
    () => Promise.reject(gone),
    ({ asSlowCall }) => asSlowCall(),
  );
  // This one is over before its slow turn comes.
  await inTurn(other, unchanged(other), async ({ asSlowCall }) => void asSlowCall());
  slow.end();
  await slow.role;
  await expect(refused).rejects.toBe(gone);
  const after = inTurn(other, unchanged(other), async ({ asSlowCall }) => (await asSlowCall()).member.name);
  expect(await after).toBe("other");
});
