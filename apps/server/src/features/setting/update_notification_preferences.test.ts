import { setting, settingTexts, topics } from "@mayfly/contracts";
import { expect, it } from "vitest";
import { testApp } from "../../testing/test_app.ts";

it("enables exactly the given topics for the caller alone, and refuses invalid lists (K16, H29)", async () => {
  await using app = await testApp();
  const member = await app.member("Member");
  const colleague = await app.member("Member", member.company);
  const enabled = async (by: typeof member) =>
    (await by.call(setting.get_notification_preferences)).body.message
      .filter((one: { enabled: boolean }) => one.enabled)
      .map((one: { topic: string }) => one.topic);
  const save = (preferences: string) =>
    member.fetch(setting.update_notification_preferences.path, {
      method: "POST",
      body: new URLSearchParams({ preferences }),
    });
  expect((await save('["Emails","Team"]')).body.message).toEqual({
    success: true,
    message: settingTexts.preferencesUpdated,
  });
  expect(await enabled(member)).toEqual(["Emails", "Team"]);
  expect(await enabled(colleague)).toEqual([...topics]);
  await Promise.all([save("[]"), save("[]"), save("[]")]);
  expect(await enabled(member)).toEqual([]);
  for (const wrong of ["", "x", '["Nothing"]', '{"a":1}', JSON.stringify(Array(99).fill("Emails"))]) {
    expect((await save(wrong)).status, wrong).toBe(417);
  }
});
