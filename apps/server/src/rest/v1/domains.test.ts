import { resources } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { apiClient } from "../../testing/api_client.ts";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it.each([1, 2, 3, 4])("lists the company's domains, then the platform's, in pages of %i (row Q07)", async (limit) => {
  const admin = await app.member("Administrator");
  const client = await apiClient(app, admin);
  const { company, name: owner } = admin;
  for (const domain_name of ["one", "two", "three"].map((word) => `${word}-${crypto.randomUUID()}.example`)) {
    await app.rootDb.domain.create({
      data: { domain_name, company, owner, verification_token: "t", is_verified: true, creation: app.clock.now },
    });
  }
  const seen: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await client.call(resources.domains.list, { limit, ...(cursor && { cursor }) });
    expect(body.data.length).toBeLessThanOrEqual(limit);
    seen.push(...body.data);
    cursor = body.next_cursor ?? undefined;
  } while (cursor);
  expect(seen.slice(0, 3)).toMatchObject(Array(3).fill({ is_default: false, is_verified: true, mx_found: false }));
  expect(seen[3]).toEqual({
    ...{ id: "mayfly.test", domain_name: "mayfly.test", unicode_name: "mayfly.test", creation: null },
    ...{ is_default: true, is_verified: true, mx_found: true },
  });
  expect(new Set(seen.map(({ domain_name }) => domain_name)).size).toBe(seen.length);
});
