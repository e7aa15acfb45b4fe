import { setting, topicDescriptions, topics } from "@mayfly/contracts";
import { handler } from "../../context.ts";

export const get_notification_preferences = handler(setting.get_notification_preferences, async ({ db, member }) => {
  const rows = await db.notificationPreference.findMany({ where: { member: member.name, enabled: false } });
  const off = new Set(rows.map((row) => row.topic));
  return topics.map((topic) => ({ topic, description: topicDescriptions[topic], enabled: !off.has(topic) }));
});
