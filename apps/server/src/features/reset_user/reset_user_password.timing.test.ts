import { reset_user } from "@mayfly/contracts";
import { it } from "vitest";
import { expectAlike } from "../../testing/alike.ts";
import { testApp } from "../../testing/test_app.ts";

it("answers the same in the same time for known and unknown accounts (P44, threat 32)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const ask = (email: string) => app.guest.call(reset_user.reset_user_password, { email });
  await expectAlike(
    () => ask(member.name),
    (count) => ask(`nobody-${count % 10}@company.example`),
  );
});
