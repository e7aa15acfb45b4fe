import { setting, topics } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("lists every topic, all switched on at first (K15, L25, P109)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const { body } = await member.call(setting.get_notification_preferences);
  expect(body.message.map((one: { topic: string }) => one.topic)).toEqual(topics);
  for (const one of body.message) expect(one).toMatchObject({ description: expect.any(String), enabled: true });
});
