import * as z from "zod/mini";
import { flag, instant } from "./values.ts";

/** What a member may be told about; each can be switched off (requirement P109). */
export const topics = ["Emails", "Domains", "Webhooks", "Team", "API keys"] as const;
export type Topic = (typeof topics)[number];

export const topicDescriptions: Record<Topic, string> = {
  Emails: "An address is created, activated, deactivated or expires",
  Domains: "A domain is verified, or its DNS records are no longer found",
  Webhooks: "A webhook is paused because its deliveries fail",
  Team: "A member is invited, or their role or status changes",
  "API keys": "An API key expires soon",
};

/** The doctype Notification Log: something that happened, told to one member (requirement L21). */
export const NotificationLog = z.object({
  name: z.string(),
  subject: z.string(),
  type: z.string(),
  email_content: z.string(),
  document_type: z.string(),
  document_name: z.string(),
  for_user: z.string(),
  read: flag,
  creation: instant,
  modified: instant,
});
export type NotificationLog = z.infer<typeof NotificationLog>;

/** The event on the live channel that carries a new Notification Log to its member. */
export const newNotificationLog = "new-notification-log";
