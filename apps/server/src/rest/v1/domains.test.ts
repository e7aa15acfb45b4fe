import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("lists the platform's domains first, then the company's (row Q07)", async () => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { company, name: owner } = admin;
  for (const domain_name of ["one", "two", "three"].map((word) => `${word}-${crypto.randomUUID()}.example`)) {
    await app.rootDb.domain.create({
      data: { domain_name, company, owner, verification_token: "t", is_verified: true, creation: app.clock.now },
    });
  }
  const first = await client.call(resources.domains.list, { limit: 2 });
  expect(first.body.data[0]).toEqual({
    ...{ domain_name: "mayfly.test", is_default: true, is_verified: true, mx_found: true, creation: null },
  });
  const platform = first.body.data.filter(({ is_default }: { is_default: boolean }) => is_default);
  expect(first.body.data).toHaveLength(platform.length + 2);
  const second = await client.call(resources.domains.list, { limit: 2, cursor: first.body.next_cursor });
  expect([second.body.data.length, second.body.next_cursor]).toEqual([1, null]);
  expect(second.body.data[0]).toMatchObject({ is_default: false, is_verified: true, mx_found: false });
});
