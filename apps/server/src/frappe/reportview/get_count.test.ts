import { reportview } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { storedMessage } from "../../testing/messages.ts";
import { testApp } from "../../testing/test_app.ts";

it("counts what the caller may read, up to the limit (K26, P55, P100)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const address = await app.address(admin);
  for (const subject of ["one", "two", "three"]) await storedMessage(app, admin, address, { subject });
  const count = async (caller: typeof admin, input: Record<string, unknown>) =>
    (await caller.call(reportview.get_count, { doctype: "Customer Inbox", ...input })).body.message;

  expect(await count(admin, {})).toBe(3);
  expect(await count(admin, { limit: 2 })).toBe(2);
  expect(await count(admin, { filters: JSON.stringify([["subject", "like", "%t%"]]) })).toBe(2);
  expect(await count(member, {})).toBe(0);
  expect(await count(member, { filters: JSON.stringify([["recipients", "=", address]]) })).toBe(0);
  expect(await count(admin, { doctype: "Email", limit: "1001" })).toBe(1);
  for (const [active, found] of [
    [true, 1],
    ["true", 1],
    [1, 1],
    [false, 0],
  ]) {
    expect(await count(admin, { doctype: "Email", filters: [["is_active", "=", active]] })).toBe(found);
  }
  expect(await count(member, { doctype: "Email" })).toBe(0);
  expect(await count(await app.member("Administrator"), { doctype: "Email" })).toBe(0);
  await app.address(admin, { visibility: "Public" });
  expect(await count(member, { doctype: "Email" })).toBe(1);
  expect((await admin.call(reportview.get_count, { doctype: "Email", limit: 1002 })).status).toBe(417);
});
