import { contracts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { sharedApp } from "../../testing/test_app.ts";

const { mark_all_read } = contracts.inbox;
const app = sharedApp();

it("marks what the caller may read as opened by the caller alone (row Y12)", async () => {
  const owner = await app.member("Administrator");
  const colleague = await app.member("Member", owner.company);
  const [open, own] = [await app.address(owner, { visibility: "Public" }), await app.address(owner)];
  for (const address of [open, open, own]) await storedMessage(app, owner, address);
  const seen = async (address: string) => {
    const rows = await app.rootDb.customerInbox.findMany({ where: { recipients: address } });
    return rows.map((row) => row.seen);
  };
  const mark = async (who = owner, email?: string) => (await who.call(mark_all_read, { email })).body.message;
  expect(await mark(colleague, own)).toEqual({ marked: 0, left: false });
  expect(await mark(await app.member("Administrator"), open)).toEqual({ marked: 0, left: false });
  expect(await mark(owner, open)).toEqual({ marked: 2, left: false });
  expect(await seen(open)).toEqual([[owner.name], [owner.name]]);
  expect(await seen(own)).toEqual([[]]);
  expect(await mark(owner)).toEqual({ marked: 1, left: false });
  expect(await mark(owner)).toEqual({ marked: 0, left: false });
  expect(await mark(colleague)).toEqual({ marked: 2, left: false });
  expect(await seen(open)).toEqual([
    [owner.name, colleague.name],
    [owner.name, colleague.name],
  ]);
});
