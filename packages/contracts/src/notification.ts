import { z } from "zod";
import { flag, instant } from "./wire.ts";

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
