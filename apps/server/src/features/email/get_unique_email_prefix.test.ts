import { email, emailPrefix, emailTexts } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("answers a new valid prefix on each call, and refuses a foreign domain (K22, D38)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const prefix = async () =>
    (await member.call(email.get_unique_email_prefix, { domain: "mayfly.test" })).body.message as string;
  const found = await Promise.all([prefix(), prefix(), prefix()]);
  expect(new Set(found).size).toBe(3);
  for (const one of found) expect(emailPrefix.parse(one)).toBe(one);
  const foreign = await member.call(email.get_unique_email_prefix, { domain: "elsewhere.example" });
  expect([foreign.status, foreign.body.message]).toEqual([417, emailTexts.foreignDomain]);
});
