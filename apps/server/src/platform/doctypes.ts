import type { Doctype } from "@mayfly/contracts";
import { email } from "../features/email/email.ts";
import { customerInbox } from "../features/inbox/doctype.ts";
import { notificationLog } from "../features/notification/notification.ts";
import type { DoctypeRule } from "./doctype.ts";

export const doctypeRules: Record<Doctype, DoctypeRule> = {
  "Customer Inbox": customerInbox,
  Email: email,
  "Notification Log": notificationLog,
};
