import { session } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { sharedApp } from "../../testing/test_app.ts";

const app = sharedApp();

it("ends the session and its live connections at once (K06, threats 29 and 31)", async () => {
  const member = await app.member("Member");
  const { cookie } = member;
  const socket = await member.listen();
  const disconnected = new Promise((resolve) => socket.once("disconnect", resolve));

  expect((await member.call(session.logout)).status).toBe(200);

  await disconnected;
  const again = await app.guest.fetch(session.get_logged_user.path, { headers: { cookie } });
  expect(again.body.message).toBe("Guest");
});

it("accepts an empty body with the JSON content type", async () => {
  const member = await app.member("Member");
  const empty = {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", cookie: member.cookie },
  };
  expect((await app.guest.fetch(session.logout.path, empty)).status).toBe(200);
  expect((await member.call(session.get_logged_user)).body.message).toBe("Guest");
});

it("answers 200 to a guest", async () => {
  expect((await app.guest.call(session.logout)).status).toBe(200);
});
