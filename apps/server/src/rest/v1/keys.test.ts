import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("revokes the key that it comes with, whatever the plan says (row Q05)", async () => {
  const member = await app.member("Member");
  const client = await apiClient(app, member, { scopes: ["emails:read"] });
  const end = new Date("2020-01-01");
  await app.rootDb.subscription.update({ where: { company: member.company }, data: { expiry_date: end } });
  expect((await client.call(resources.me.get)).body).toMatchObject({ code: "plan_expired" });
  expect((await client.call(resources.keys.remove_self)).status).toBe(204);
  expect((await client.call(resources.keys.remove_self)).body).toMatchObject({ status: 401, code: "invalid_key" });
  const event = await app.rootDb.event.findFirstOrThrow({ where: { subject: client.name, type: "api_key.revoked" } });
  expect(event).toMatchObject({ actor: member.name, via: "key", api_key: client.name });
});
