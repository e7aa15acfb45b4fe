import { email } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("tells whether an address can be created (K21)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const foreign = await app.address(await app.member("Administrator"));
  const available = async (address: string) =>
    (await member.call(email.is_email_available, { email: address })).body.message;
  expect(await available("free@mayfly.test")).toBe(true);
  expect(await available(" FREE@Mayfly.Test ")).toBe(true);
  for (const address of [
    foreign,
    foreign.toUpperCase(),
    "postmaster@mayfly.test",
    "free@elsewhere.example",
    "two words@mayfly.test",
    "@mayfly.test",
    "mayfly.test",
    `${"x".repeat(65)}@mayfly.test`,
  ]) {
    expect(await available(address), address).toBe(false);
  }
});
