import { session } from "@mayfly/contracts";
import { it } from "vitest";
import { expectAlike } from "../../testing/alike.ts";
import { testApp } from "../../testing/test_app.ts";

it("answers the same in the same time for known and unknown accounts (threat 32)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const logIn = (usr: string) => app.guest.call(session.login, { usr, pwd: "wrong" });
  await expectAlike(
    () => logIn(member.name),
    (count) => logIn(`nobody-${count % 10}@company.example`),
  );
});
