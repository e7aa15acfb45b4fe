import { api_key, resources, team } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("ends a key at once, for its member and for Administrators (row Q05)", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  for (const who of [member, admin]) {
    const client = await apiClient(app, member);
    expect((await client.call(resources.me.get)).status).toBe(200);
    expect((await who.call(api_key.revoke_api_key, { name: client.name })).status).toBe(200);
    const { status, body, headers } = await client.call(resources.me.get);
    expect([status, body.code]).toEqual([401, "invalid_key"]);
    expect(headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expect((await who.call(api_key.revoke_api_key, { name: client.name })).status).toBe(404);
  }
});

it("refuses colleagues and other companies", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  for (const who of [await app.member("Member", admin.company), await app.member("Administrator")]) {
    expect((await who.call(api_key.revoke_api_key, { name: client.name })).status).toBe(404);
  }
  expect((await client.call(resources.me.get)).status).toBe(200);
});

it("stops a key with the deactivation of its member, and takes away what a new role may not (row Q04)", async () => {
  const admin = await app.member("Administrator");
  const other = await app.member("Administrator", admin.company);
  const client = await apiClient(app, other);
  const create = () =>
    client.call(resources.webhooks.create, { url: "https://hooks.example/a", event: "email.received" });
  expect((await create()).status).toBe(201);
  await admin.call(team.update_team_member, { customer_email: other.name, role: "Member" });
  expect((await create()).body).toMatchObject({ status: 403, code: "forbidden" });
  await admin.call(team.update_team_member, { customer_email: other.name, is_active: 0 });
  expect((await create()).body).toMatchObject({ status: 401, code: "invalid_key" });
});
