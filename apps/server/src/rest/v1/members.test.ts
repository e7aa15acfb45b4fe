import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("lists the company's members, and nobody else's", async () => {
  const admin = await app.member("Administrator");
  const member = await app.member("Member", admin.company);
  await app.member("Member");
  const client = await apiClient(app, member);
  const { body } = await client.call(resources.members.list);
  expect(body.data.map(({ name }: { name: string }) => name).sort()).toEqual([admin.name, member.name].sort());
  expect(body.data[0]).toEqual({
    ...{
      id: expect.any(String),
      name: expect.any(String),
      full_name: expect.any(String),
      role: expect.any(String),
      is_active: true,
    },
    creation: app.clock.now.toISOString(),
  });
  const first = await client.call(resources.members.list, { limit: 1 });
  const second = await client.call(resources.members.list, { limit: 1, cursor: first.body.next_cursor });
  expect([...first.body.data, ...second.body.data]).toEqual(body.data);
});
