import { email } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("lists the platform's domains and the company's verified ones (K20, P74, P77)", async () => {
  await using app = await testApp({ DEFAULT_DOMAINS: "mayfly.test,localhost" });
  const member = await app.member("Member");
  const other = await app.member("Member");
  const domain = (domain_name: string, { company, name: owner }: typeof member, is_verified: boolean) =>
    app.rootDb.domain.create({ data: { domain_name, company, owner, is_verified, verification_token: "x" } });
  await domain("b.example", member, true);
  await domain("a.example", member, true);
  await domain("unverified.example", member, false);
  await domain("other.example", other, true);
  expect((await member.call(email.get_company_domains)).body.message).toEqual([
    "mayfly.test",
    "localhost",
    "a.example",
    "b.example",
  ]);
});
