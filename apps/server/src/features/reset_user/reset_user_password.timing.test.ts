import { reset_user } from "@mayfly/contracts";
import { it } from "vitest";
import { expectSameTime } from "../../testing/same_time.ts";
import { testApp } from "../../testing/test_app.ts";

it("takes the same time for known and unknown accounts (P44, threat 32)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const ask = (email: string) => app.guest.call(reset_user.reset_user_password, { email });
  await expectSameTime(
    () => ask(member.name),
    () => ask("nobody@company.example"),
  );
}, 120_000);
