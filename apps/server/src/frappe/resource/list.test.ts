import { resource } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("lists addresses as objects in `data` (K25, P55, P101)", async () => {
  await using app = await testApp();
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  const stranger = await app.member("Member");
  const expiry = new Date(app.clock.now.getTime() + 3_600_000);
  const first = await app.address(admin);
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
  const second = await app.address(admin, { visibility: "Public", expiry });
  const list = async (caller: typeof admin, input: Record<string, unknown> = {}) =>
    (await caller.call(resource.list, { doctype: "Email", ...input })).body;

  expect(await list(admin, { order_by: "creation desc" })).toEqual({ data: [{ name: second }, { name: first }] });
  expect(
    await list(admin, {
      fields: JSON.stringify(["email_name", "expiry", "is_active", "visibility", "owner", "reason"]),
      filters: JSON.stringify([["email_name", "like", `%${second.slice(2, 8)}%`]]),
      order_by: "creation desc",
      limit_start: "0",
      limit_page_length: "5",
    }),
  ).toEqual({
    data: [
      {
        email_name: second,
        expiry: expiry.toISOString(),
        is_active: 1,
        visibility: "Public",
        owner: admin.name,
        reason: "",
      },
    ],
  });
  const named = { name: ["in", [second]], visibility: ["in", ["Public", "Private"]], is_active: ["=", 1] };
  expect(await list(admin, { filters: JSON.stringify(named) })).toEqual({ data: [{ name: second }] });
  expect(await list(admin, { order_by: "creation desc", limit: "1", as_dict: "true" })).toEqual({
    data: [{ name: second }],
  });
  expect(await list(admin, { limit: 1, limit_page_length: 2 })).toMatchObject({ data: [{}, {}] });
  expect(await list(admin, { fields: '"*"', limit: 1 })).toEqual(await list(admin, { fields: '["*"]', limit: 1 }));
  expect((await admin.call(resource.list, { doctype: "Email", as_dict: "false" })).status).toBe(417);
  expect(await list(member)).toEqual({ data: [{ name: second }] });
  expect(await list(stranger)).toEqual({ data: [] });
  expect((await admin.call(resource.list, { doctype: "Session" })).status).toBe(417);
  expect((await admin.call(resource.list, { doctype: "Email", group_by: "owner" })).status).toBe(417);
  expect((await app.guest.call(resource.list, { doctype: "Email" })).status).toBe(401);
});
