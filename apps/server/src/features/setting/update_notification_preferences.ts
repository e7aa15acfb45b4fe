import { setting, settingTexts, topics } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const update_notification_preferences = handler(
  setting.update_notification_preferences,
  async ({ world, member: { name: member } }, { preferences }) => {
    await world.$transaction([
      world.notificationPreference.deleteMany({ where: { member } }),
      world.notificationPreference.createMany({
        data: topics.map((topic) => ({ member, topic, enabled: preferences.includes(topic) })),
        // When the member saves twice at once, either result is what they wanted.
        skipDuplicates: true,
      }),
    ]);
    return { success: true, message: settingTexts.preferencesUpdated };
  },
);
