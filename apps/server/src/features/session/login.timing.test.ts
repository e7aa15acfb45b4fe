import { session } from "@mayfly/contracts";
import { it } from "vitest";
import { expectSameTime } from "../../testing/same_time.ts";
import { testApp } from "../../testing/test_app.ts";

it("takes the same time for known and unknown accounts (threat 32)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const logIn = (usr: string) => app.guest.call(session.login, { usr, pwd: "wrong" });
  await expectSameTime(
    () => logIn(member.name),
    () => logIn("nobody@company.example"),
  );
}, 120_000);
