import type { Doctype } from "@mayfly/contracts";
import type { DocumentType } from "../documents/document_type.ts";
import { email } from "../features/email/email.ts";
import { customerInbox } from "../features/inbox/document_type.ts";
import { notificationLog } from "../features/notification/notification.ts";

export const documentTypes: Record<Doctype, DocumentType> = {
  "Customer Inbox": customerInbox,
  Email: email,
  "Notification Log": notificationLog,
};
