import { setting, settingTexts, topics } from "@mayfly/contracts";
import { handler } from "../../context.ts";
import { actorOf, happened } from "../event/event.ts";

export const update_notification_preferences = handler(
  setting.update_notification_preferences,
  async (context, { preferences }) => {
    const { rootDb, clock } = context;
    const { name: member, company } = context.member;
    await rootDb.$transaction(async (tx) => {
      await tx.notificationPreference.deleteMany({ where: { member } });
      await tx.notificationPreference.createMany({
        data: topics.map((topic) => ({ member, topic, enabled: preferences.includes(topic) })),
        // When the member saves twice at once, either result is what they wanted.
        skipDuplicates: true,
      });
      const data = { topics: preferences };
      await happened(tx, clock(), actorOf(context), [{ type: "preferences.updated", company, subject: member, data }]);
    });
    return { success: true, message: settingTexts.preferencesUpdated };
  },
);
