import { expect, it } from "vitest";
import type { MemberContext } from "../../context.ts";
import { companyDatabase } from "../../database/company_database.ts";
import { testApp } from "../../testing/test_app.ts";
import { get } from "./me.ts";

it("tells a caller who they are, and of which company", async () => {
  await using app = await testApp();
  const { name, company } = await app.member("Administrator");
  const { full_name, role } = await app.rootDb.member.findUniqueOrThrow({ where: { name } });
  const member = { name, full_name, role, company };
  const context = { member, db: companyDatabase(app.rootDb, company) } as unknown as MemberContext;
  expect(await get(context, {})).toEqual({
    member: { name, full_name, role: "Administrator" },
    company: { name: company, company_name: expect.stringMatching(/^Company /) },
  });
});
