import { setting, settingTexts, topics } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const update_notification_preferences = handler(
  setting.update_notification_preferences,
  async ({ world, member: { name: member } }, { preferences }) => {
    await world.$transaction([
      world.notificationPreference.deleteMany({ where: { member } }),
      world.notificationPreference.createMany({
        data: topics.map((topic) => ({ member, topic, enabled: preferences.includes(topic) })),
        // Saved twice at once: either is what the member wanted.
        skipDuplicates: true,
      }),
    ]);
    return { success: true, message: settingTexts.preferencesUpdated };
  },
);
